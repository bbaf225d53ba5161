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
}

export const nothing = (): Wanted => ({ search: "", game: "", outcome: "", since: "", until: "" });

/** How many filters are set, beside the words. */
export const filtersOf = ({ game, outcome, since, until }: Wanted): number =>
  [game, outcome, since, until].filter(Boolean).length;

/** As the server is asked for it; days are those of the reader's clock, the last one included. */
export function queryOf({ search, game, outcome, since, until }: Wanted): Query {
  const asked = {
    search: search.trim(),
    game,
    outcome,
    since: secondsOf(since, 0),
    until: secondsOf(until, 1),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
}

/** When a day begins, or one so many days later, in Unix seconds; empty for no day. */
function secondsOf(day: string, later: number): string {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return "";
  return String(Math.max(0, new Date(year, month - 1, date + later).getTime() / 1000));
}
