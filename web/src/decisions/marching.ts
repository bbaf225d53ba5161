/** Several units of one place that go the same way: the decisions that this takes. */

import type { Ahead, Choice, Position, RegionId, Units } from "../api/told.ts";
import type { Desk } from "../state/desk.svelte.ts";
import type { Foresee, Planned } from "../state/plan.svelte.ts";
import { fieldsOf, isMove, originOf, placeOf, unmovedAt } from "./reading.ts";

export interface March extends Planned {
  /** What is open to the first unit where it arrives. */
  met: Ahead;
}

/** What a unit may do where it arrives, if it is asked. */
export const arrivalsIn = (met: Ahead | null): Choice[] =>
  met?.choices.filter(({ entry }) => entry.decision === "arrival") ?? [];

/** The units that an order may be given to: those of its place, or of the stance that it names. */
export function unitsFor(choice: Choice, position: Position): Units {
  const here = unmovedAt(position, originOf(choice) ?? "");
  const { stance } = fieldsOf(choice);
  if (stance === "hostile") return { hostile_armies: here.hostile_armies ?? 0 };
  return stance === "friendly" ? { friendly_armies: here.friendly_armies ?? 0 } : here;
}

/** How many units those are. */
export const countOf = (units: Units): number =>
  Object.values(units as Record<string, number>).reduce((sum, count) => sum + count, 0);

/** How many units could have the chosen order. */
export const availableTo = (position: Position, { chosen }: Desk): number =>
  chosen && isMove(chosen) ? countOf(unitsFor(chosen, position)) : 1;

/** How many of them are to have it. */
export const wantedBy = (position: Position, desk: Desk): number =>
  Math.min(desk.count ?? Infinity, availableTo(position, desk));

/** How many would go at once, as far as that is known. */
export const goingOf = (position: Position, desk: Desk): number =>
  desk.plan.pending ? wantedBy(position, desk) : desk.plan.steps.filter(isMove).length;

/** Moves from a place to another, each by another stance or other canals. */
export const movesBetween = (choices: Choice[], from: RegionId, to: RegionId): Choice[] =>
  choices.filter((choice) => isMove(choice) && originOf(choice) === from && placeOf(choice) === to);

/**
 * As many units as can go together, up to those wanted: as long as nobody else is asked, and the
 * same is legal again.
 */
export async function march(
  choice: Choice,
  wanted: number,
  settle: (arrivals: Choice[]) => Choice | null,
  foresee: Foresee,
): Promise<March | null> {
  const met = await foresee([choice]);
  if (!met) return null;
  const arrivals = arrivalsIn(met);
  const answer = settle(arrivals);
  const unit = answer ? [choice, answer] : [choice];
  const asked = met.choices.length === 0 || (arrivals.length > 0 && !answer);
  if (asked || wanted === 1) return { steps: unit, ahead: met, met };
  const steps = Array.from({ length: wanted }, () => unit).flat();
  const ahead = await foresee(steps);
  const units = Math.floor((ahead?.taken ?? 0) / unit.length);
  return { steps: steps.slice(0, Math.max(1, units) * unit.length), ahead: ahead ?? met, met };
}
