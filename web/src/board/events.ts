/** The events that change what stands on the board (docs: contract). */

import type { GameEvent, NationId, RegionId } from "../api/game.ts";
import type { Arrow } from "./marks.ts";

export type Stance = "hostile" | "friendly";
export type Unit = "army" | "fleet";

interface At {
  nation: NationId;
  region: RegionId;
}

export interface Moved {
  event: "unit_moved";
  nation: NationId;
  unit: Unit;
  origin: RegionId;
  target: RegionId;
  way: string;
  stance: Stance | null;
  canals: string[];
  seas: RegionId[];
}

export interface Fought extends At {
  event: "battle_fought";
  unit: Unit;
  stance: Stance | null;
  enemy: NationId;
  enemy_unit: Unit;
  enemy_stance: Stance | null;
}

interface Destroyed extends At {
  event: "factory_destroyed";
  owner: NationId;
  hostile_armies: number;
  friendly_armies: number;
}

export type BoardEvent =
  | Moved
  | Fought
  | Destroyed
  | ({ event: "army_entered" | "stance_changed"; stance: Stance } & At)
  | ({ event: "unit_produced" | "unit_imported"; unit: Unit } & At)
  | ({ event: "factory_built" | "flag_placed" | "flag_lost" } & At);

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
  events.filter(({ event }) => KINDS.has(event)) as unknown as BoardEvent[];

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
