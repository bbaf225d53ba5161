/** Where pieces stand: in the slots of their region, clear of names, cities and each other. */

import type { Point, Region } from "./map.ts";

/** A rectangle around a point, in screen pixels from the corner of the map. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const h = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return w > 0 && h > 0 ? w * h : 0;
}

/** Places for pieces of a size, best first. What is in the way counts less than another piece. */
export function places(
  region: Region,
  count: number,
  size: number,
  scale: number,
  obstacles: Box[],
): Point[] {
  const taken: Box[] = [];
  const free = [region.anchor, ...region.slots].map(([x, y]) => ({
    x: x * scale,
    y: y * scale,
    w: size,
    h: size,
  }));
  const worst = size * size;
  const cost = (box: Box, index: number): number =>
    sum(obstacles, (other) => overlap(box, other)) +
    2 * sum(taken, (other) => overlap(box, other)) +
    index * 0.02 * worst;
  for (let n = 0; n < count; n++) {
    const best = free.reduce(
      (found, box, index) => {
        const price = cost(box, index);
        return price < found.price ? { box, price } : found;
      },
      { box: free[0]!, price: Infinity },
    ).box;
    taken.push(taken.includes(best) ? { ...best, x: best.x + (n * size) / 3 } : best);
  }
  return taken.map(({ x, y }) => [x / scale, y / scale]);
}

const sum = <T>(items: T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
