import { describe, expect, test } from "vitest";

import facts2030 from "../../src/rondel/games/data/imperial2030.json";
import facts2006 from "../../src/rondel/games/data/imperial.json";
import { readMap } from "../src/board/map.ts";
import type { MapFile } from "../src/board/mapfile.ts";
import map2006 from "../src/board/maps/imperial.json";
import map2030 from "../src/board/maps/imperial2030.json";

const GAMES = [
  { facts: facts2006, file: map2006 as unknown as MapFile },
  { facts: facts2030, file: map2030 as unknown as MapFile },
];

describe.each(GAMES)("the map of $facts.game.title", ({ facts, file }) => {
  const map = readMap(file);
  const ids = (kind: string): string[] =>
    [...map.regions.values()].filter((region) => region.kind === kind).map((region) => region.id);

  test("has the regions of the facts", () => {
    const sorted = (regions: { id: string }[]): string[] => regions.map(({ id }) => id).sort();
    expect(ids("home").sort()).toEqual(sorted(facts.home_provinces));
    expect(ids("land").sort()).toEqual(sorted(facts.land_regions));
    expect(ids("sea").sort()).toEqual(sorted(facts.sea_regions));
  });

  test("has the nations, cities and ports of the facts", () => {
    for (const { id, nation, city_type, port_sea } of facts.home_provinces) {
      const region = map.regions.get(id)!;
      expect([id, region.nation, region.city?.kind, region.port?.sea ?? null]).toEqual([
        id,
        nation,
        city_type,
        port_sea,
      ]);
    }
    expect(map.canals.map(({ id }) => id)).toEqual(facts.canals.map(({ id }) => id));
  });

  test("draws closed outlines inside the frame", () => {
    for (const { id, d, bounds } of map.regions.values()) {
      expect(d, id).toMatch(/^(M[-\d. L]+z)+$/);
      expect(bounds.left, id).toBeGreaterThanOrEqual(0);
      expect(bounds.right, id).toBeLessThanOrEqual(map.width);
      expect(bounds.bottom, id).toBeLessThanOrEqual(map.height);
    }
  });

  test("gives neighbouring seas different tints", () => {
    const arcs = (id: string): number[] =>
      [...file.regions[id]!.outer, ...(file.regions[id]!.holes ?? [])]
        .flat()
        .map((n) => (n < 0 ? ~n : n));
    const lines = new Set(file.lines.sea);
    for (const a of ids("sea"))
      for (const b of ids("sea")) {
        const shared = arcs(a).some((n) => lines.has(n) && arcs(b).includes(n));
        if (a !== b && shared)
          expect([a, map.regions.get(a)!.tint]).not.toEqual([a, map.regions.get(b)!.tint]);
      }
  });
});
