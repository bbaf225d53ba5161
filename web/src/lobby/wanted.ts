/** What somebody looks for in a list of tables. */

import type { Game } from "../api/told.ts";
import type { TableListed } from "../api/generated/types.gen.ts";
import type { Query } from "../state/tables.svelte.ts";

/** As it stands in the form; what is empty is left open. */
export interface Wanted {
  search: string;
  game: Game | "";
  outcome: NonNullable<TableListed["outcome"]> | "";
  /** Days as the form has them: 2026-11-16. */
  since: string;
  until: string;
  players: "" | "2" | "3" | "4" | "5" | "6";
  /** A rule option with its value, as the server is asked for it: setup:draft. */
  option: string;
  /** A part of the name. */
  winner: string;
  rounds_from: string;
  rounds_to: string;
  order: "" | "longest" | "shortest";
  /** Somebody by id, whose games alone are wanted. */
  person: string;
}

export const nothing = (): Wanted => ({
  search: "",
  game: "",
  outcome: "",
  since: "",
  until: "",
  players: "",
  option: "",
  winner: "",
  rounds_from: "",
  rounds_to: "",
  order: "",
  person: "",
});

const BESIDE = new Set(["search", "order", "person"]);

/** How many filters are set, beside the words, the order, and whose games they are. */
export const filtersOf = (wanted: Wanted): number =>
  Object.entries(wanted).filter(([name, value]) => value && !BESIDE.has(name)).length;

/** As the server is asked for it; days are those of the reader's clock, the last one included. */
export function queryOf(wanted: Wanted): Query {
  const asked = {
    ...wanted,
    search: wanted.search.trim(),
    winner: wanted.winner.trim(),
    since: secondsOf(wanted.since, 0),
    until: secondsOf(wanted.until, 1),
    rounds_from: roundsOf(wanted.rounds_from),
    rounds_to: roundsOf(wanted.rounds_to),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
}

/** A number of rounds that the server takes; empty for anything else. */
const roundsOf = (typed: string): string => (/^[1-9]\d{0,3}$/.test(typed) ? typed : "");

/** When a day begins, or one so many days later, in Unix seconds; empty for no day. */
function secondsOf(day: string, later: number): string {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return "";
  return String(Math.max(0, new Date(year, month - 1, date + later).getTime() / 1000));
}
