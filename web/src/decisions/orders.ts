/** The orders of the Maneuver that is going on. */

import type { Entry } from "../api/game.ts";
import type { Row } from "../state/table.svelte.ts";

export interface Order {
  seq: number;
  sentence: string;
}

const ORDERS = ["fleet_order", "army_order"];

export function ordersIn(rows: Row[]): Order[] {
  const found: (Order & { number: number })[] = [];
  for (const row of rows) {
    if (row.kind === "undone") drop(found, Number(row.body["to"]));
    if (row.kind !== "action") continue;
    const entry = row.body["entry"] as unknown as Entry;
    if (entry.decision === "choose_slot") found.length = 0;
    const [sentence] = row.sentences ?? [];
    if (!ORDERS.includes(entry.decision) || entry.choice["order"] === "done" || !sentence) continue;
    found.push({ seq: row.seq, sentence, number: Number(row.body["number"]) });
  }
  return found;
}

function drop(orders: { number: number }[], to: number): void {
  while (orders.length > 0 && (orders.at(-1)?.number ?? 0) > to) orders.pop();
}
