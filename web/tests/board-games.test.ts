// @vitest-environment node
/** Whole games, as the engine tells them: events put one upon the other give the board there is. */

import { describe, expect, test } from "vitest";

import imperial from "../../tests/vectors/imperial-6-players.board.json";
import imperial2030 from "../../tests/vectors/imperial2030-6-players.board.json";
import type { GameEvent, Snapshot } from "../src/api/told.ts";
import { arrowsOf, onBoard } from "../src/board/events.ts";
import { after } from "../src/board/replaying.ts";
import { MAP_2006, MAP_2030 } from "./board-fixture.ts";

type Board = Pick<Snapshot, "units" | "flags" | "factories">;

interface Stretch {
  events: GameEvent[];
  board: Board;
}

const GAMES = [
  { name: "imperial", map: MAP_2006, stretches: imperial as unknown as Stretch[] },
  { name: "imperial2030", map: MAP_2030, stretches: imperial2030 as unknown as Stretch[] },
];

/** What stands where, and how many; places where nothing is left are not told. */
function standing({ units, flags, factories }: Board): string[] {
  const forces = Object.entries(units).flatMap(([nation, places]) =>
    Object.entries(places).flatMap(([region, counts]) =>
      Object.entries(counts).map(([kind, count]) => `${nation} ${region} ${count} ${kind}`),
    ),
  );
  const places = Object.entries({ flag: flags, factory: factories }).flatMap(([kind, all]) =>
    Object.entries(all).flatMap(([nation, regions]) =>
      regions.map((region) => `${nation} ${region} ${kind}`),
    ),
  );
  return [...forces.filter((force) => !force.includes(" 0 ")), ...places].sort();
}

describe.each(GAMES)("in a game of $name", ({ map, stretches }) => {
  const [opening, ...course] = stretches;

  test("the board after the events is the board of the next position", () => {
    let board = opening!.board as Snapshot;
    for (const stretch of course) {
      board = onBoard(stretch.events).reduce(after, board);
      expect(standing(board)).toEqual(standing(stretch.board));
    }
  });

  test("every way leads from a region of the map to another, by regions of the map", () => {
    const arrows = course.flatMap(({ events }) => arrowsOf(events));
    expect(arrows.length).toBeGreaterThan(50);
    const places = arrows.flatMap(({ from, to, via }) => [from, to, ...(via ?? [])]);
    expect(places.filter((place) => !map.regions.has(place))).toEqual([]);
  });
});
