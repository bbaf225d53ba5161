/** What was taken back at this table and could be done again. */

import type { Entry, Position } from "../api/told.ts";
import type { Row } from "../state/rows.ts";

/** The decision to send again: one's own, while nothing else has happened since. */
export function redoOf(rows: Row[], position: Position): Entry | null {
  const entry = undoneIn(rows).at(-1);
  return position.yours && entry?.actor === position.viewer ? entry : null;
}

/** Entries that were taken back and not decided otherwise, the next one last. */
export function undoneIn(rows: Row[]): Entry[] {
  const done: { number: number; entry: Entry }[] = [];
  let undone: Entry[] = [];
  for (const row of rows) {
    if (row.kind === "action") {
      const { entry, number } = row.body;
      done.push({ number, entry });
      undone = isSame(undone.at(-1), entry) ? undone.slice(0, -1) : [];
    } else if (row.kind === "undone") {
      const { to } = row.body;
      const kept = done.findLastIndex(({ number }) => number <= to) + 1;
      undone.push(
        ...done
          .splice(kept)
          .map(({ entry }) => entry)
          .reverse(),
      );
    }
  }
  return undone;
}

const isSame = (one: Entry | undefined, other: Entry): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
