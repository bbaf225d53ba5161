/** The time in which a screen hears nothing of its table, and what is said when it is over. */

import type { Entry } from "../api/told.ts";
import { isActed, type Acted, type Row } from "./rows.ts";

export interface Absence {
  /** The last line of the log that was heard. */
  since: number;
  /** The server could not be reached, and the screen has said so. */
  cut: boolean;
  /** The game had gone on before what we sent arrived. */
  late: boolean;
}

/** A decision that was confirmed while the server could not be reached. */
export interface Order {
  entry: Pick<Entry, "choice"> & { decision: string };
  label: string;
  /** What it was made for: the position, and the last line of the log. */
  position: number;
  seq: number;
}

export interface News {
  kind: "back" | "elsewhere" | "meanwhile";
  /** The moment since which something may have changed, as a number of entries. */
  since: number;
  /** An order that was kept, and could not be sent because the game had gone on. */
  dropped: string | null;
}

/** The moment before a row, if it changed the game. */
function momentBefore(row: Row): number[] {
  if (isActed(row)) return [row.body.number - 1];
  return row.kind === "undone" ? [row.body.to] : [];
}

/** What to say about an absence; null if nobody would have noticed it. */
export function newsOf(
  absence: Absence,
  rows: Row[],
  me: string | null,
  dropped: string | null,
  now: number,
): News | null {
  const missed = rows.filter((row) => row.seq > absence.since && momentBefore(row).length > 0);
  if (!absence.cut && !absence.late && missed.length === 0 && dropped === null) return null;
  const byMe = missed.some(({ user }) => user !== null && user === me);
  return {
    kind: absence.late ? (byMe ? "elsewhere" : "meanwhile") : "back",
    since: Math.min(now, ...missed.flatMap(momentBefore)),
    dropped,
  };
}

/** Whether an order was carried out although its answer never came. */
export function wasTaken({ entry, seq }: Order, rows: Row[]): boolean {
  const same = ({ body }: Acted): boolean => {
    const { decision, choice } = body.entry;
    return decision === entry.decision && JSON.stringify(choice) === JSON.stringify(entry.choice);
  };
  return rows.some((row) => row.seq > seq && isActed(row) && same(row));
}
