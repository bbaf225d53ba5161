/** The orders of the Maneuver that is going on. */

import type { Entry, GameEvent } from "../api/game.ts";
import { arrowsOf } from "../board/events.ts";
import type { Arrow } from "../board/marks.ts";
import type { Row } from "../state/log.svelte.ts";

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
    if (row.kind === "undone") drop(found, Number(row.body["to"]));
    if (row.kind !== "action") continue;
    const entry = row.body["entry"] as Entry;
    if (entry.decision === "choose_slot") found.length = 0;
    const [sentence] = row.sentences ?? [];
    if (!ORDERS.includes(entry.decision) || entry.choice["order"] === "done" || !sentence) continue;
    const arrows = arrowsOf(row.body["events"] as GameEvent[]);
    found.push({ seq: row.seq, number: Number(row.body["number"]), sentence, arrows });
  }
  return found;
}

function drop(orders: Order[], to: number): void {
  while (orders.length > 0 && (orders.at(-1)?.number ?? 0) > to) orders.pop();
}
