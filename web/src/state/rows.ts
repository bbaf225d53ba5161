/** The lines of a table's log, by kind. */

import type { GameEvent, RowTold } from "../api/told.ts";

export type Row = RowTold;
/** A line that says that somebody has decided. */
export type Acted = Extract<Row, { kind: "action" }>;
export type Said = Extract<Row, { kind: "chat" }>;

export const isActed = (row: Row): row is Acted => row.kind === "action";

/** What happened in the game; nothing where a line is about the table. */
export function eventsOf(row: Row): GameEvent[] {
  switch (row.kind) {
    case "started":
    case "opened":
    case "action":
      return row.body.events ?? [];
    default:
      return [];
  }
}

/** What happened, in the reader's language. */
export const sentencesOf = (row: Row): string[] => ("sentences" in row && row.sentences) || [];
