/** Where one stops when going through a game: by decision, turn and round. */

import { type Told, turnsOf } from "../state/record.svelte.ts";

export type Step = "decision" | "turn" | "round";

export interface Mark {
  entry: number;
  kind: "round" | "investor" | "taxation" | "battle";
}

/** The moment one step back (-1) or forth (1); it stays within the game. */
export function stepped(told: Told[], moment: number, step: Step, by: 1 | -1): number {
  const last = Math.max(0, told.length - 1);
  if (step === "decision") return Math.min(last, Math.max(0, moment + by));
  const stops = step === "turn" ? turnStarts(told) : roundStarts(told);
  const next =
    by > 0 ? stops.find((stop) => stop > moment) : stops.findLast((stop) => stop < moment);
  return next ?? (by > 0 ? last : 0);
}

function turnStarts(told: Told[]): number[] {
  return turnsOf(told).map((turn) => turn.start);
}

function roundStarts(told: Told[]): number[] {
  const turns = turnsOf(told);
  return turns.filter((turn, i) => turn.round !== turns[i - 1]?.round).map((turn) => turn.start);
}

const NOTED: Record<string, Mark["kind"]> = {
  interest_paid: "investor",
  tax_collected: "taxation",
  battle_fought: "battle",
};

/** What is worth a dot above the slider, and a tick for every round. */
export function marksIn(told: Told[]): Mark[] {
  const marks: Mark[] = roundStarts(told).map((entry) => ({ entry, kind: "round" }));
  for (const one of told) {
    const kinds = new Set((one?.events ?? []).map((event) => NOTED[event.event]));
    for (const kind of kinds) if (kind) marks.push({ entry: one.number, kind });
  }
  return marks;
}
