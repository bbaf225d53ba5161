/** The orders of the Maneuver that is going on: one for all units that went the same way. */

import { arrowsOf } from "../board/events.ts";
import type { Arrow } from "../board/highlights.ts";
import type { DecisionKind, Entry, GameEvent, RegionId } from "../api/told.ts";
import { type Acted, isActed, type Row, sentencesOf } from "../state/rows.ts";

type Way = Extract<GameEvent, { event: "unit_moved" }>["way"];

/** What was decided for one unit. */
export interface Ordered {
  /** Its place in the record. */
  number: number;
  /** The order, and how the unit arrived. */
  entries: Entry[];
  /** The lines of the log that say so. */
  seqs: number[];
}

/** How units went: the last ones are what they met. */
export type Tag =
  "port" | "canal" | "rail" | "convoy" | "hostile" | "friendly" | "battle" | "denied";

export interface Order {
  seq: number;
  kind: DecisionKind;
  /** Where from and where to; null for what is done in a place. */
  way: { from: RegionId; to: RegionId } | null;
  /** The seas of a convoy need as many fleets. */
  seas: number;
  tags: Tag[];
  units: Ordered[];
  /** What its first unit did, in words. */
  sentence: string;
  arrows: Arrow[];
}

const ORDERS: readonly string[] = ["fleet_order", "army_order"];

/** What has become of one order that was given to one unit. */
interface Given {
  row: Acted;
  entries: Entry[];
  seqs: number[];
  events: GameEvent[];
}

export function ordersIn(rows: Row[]): Order[] {
  const found = new Map<string, Order>();
  for (const given of givenIn(rows)) {
    const order = orderOf(given);
    const key = JSON.stringify([order.kind, order.way ?? order.seq, order.tags]);
    const known = found.get(key);
    if (known) known.units.push(...order.units);
    else found.set(key, order);
  }
  return [...found.values()];
}

/** The orders one by one, each with what followed until the next. */
function givenIn(rows: Row[]): Given[] {
  const found: Given[] = [];
  for (const row of rows) {
    if (row.kind === "undone") drop(found, row.body.to);
    if (!isActed(row)) continue;
    const { entry, events } = row.body;
    if (entry.decision === "choose_slot") found.length = 0;
    else if (!ORDERS.includes(entry.decision)) follow(found.at(-1), row);
    else if (entry.choice.order !== "done")
      found.push({ row, entries: [entry], seqs: [row.seq], events });
  }
  return found;
}

/** What somebody answers belongs to the order before. */
function follow(given: Given | undefined, { seq, body: { entry, events } }: Acted): void {
  if (!given) return;
  given.events = [...given.events, ...events];
  if (entry.decision !== "arrival") return;
  given.entries = [...given.entries, entry];
  given.seqs = [...given.seqs, seq];
}

function drop(orders: Given[], to: number): void {
  while ((orders.at(-1)?.row.body.number ?? 0) > to) orders.pop();
}

function orderOf({ row, entries, seqs, events }: Given): Order {
  const { entry, number } = row.body;
  const { order, from, to } = entry.choice;
  const moved = events.find((event) => event.event === "unit_moved");
  return {
    seq: row.seq,
    kind: entry.decision,
    way: order === "move" ? { from: String(from), to: String(to) } : null,
    seas: moved?.seas.length ?? 0,
    tags: [...new Set(events.flatMap(tagOf))],
    units: [{ number, entries, seqs }],
    sentence: sentencesOf(row)[0] ?? "",
    arrows: arrowsOf(events),
  };
}

/** What is worth saying of a way. */
export const tagsOfWay = (way: Way | undefined): Tag[] =>
  way === undefined || way === "sea" || way === "land" ? [] : [way];

function tagOf(event: GameEvent): Tag[] {
  switch (event.event) {
    case "unit_moved":
      return tagsOfWay(event.way);
    case "army_entered":
      return [event.stance];
    case "battle_fought":
      return ["battle"];
    case "canal_answered":
      return event.allowed ? [] : ["denied"];
    default:
      return [];
  }
}

/** The orders to units that go somewhere, the last one last. */
export const lastMove = (orders: Order[], kind: DecisionKind | undefined): Order | undefined =>
  orders.findLast((order) => order.way !== null && order.kind === kind);

/** Lines of the log that tell of orders, and what is said of each in short: all units at its first. */
export function toldInShort(
  orders: Order[],
  rows: Row[],
  say: (order: Order) => string,
): Map<number, string[]> {
  const news = new Set(rows.map(({ seq }) => seq));
  const told = new Map<number, string[]>();
  for (const order of orders) {
    const seqs = order.units.flatMap((unit) => unit.seqs).filter((seq) => news.has(seq));
    for (const seq of seqs) told.set(seq, seq === seqs[0] ? [say(order)] : []);
  }
  return told;
}

/** The orders that stay for others, after some were taken back to units of the same step. */
export function toGiveAnew(orders: Order[], kind: DecisionKind, taken: Ordered[]): Entry[] {
  const first = Math.min(...taken.map(({ number }) => number));
  return orders
    .filter((order) => order.kind === kind)
    .flatMap(({ units }) => units)
    .filter((unit) => unit.number > first && !taken.includes(unit))
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ entries }) => entries);
}
