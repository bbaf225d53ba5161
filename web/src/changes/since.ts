/** Since when there is something to tell: the last decision, or the last time somebody was here. */

import type { Turn } from "../state/record.svelte.ts";
import type { Row } from "../state/rows.ts";
import type { Visit } from "./memory.ts";

/** Who was away for so many seconds is told by rounds what has happened. */
export const LONG = 3600;

/** Between some moments of a game: the first and the last, and where rounds begin. */
export interface Round {
  round: number;
  since: number;
  until: number;
}

/** The last time a person did something here, by the log; the server keeps it. */
export function lastDone(rows: Row[], me: string | null): Visit | null {
  const last = rows.findLastIndex(({ user }) => user !== null && user === me);
  const row = rows[last];
  if (!row) return null;
  const acted = rows.slice(0, last + 1).findLast(({ kind }) => kind === "action");
  return { entries: acted?.kind === "action" ? acted.body.number : 0, at: row.at };
}

/** The later of two visits. */
export const later = (a: Visit | null, b: Visit): Visit => (a && a.at > b.at ? a : b);

/** The turns of nations that began from one moment on and before another. */
export const turnsBetween = (turns: Turn[], since: number, until: number): Turn[] =>
  turns.filter(({ start, nation }) => nation !== null && start >= since && start < until);

/** The rounds that turns from one moment to another belong to, the newest first. */
export function roundsBetween(turns: Turn[], since: number, until: number): Round[] {
  const rounds: Round[] = [];
  for (const { round, start } of turnsBetween(turns, since, until)) {
    if (rounds[0]?.round === round) continue;
    if (rounds[0]) rounds[0].until = start;
    rounds.unshift({ round, since: rounds[0] ? start : since, until });
  }
  return rounds;
}
