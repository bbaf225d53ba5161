/** A map ready to draw: outlines as SVG paths, in the units of the map file. */

import type { Game, NationId, RegionId } from "../api/told.ts";
import { read } from "../api/patience.ts";
import type { Arc, LineKind, MapFile, Point, RegionFile, Ring } from "./mapfile.ts";
import imperial from "./maps/imperial.json?url";
import imperial2030 from "./maps/imperial2030.json?url";

export type { LabelBox, Point } from "./mapfile.ts";

export interface Region extends Omit<RegionFile, "outer" | "holes"> {
  id: RegionId;
  /** The whole outline. */
  d: string;
  /** The outline without the islands in it. */
  rim: string;
  bounds: Bounds;
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface GameMap {
  width: number;
  height: number;
  regions: Map<RegionId, Region>;
  /** Whether the left and right edges are one. */
  wraps: boolean;
  lines: Record<LineKind, string>;
  /** The coasts with fewer points, for the wide glow along them. */
  shore: string;
  background: { id: string; surface: "land" | "ice" | "water"; d: string }[];
  lakes: string;
  graticule: string;
  canals: MapFile["canals"];
  straits: MapFile["straits"];
}

const FILES: Record<Game, string> = { imperial, imperial2030 };
const kept = new Map<Game, Promise<GameMap>>();

/** The map of a game, fetched once. */
export function loadMap(game: Game): Promise<GameMap> {
  let found = kept.get(game);
  if (!found) {
    found = read<MapFile>(FILES[game]).then(readMap);
    kept.set(game, found);
  }
  return found;
}

export function readMap(file: MapFile): GameMap {
  const arcs = file.arcs.map(pointsOf);
  const d = (rings: Ring[]): string => rings.map((ring) => closed(ring, arcs)).join("");
  const regions = new Map<RegionId, Region>();
  for (const [id, { outer, holes, ...rest }] of Object.entries(file.regions)) {
    const rim = d(outer);
    regions.set(id, { ...rest, id, rim, d: rim + d(holes ?? []), bounds: bounds(outer, arcs) });
  }
  return {
    width: file.size[0],
    height: file.size[1],
    regions,
    wraps: [...regions.values()].some((region) => region.mirror),
    lines: mapValues(file.lines, (numbers) => numbers.map((n) => open(arcs[n]!)).join("")),
    shore: file.lines.coast.map((n) => open(thinned(arcs[n]!))).join(""),
    background: file.background.map(({ id, surface, rings }) => ({ id, surface, d: d(rings) })),
    lakes: file.lakes,
    graticule: file.graticule,
    canals: file.canals,
    straits: file.straits,
  };
}

/** The home provinces of a nation. */
export const homesOf = (map: GameMap, nation: NationId): Region[] =>
  [...map.regions.values()].filter((region) => region.nation === nation);

/** The area several regions take up together. */
export const boundsOf = (regions: Region[]): Bounds => ({
  left: Math.min(...regions.map(({ bounds }) => bounds.left)),
  top: Math.min(...regions.map(({ bounds }) => bounds.top)),
  right: Math.max(...regions.map(({ bounds }) => bounds.right)),
  bottom: Math.max(...regions.map(({ bounds }) => bounds.bottom)),
});

function pointsOf(arc: Arc): Point[] {
  const points: Point[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < arc.length; i += 2) {
    x += arc[i]!;
    y += arc[i + 1]!;
    points.push([x / 10, y / 10]);
  }
  return points;
}

/** A line without the points closer than this to the one before. */
function thinned(points: Point[], gap = 4): Point[] {
  let [x, y] = points[0]!;
  return points.filter((point, i) => {
    const ends = i === 0 || i === points.length - 1;
    if (!ends && Math.hypot(point[0] - x, point[1] - y) < gap) return false;
    [x, y] = point;
    return true;
  });
}

const along = (number: number, arcs: Point[][]): Point[] =>
  number < 0 ? arcs[~number]!.toReversed() : arcs[number]!;

const ringPoints = (ring: Ring, arcs: Point[][]): Point[] =>
  ring.flatMap((number) => along(number, arcs).slice(1));

const open = (points: Point[]): string => `M${points.map((point) => point.join(" ")).join("L")}`;

const closed = (ring: Ring, arcs: Point[][]): string => `${open(ringPoints(ring, arcs))}z`;

function bounds(rings: Ring[], arcs: Point[][]): Bounds {
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of rings.flatMap((ring) => ringPoints(ring, arcs))) {
    all.left = Math.min(all.left, x);
    all.right = Math.max(all.right, x);
    all.top = Math.min(all.top, y);
    all.bottom = Math.max(all.bottom, y);
  }
  return all;
}

function mapValues<K extends string, A, B>(values: Record<K, A>, f: (a: A) => B): Record<K, B> {
  const pairs = Object.entries(values) as [K, A][];
  return Object.fromEntries(pairs.map(([name, value]) => [name, f(value)])) as Record<K, B>;
}
