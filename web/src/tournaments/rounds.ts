/** The tables of a tournament, round by round, and the addresses of what belongs to it. */

import type { TablePaired, TournamentListed } from "../api/generated/types.gen.ts";
import { t } from "../i18n.svelte.ts";

export interface Round {
  round: number;
  tables: TablePaired[];
}

/** The last round first. */
export function roundsOf(tables: TablePaired[]): Round[] {
  const numbers = [...new Set(tables.map(({ round }) => round))].sort((a, b) => b - a);
  return numbers.map((round) => ({ round, tables: tables.filter((one) => one.round === round) }));
}

/** What a round is called: the one after all others is the final. */
export const roundName = (round: number, { rounds }: Pick<TournamentListed, "rounds">): string =>
  round > rounds ? t("tournaments.final") : t("tournaments.round", { round });

/** Where a table is; who takes part may see it by its invite. */
export const tableLink = ({ table, invite }: TablePaired): string =>
  `/t/${table}${invite ? `?invite=${invite}` : ""}`;

/** A figure as short as it can be told. */
export const short = (value: number, lang: string): string =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: 2 }).format(value);
