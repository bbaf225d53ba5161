import { describe, expect, test } from "vitest";

import type { Arrow } from "../src/board/highlights.ts";
import { breaks, labelsOf } from "../src/board/labels.ts";
import { fannedOut, layout, placePieces } from "../src/board/layout.ts";
import { piecesOf, withGhosts } from "../src/board/pieces.ts";
import { overlap } from "../src/board/places.ts";
import { spotAt } from "../src/board/pins.ts";
import { overEdge, route, stations } from "../src/board/routes.ts";
import { apart } from "../src/board/signs.ts";
import { towards } from "../src/board/walking.ts";
import { MAP_2006, MAP_2030, SNAPSHOT, WORDS } from "./board-fixture.ts";

const SCALE = 0.53;
/** So many milliseconds a search for room on the whole map may take on a machine that is busy. */
const SEARCHED = 60_000;
const still = layout(MAP_2030, labelsOf(MAP_2030.regions.values(), WORDS.regions), SCALE);
const region = (id: string) => MAP_2030.regions.get(id)!;

describe("names", () => {
  test("break at spaces and after hyphens", () => {
    expect(breaks("Rio de Janeiro")).toContainEqual(["Rio de", "Janeiro"]);
    expect(breaks("Сан-Франциско")).toContainEqual(["Сан-", "Франциско"]);
    expect(breaks("Iran")).toEqual([["Iran"]]);
  });

  test("stay inside the frame, at both edges of the Pacific", () => {
    const pacific = still.labels.filter(({ key }) => /^(north|south)_pacific/.test(key));
    expect(pacific).toHaveLength(4);
    for (const { x, width } of pacific) {
      expect(x * SCALE - width / 2).toBeGreaterThan(0);
      expect(x * SCALE + width / 2).toBeLessThan(MAP_2030.width * SCALE);
    }
  });

  test("are left out where they would be too small to read", () => {
    const small = layout(MAP_2030, labelsOf(MAP_2030.regions.values(), WORDS.regions), 0.15);
    expect(small.labels.length).toBeLessThan(still.labels.length / 2);
    expect(still.labels.every(({ size }) => size >= 10)).toBe(true);
  });
});

describe("pieces", () => {
  const pieces = placePieces(piecesOf(SNAPSHOT, MAP_2030), MAP_2030, still);

  test("appear with shape and count, in port off their city", () => {
    const shapes = pieces.map(({ key, count, inPort }) => [key, count, inPort]);
    expect(shapes).toContainEqual(["vladivostok/china/hostile", 2, false]);
    expect(shapes).toContainEqual(["vladivostok/russia/fleet", 1, true]);
    expect(shapes).toContainEqual(["sea_of_japan/russia/fleet", 1, false]);
  });

  test("of the Pacific appear a second time at the other edge", () => {
    const [first, second] = pieces.filter((piece) => piece.region === "north_pacific");
    expect([first?.mirrored, second?.mirrored]).toEqual([false, true]);
    expect(second!.at[0] - first!.at[0]).toBeGreaterThan(MAP_2030.width / 2);
  });

  test("do not cover each other as long as there is room", () => {
    const crowd = ["russia", "china", "india", "brazil", "usa", "europe"].map((nation) => ({
      region: "canada",
      nation,
      unit: "army" as const,
    }));
    const placed = placePieces(withGhosts(new Map(), crowd, MAP_2030), MAP_2030, still);
    const boxes = placed.map(({ at: [x, y] }) => ({
      x: x * SCALE,
      y: y * SCALE,
      w: still.size,
      h: still.size,
    }));
    const most = Math.max(...boxes.flatMap((a) => boxes.map((b) => (a === b ? 0 : overlap(a, b)))));
    expect(most / still.size ** 2).toBeLessThan(0.2);
  });

  test("fan out where there is none", () => {
    const crowd = ["russia", "china", "india", "brazil", "usa", "europe"].map((nation) => ({
      region: "new_zealand",
      nation,
      unit: "army" as const,
    }));
    const placed = placePieces(withGhosts(new Map(), crowd, MAP_2030), MAP_2030, still);
    const fanned = fannedOut(placed, region("new_zealand"), still);
    expect(new Set(fanned.map(({ at }) => at.join())).size).toBe(6);
    expect(fanned).not.toEqual(placed);
  });
});

describe("arrows", () => {
  const spot = (id: string) => (MAP_2030.regions.get(id) ?? MAP_2006.regions.get(id))!.anchor;
  const arrow = (from: string, to: string, via: string[] = []): Arrow => ({
    from,
    to,
    via,
    way: "sea",
    nation: "usa",
  });

  test("lead over the edge where that is the shorter way", () => {
    const west = stations(arrow("north_pacific", "sea_of_japan"), MAP_2030, spot);
    expect(west[1]![0]).toBeLessThan(0);
    expect(overEdge(west, MAP_2030)).toBe(true);
    expect(route(west, MAP_2030, 10).copies).toEqual([0, MAP_2030.width]);
    const east = stations(arrow("tasman_sea", "south_pacific"), MAP_2030, spot);
    expect(route(east, MAP_2030, 10).copies).toEqual([0, -MAP_2030.width]);
  });

  test("stay on the map otherwise, and on a map without such an edge", () => {
    expect(
      overEdge(stations(arrow("north_atlantic", "caribbean_sea"), MAP_2030, spot), MAP_2030),
    ).toBe(false);
    expect(overEdge(stations(arrow("bay_of_biscay", "black_sea"), MAP_2006, spot), MAP_2006)).toBe(
      false,
    );
  });

  test("of a convoy pass the seas, of a canal the canal", () => {
    const convoy = stations(arrow("mexico", "manaus", ["caribbean_sea"]), MAP_2030, spot);
    expect(convoy[1]).toEqual(region("caribbean_sea").anchor);
    const canal = stations(
      { ...arrow("caribbean_sea", "north_pacific"), canals: ["panama"] },
      MAP_2030,
      spot,
    );
    expect(canal).toHaveLength(3);
  });
});

test("arrow keys walk to the region in that direction", () => {
  const among = ["mongolia", "korea", "japan", "shanghai", "chennai"].map(region);
  expect(towards("ArrowRight", region("korea"), among)?.id).toBe("japan");
  expect(towards("ArrowLeft", region("korea"), among)?.id).toBe("mongolia");
  expect(towards("ArrowUp", region("mongolia"), among)).toBeNull();
  expect(towards("Tab", region("korea"), among)).toBeNull();
});

describe("numbers at places", () => {
  test(
    "stand near their region, and not on what is drawn there",
    () => {
      for (const { id, anchor } of MAP_2030.regions.values()) {
        const [x, y] = spotAt(region(id), MAP_2030.regions.values(), SCALE);
        expect(Math.hypot(x, y)).toBeLessThan(45);
        for (const { anchor: other } of MAP_2030.regions.values()) {
          const [dx, dy] = [other[0] - anchor[0], other[1] - anchor[1]];
          expect(Math.hypot(dx * SCALE - x, dy * SCALE - y)).toBeGreaterThan(12);
        }
      }
    },
    SEARCHED,
  );
});

describe("numbers of orders", () => {
  const sign = (x: number, y: number) => ({
    at: [x, y] as [number, number],
    width: 20,
    height: 20,
  });

  test("stay where they are when nothing is in the way", () => {
    expect(apart([sign(0, 0), sign(30, 0)])).toEqual([
      [0, 0],
      [30, 0],
    ]);
  });

  test("never lie upon each other, however many ways cross in one place", () => {
    const places = apart(Array.from({ length: 12 }, () => sign(50, 50)));
    for (const [i, [x, y]] of places.entries())
      for (const [left, top] of places.slice(i + 1))
        expect(Math.max(Math.abs(x - left), Math.abs(y - top))).toBeGreaterThanOrEqual(20);
  });
});
