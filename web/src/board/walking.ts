/** Arrow keys on the map: to the nearest region in that direction. */

import type { Region } from "./map.ts";

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next region for a key, or null. What lies aside counts as further away. */
export function towards(key: string, from: Region, among: Region[]): Region | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best: Region | null = null;
  let least = Infinity;
  for (const region of among) {
    const [x, y] = [region.anchor[0] - from.anchor[0], region.anchor[1] - from.anchor[1]];
    const ahead = x * direction[0] + y * direction[1];
    const aside = Math.abs(x * direction[1]) + Math.abs(y * direction[0]);
    const distance = ahead + 2 * aside;
    if (region !== from && ahead > 0 && distance < least) [best, least] = [region, distance];
  }
  return best;
}
