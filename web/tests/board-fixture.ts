/** A position with something of everything, and the maps to draw it on. */

import type { GameFacts, Snapshot } from "../src/api/told.ts";
import { readMap } from "../src/board/map.ts";
import type { MapFile } from "../src/board/mapfile.ts";
import facts from "../../src/rondel/games/data/imperial2030.json";
import map2006 from "../src/board/maps/imperial.json";
import map2030 from "../src/board/maps/imperial2030.json";

export const FACTS = facts as unknown as GameFacts;
export const FILE_2030 = map2030 as unknown as MapFile;
export const MAP_2030 = readMap(FILE_2030);
export const MAP_2006 = readMap(map2006 as unknown as MapFile);

const named = (
  items: { id: string; name: string }[],
): Record<string, { name: string; short: string }> =>
  Object.fromEntries(items.map(({ id, name }) => [id, { name, short: name }]));

export const WORDS = {
  nations: named(facts.nations),
  regions: named([...facts.home_provinces, ...facts.land_regions, ...facts.sea_regions]),
  slots: {},
  canals: named(facts.canals),
};

export const SNAPSHOT = {
  game: "imperial2030",
  units: {
    russia: { sea_of_japan: { fleets: 1 }, vladivostok: { fleets: 1 }, iran: { armies: 1 } },
    china: { vladivostok: { hostile_armies: 2 }, new_delhi: { friendly_armies: 1 } },
    usa: { north_pacific: { fleets: 2 } },
  },
  flags: { russia: ["sea_of_japan", "iran"] },
  factories: { russia: ["moscow", "vladivostok"] },
  turn: { round: 5, nation: "usa", last_nation: null, phase: "action" },
} as unknown as Snapshot;
