/** Where one stops when going through a game: by decision, turn and round. */

import type { GameEvent } from "../api/told.ts";
import { type Entries, type Turn, turnsOf } from "../state/record.svelte.ts";

export type Step = "decision" | "turn" | "round";

export interface Notch {
  entry: number;
  kind: "round" | "investor" | "taxation" | "battle";
  /** Its number, of a round. */
  round?: number;
}

/** The moment one step back (-1) or forth (1); it stays within the game. */
export function stepped(told: Entries, moment: number, step: Step, by: 1 | -1): number {
  const last = Math.max(0, told.length - 1);
  if (step === "decision") return Math.min(last, Math.max(0, moment + by));
  const stops = step === "turn" ? turnStarts(told) : roundStarts(told);
  const next =
    by > 0 ? stops.find((stop) => stop > moment) : stops.findLast((stop) => stop < moment);
  return next ?? (by > 0 ? last : 0);
}

/** The turn that has led to a moment; a turn's last decision belongs to it. */
export function turnAt(turns: Turn[], moment: number): Turn {
  return turns.findLast((turn) => turn.start < moment) ?? (turns[0] as Turn);
}

function turnStarts(told: Entries): number[] {
  return turnsOf(told).map((turn) => turn.start);
}

function roundStarts(told: Entries): number[] {
  return roundsOf(told).map((turn) => turn.start);
}

/** The first turn of every round. */
function roundsOf(told: Entries): Turn[] {
  const turns = turnsOf(told);
  return turns.filter((turn, i) => turn.round !== turns[i - 1]?.round);
}

const NOTED: Partial<Record<GameEvent["event"], Notch["kind"]>> = {
  interest_paid: "investor",
  tax_collected: "taxation",
  battle_fought: "battle",
};

/** What is worth a dot above the slider, and a tick for every round. */
export function notchesIn(told: Entries): Notch[] {
  const notches: Notch[] = roundsOf(told).map(({ start, round }) => ({
    entry: start,
    kind: "round",
    round,
  }));
  for (const [entry, one] of told.entries()) {
    const kinds = new Set((one?.events ?? []).map((event) => NOTED[event.event]));
    for (const kind of kinds) if (kind) notches.push({ entry, kind });
  }
  return notches;
}
