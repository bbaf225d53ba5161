/** The lines of arrows: from place to place, also over the edge of a map that wraps. */

import type { RegionId } from "../api/told.ts";
import type { Arrow } from "./highlights.ts";
import type { PlacedPiece } from "./layout.ts";
import type { GameMap, Point } from "./map.ts";

export interface Route {
  d: string;
  /** Where the number is written. */
  middle: Point;
  /** The tip of the arrow and where it points, in degrees. */
  end: Point;
  angle: number;
  /** How often it is drawn: once, and once more a map's width away if it goes over the edge. */
  copies: number[];
}

/** Where an arrow begins or ends: at a piece of its nation, or in the middle of the region. */
export type Spot = (region: RegionId, arrow: Arrow | null) => Point;

/** Arrows begin at a piece of their nation and end where it will be. */
export function spotOf(
  pieces: PlacedPiece[],
  map: GameMap,
  region: RegionId,
  arrow: Arrow | null,
): Point {
  const here = pieces.filter((piece) => piece.region === region && !piece.mirrored);
  const own = here.filter((piece) => piece.nation === arrow?.nation);
  const expected = own.find((piece) => piece.ghost === (region === arrow?.to));
  const found = expected ?? own[0] ?? (arrow ? undefined : here[0]);
  return found?.at ?? map.regions.get(region)?.anchor ?? [0, 0];
}

/** How far a line between two points bends, as a part of its length. */
const BEND = 0.13;

/** The points of an arrow, moved by the map's width where the edge is nearer than the middle. */
export function stations(arrow: Arrow, map: GameMap, spot: Spot): Point[] {
  const canals = map.canals.filter(({ id }) => arrow.canals?.includes(id)).map(({ at }) => at);
  const over = (arrow.via ?? []).map((region) => spot(region, arrow));
  const points = [spot(arrow.from, arrow), ...canals, ...over, spot(arrow.to, arrow)];
  if (!map.wraps) return points;
  return points.reduce<Point[]>((path, [x, y]) => {
    const before = path.at(-1)?.[0] ?? x;
    const turns = Math.round((before - x) / map.width);
    return [...path, [x + turns * map.width, y]];
  }, []);
}

/** Whether a way leads over the edge of the map. */
export const overEdge = (points: Point[], map: GameMap): boolean =>
  points.some(([x]) => x < 0 || x > map.width);

export function route(points: Point[], map: GameMap, margin: number): Route {
  const line = curves(points);
  const [first, last] = [line[0]!, line.at(-1)!];
  const start = trimmed(first.from, first.c1, margin);
  const end = trimmed(last.to, last.c2, margin);
  const d = line
    .map(({ from, c1, c2, to }, i) => {
      const a = i === 0 ? start : from;
      const b = i === line.length - 1 ? end : to;
      return `${i === 0 ? `M${a.join(" ")}` : ""}C${[c1, c2, b].flat().map(round).join(" ")}`;
    })
    .join("");
  const half = line[Math.floor((line.length - 1) / 2)]!;
  return {
    d,
    end,
    angle: (Math.atan2(end[1] - last.c2[1], end[0] - last.c2[0]) * 180) / Math.PI,
    middle: points.length > 2 && line.length % 2 === 0 ? half.to : at(half, 0.5),
    copies: copies(points, map),
  };
}

/** Points along an arrow, for a unit that travels on it. */
export function samples(points: Point[], map: GameMap): { points: Point[]; copies: number[] } {
  const parts = Array.from({ length: 9 }, (_, i) => i / 8);
  const along = curves(points).flatMap((curve) => parts.map((part) => at(curve, part)));
  return { points: along, copies: copies(points, map) };
}

interface Curve {
  from: Point;
  c1: Point;
  c2: Point;
  to: Point;
}

const round = (value: number): number => Math.round(value * 10) / 10;

const curves = (points: Point[]): Curve[] =>
  points.length > 2 ? smooth(points) : bent(points[0]!, points[1]!);

function bent(from: Point, to: Point): Curve[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // Always upwards, whichever way it leads.
  const bend = dx < 0 ? -BEND : BEND;
  const control = (part: number): Point => [
    from[0] + dx * part + dy * bend,
    from[1] + dy * part - dx * bend,
  ];
  return [{ from, c1: control(0.33), c2: control(0.67), to }];
}

/** A smooth line through all points. */
function smooth(points: Point[]): Curve[] {
  return points.slice(1).map((to, i) => {
    const from = points[i]!;
    const before = points[i - 1] ?? from;
    const after = points[i + 2] ?? to;
    const near = (a: Point, b: Point, c: Point): Point => [
      b[0] + (c[0] - a[0]) / 6,
      b[1] + (c[1] - a[1]) / 6,
    ];
    return { from, c1: near(before, from, to), c2: near(after, to, from), to };
  });
}

/** A point on a curve. */
function at({ from, c1, c2, to }: Curve, part: number): Point {
  const rest = 1 - part;
  const mix = (i: 0 | 1): number =>
    rest ** 3 * from[i] +
    3 * rest ** 2 * part * c1[i] +
    3 * rest * part ** 2 * c2[i] +
    part ** 3 * to[i];
  return [mix(0), mix(1)];
}

/** Leaves room for the piece at the end of a line. */
function trimmed(end: Point, towards: Point, margin: number): Point {
  const [dx, dy] = [towards[0] - end[0], towards[1] - end[1]];
  const part = Math.min(0.8, margin / Math.hypot(dx, dy) || 0);
  return [round(end[0] + dx * part), round(end[1] + dy * part)];
}

function copies(points: Point[], { width }: GameMap): number[] {
  const left = Math.min(...points.map(([x]) => x));
  const right = Math.max(...points.map(([x]) => x));
  return [0, ...(left < 0 ? [width] : []), ...(right > width ? [-width] : [])];
}
