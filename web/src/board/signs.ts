/** Signs on the map that keep off each other. */

import type { Point } from "./map.ts";

/** A sign on an arrow: where it would stand, and its size. */
export interface Sign {
  at: Point;
  width: number;
  height: number;
}

const DIRECTIONS = 8;
const RINGS = 6;

/** Where signs stand so that none lies upon another: at their places, or as near as can be. */
export function apart(signs: Sign[]): Point[] {
  const placed: Sign[] = [];
  for (const sign of signs) {
    const isFree = (at: Point): boolean => !placed.some((one) => touch({ ...sign, at }, one));
    placed.push({ ...sign, at: around(sign).find(isFree) ?? sign.at });
  }
  return placed.map(({ at }) => at);
}

const touch = (one: Sign, other: Sign): boolean =>
  Math.abs(one.at[0] - other.at[0]) < (one.width + other.width) / 2 &&
  Math.abs(one.at[1] - other.at[1]) < (one.height + other.height) / 2;

/** The place itself, and then ever further from it. */
function around({ at: [x, y], height }: Sign): Point[] {
  const spots = Array.from({ length: DIRECTIONS * RINGS }, (_, i): Point => {
    const angle = ((i % DIRECTIONS) / DIRECTIONS) * 2 * Math.PI;
    const far = (Math.floor(i / DIRECTIONS) + 1) * height * 0.55;
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  return [[x, y], ...spots];
}
