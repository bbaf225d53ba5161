/** A map with few points, for where it is only looked at; made by tools/sketches.ts. */

import type { Game } from "../api/told.ts";
import { read } from "../api/patience.ts";
import type { Point } from "./mapfile.ts";
import imperial from "./sketches/imperial.json?url";
import imperial2030 from "./sketches/imperial2030.json?url";

export interface SketchFile {
  size: Point;
  ice: string;
  water: string;
  background: string;
  land: string;
  homes: { colour: string; d: string }[];
  seaLines: string;
  cities: { at: Point; kind: "armaments" | "shipyard" }[];
}

const FILES: Record<Game, string> = { imperial, imperial2030 };
const kept = new Map<Game, Promise<SketchFile>>();

/** The sketch of a game's map, fetched once. */
export function loadSketch(game: Game): Promise<SketchFile> {
  let found = kept.get(game);
  if (!found) {
    found = read<SketchFile>(FILES[game]);
    kept.set(game, found);
  }
  return found;
}
