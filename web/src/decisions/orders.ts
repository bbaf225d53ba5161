/** The orders of the Maneuver that is going on. */

import { arrowsOf } from "../board/events.ts";
import type { Arrow } from "../board/marks.ts";
import { isActed, type Row, sentencesOf } from "../state/rows.ts";

export interface Order {
  seq: number;
  /** Its place in the record. */
  number: number;
  sentence: string;
  arrows: Arrow[];
}

const ORDERS = ["fleet_order", "army_order"];

export function ordersIn(rows: Row[]): Order[] {
  const found: Order[] = [];
  for (const row of rows) {
    if (row.kind === "undone") drop(found, row.body.to);
    if (!isActed(row)) continue;
    const { entry, events, number } = row.body;
    if (entry.decision === "choose_slot") found.length = 0;
    const [sentence] = sentencesOf(row);
    if (!ORDERS.includes(entry.decision) || entry.choice.order === "done" || !sentence) continue;
    found.push({ seq: row.seq, number, sentence, arrows: arrowsOf(events) });
  }
  return found;
}

function drop(orders: Order[], to: number): void {
  while (orders.length > 0 && (orders.at(-1)?.number ?? 0) > to) orders.pop();
}
