/** Where a number stands beside a place: as far as it can from names, pieces and cities. */

import type { LabelBox, Point, Region } from "./map.ts";

/** So many directions are tried, at these distances from the place, in pixels. */
const DIRECTIONS = 12;
const DISTANCES = [24, 34, 44];
/** Beyond this nothing is in the way. */
const CLEAR = 26;

/** The spot for a number at a region, as an offset in pixels; `scale` is pixels for a unit. */
export function spotAt(region: Region, all: Iterable<Region>, scale: number): Point {
  const obstacles = [...all].flatMap(obstaclesOf);
  const room = ([x, y]: Point): number => {
    const at: Point = [region.anchor[0] + x / scale, region.anchor[1] + y / scale];
    return Math.min(CLEAR, ...obstacles.map((box) => distance(at, box) * scale));
  };
  return candidates().reduce((best, one) => (room(one) > room(best) ? one : best));
}

/** The nearest first, and of these the one above to the left. */
const candidates = (): Point[] =>
  DISTANCES.flatMap((distance) =>
    Array.from({ length: DIRECTIONS }, (_, i): Point => {
      const angle = ((i / DIRECTIONS) * 2 - 0.75) * Math.PI;
      return [Math.cos(angle) * distance, Math.sin(angle) * distance];
    }),
  );

type Box = Pick<LabelBox, "x" | "y" | "w" | "h">;

function obstaclesOf({ labels, anchor, flag, city, port }: Region): Box[] {
  const points = [anchor, flag, city?.at, port?.at].flatMap((at) => (at ? [at] : []));
  return [...labels, ...points.map(([x, y]) => ({ x, y, w: 0, h: 0 }))];
}

/** From a point to the edge of a box around its middle. */
function distance([x, y]: Point, box: Box): number {
  const [dx, dy] = [Math.abs(x - box.x) - box.w / 2, Math.abs(y - box.y) - box.h / 2];
  return Math.hypot(Math.max(0, dx), Math.max(0, dy));
}
