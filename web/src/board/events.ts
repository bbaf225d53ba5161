/** The events that change what stands on the board (docs: contract). */

import type { GameEvent } from "../api/told.ts";
import type { Arrow } from "./highlights.ts";

type Of<Kind extends GameEvent["event"]> = Extract<GameEvent, { event: Kind }>;

export type Moved = Of<"unit_moved">;
export type Fought = Of<"battle_fought">;
export type Stance = Of<"army_entered">["stance"];
export type Unit = Moved["unit"];

export type BoardEvent = Of<
  | "unit_moved"
  | "battle_fought"
  | "factory_destroyed"
  | "army_entered"
  | "stance_changed"
  | "unit_produced"
  | "unit_imported"
  | "factory_built"
  | "flag_placed"
  | "flag_lost"
>;

const KINDS: ReadonlySet<string> = new Set<BoardEvent["event"]>([
  "unit_moved",
  "battle_fought",
  "factory_destroyed",
  "army_entered",
  "stance_changed",
  "unit_produced",
  "unit_imported",
  "factory_built",
  "flag_placed",
  "flag_lost",
]);

/** Those of the events that change what stands on the board. */
export const onBoard = (events: GameEvent[]): BoardEvent[] =>
  events.filter((event): event is BoardEvent => KINDS.has(event.event));

/** The way of a unit that moved. */
export const arrowOf = ({ nation, origin, target, way, canals, seas }: Moved): Arrow => ({
  from: origin,
  to: target,
  via: seas,
  canals: seas.length > 0 ? [] : canals,
  way: way === "land" || way === "rail" || way === "convoy" ? way : "sea",
  nation,
});

/** The ways of all units that moved; one that several have gone is told once. */
export function arrowsOf(events: GameEvent[]): Arrow[] {
  const ways = onBoard(events).flatMap((event) => (event.event === "unit_moved" ? [event] : []));
  const route = ({ nation, origin, target, way }: Moved): string =>
    [nation, origin, target, way].join();
  return [...new Map(ways.map((moved) => [route(moved), arrowOf(moved)])).values()];
}
