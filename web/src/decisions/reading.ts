/** Reads the list of legal choices: which places they are about, and how they belong together. */

import type { TableTold } from "../api/generated/types.gen.ts";
import type {
  Chosen,
  Choice,
  DecisionKind,
  Facts,
  Lane,
  Position,
  RegionId,
  Units,
} from "../api/told.ts";
import type { Stance } from "../state/desk.svelte.ts";

export const fieldsOf = (choice: Choice): Chosen => choice.entry.choice;

/** Orders to units that go somewhere. */
export function isMove(choice: Choice): boolean {
  return fieldsOf(choice).order === "move";
}

export const isDestruction = (choice: Choice): boolean =>
  fieldsOf(choice).order === "destroy_factory";

/** Whether what a choice brings is told beside the choices: those of a slot, or of a site. */
export const isBeside = ({ snapshot }: Position): boolean =>
  ["choose_slot", "build_factory"].includes(snapshot.decision?.decision ?? "");

/** Choices that end a step or decline: they are about no place. */
export function isEnd(choice: Choice): boolean {
  const fields = fieldsOf(choice);
  return (
    fields.order === "done" ||
    fields.done === true ||
    fields.decline === true ||
    fields.pass === true ||
    fields.choice === "pass"
  );
}

/** The place a choice is about; for a move where it leads. */
export function placeOf(choice: Choice): RegionId | null {
  const fields = fieldsOf(choice);
  const place = isMove(choice) ? fields.to : (fields.region ?? fields.province);
  return typeof place === "string" ? place : null;
}

/** Where the unit stands that a choice orders. */
export function originOf(choice: Choice): RegionId | null {
  const fields = fieldsOf(choice);
  const from = isMove(choice) ? fields.from : placeOf(choice);
  return typeof from === "string" ? from : null;
}

/** The places from which units may still be ordered. */
export function origins(choices: Choice[]): Set<RegionId> {
  const found = choices.map(originOf).filter((place) => place !== null);
  return new Set(found);
}

/** What units in a place may do, other than stay. */
export function ordersFrom(choices: Choice[], origin: RegionId | null): Choice[] {
  return choices.filter((choice) => !isEnd(choice) && originOf(choice) === origin);
}

/** Choices by place, in the order of the list. */
export function byPlace(choices: Choice[]): Map<RegionId, Choice[]> {
  const found = new Map<RegionId, Choice[]>();
  for (const choice of choices) {
    const place = placeOf(choice);
    if (place !== null) found.set(place, [...(found.get(place) ?? []), choice]);
  }
  return found;
}

/** Whether the decision is about units that move. */
export function isManeuver(position: Position): boolean {
  const kind = position.snapshot.decision?.decision;
  return kind === "fleet_order" || kind === "army_order";
}

/** Region → units that have no order yet; null outside of a Maneuver. */
export const unmovedIn = ({ action }: Facts): Record<RegionId, Units> | null =>
  action && "unmoved" in action ? action.unmoved : null;

/** Convoys that are open in a Maneuver; null outside of one. */
export const lanesIn = ({ action }: Facts): Lane[] | null =>
  action && "lanes" in action ? action.lanes : null;

const KINDS = ["armies", "hostile_armies", "friendly_armies", "fleets"] as const;

/** Units that have no order yet in the step of the Maneuver that is going on. */
export function waitingUnits({ facts, snapshot }: Position): Units {
  const sums: Required<Units> = { armies: 0, hostile_armies: 0, friendly_armies: 0, fleets: 0 };
  for (const units of Object.values(unmovedIn(facts) ?? {}))
    for (const kind of KINDS) sums[kind] += units[kind] ?? 0;
  const { fleets, ...armies } = sums;
  return snapshot.decision?.decision === "fleet_order" ? { fleets } : armies;
}

/** Units in a place that have no order yet in that step. */
export function unmovedAt({ facts, snapshot }: Position, region: RegionId): Units {
  const { fleets = 0, ...armies } = unmovedIn(facts)?.[region] ?? {};
  return snapshot.decision?.decision === "fleet_order" ? { fleets } : armies;
}

const ASKED: DecisionKind[] = [
  "swiss_force",
  "canal_consent",
  "arrival",
  "ask_next",
  "battle_demand",
];

/** Whether the decision is a question, which one click answers. */
export function isAsked({ snapshot }: Position): boolean {
  return snapshot.decision !== null && ASKED.includes(snapshot.decision.decision);
}

/** Whether somebody must agree before this happens. */
export function asksConsent(choice: Choice): boolean {
  return choice.consequences?.next?.decision === "canal_consent";
}

/** The answer to `arrival` that a stance chosen for the whole Maneuver gives, if any. */
export function answerByStance(choices: Choice[], stance: Stance): Choice | null {
  if (stance === "ask") return null;
  const attacks = choices.some((choice) => fieldsOf(choice).choice === "attack");
  const answer = choices.find((choice) => fieldsOf(choice).choice === stance);
  return attacks ? null : (answer ?? null);
}

/** Whether only bots play beside one, or it is a sandbox of one’s own; the server has the say. */
export function mayAsk(table: TableTold | null): boolean {
  if (!table) return false;
  const people = table.seats.filter(({ user }) => user !== null);
  return people.every(({ yours }) => yours) && (table.sandbox || people.length === 1);
}
