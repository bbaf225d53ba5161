/** What falls when decisions are taken back, as far as the log of the table tells. */

import type { Position } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import { type Acted, isActed, type Row, sentencesOf } from "../state/rows.ts";

/** The decisions after an entry that still count, in order. */
export function fallingAfter(rows: Row[], to: number): Acted[] {
  const found = new Map<number, Acted>();
  for (const row of rows) {
    if (row.kind === "undone") drop(found, row.body.to);
    else if (isActed(row) && row.body.number > to) found.set(row.body.number, row);
  }
  return [...found.values()];
}

function drop(found: Map<number, Acted>, after: number): void {
  for (const number of [...found.keys()]) if (number > after) found.delete(number);
}

/** Whether bots' decisions would fall, and nobody is asked for consent. */
export function fallsOnBots(rows: Row[], to: number, { undo }: Position): boolean {
  const asks = undo && undo.asks.length > 0 && to < (undo.free ?? 0);
  return !asks && fallingAfter(rows, to).some(({ body }) => body.bot !== null);
}

/** The same in short: how many decisions, where it is more than one. */
export function undoCount(rows: Row[], to: number): string {
  const count = fallingAfter(rows, to).length;
  return count > 1 ? t("decisions.undo_several", { count }) : t("decisions.undo");
}

/** What taking back to after an entry takes back: the first decision, and how many after it. */
export function undoLabel(rows: Row[], to: number): string {
  const [first, ...more] = fallingAfter(rows, to);
  const [what] = first ? sentencesOf(first) : [];
  if (what === undefined) return t("decisions.undo");
  if (more.length === 0) return t("decisions.undo_order_of", { order: what });
  return t("decisions.undo_with", { what, count: more.length });
}
