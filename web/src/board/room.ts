/** Where a card stands: beside its place, and over nothing that can be chosen. */

import type { Point, Region } from "./map.ts";

/** Units of the map between two samples of a region. */
const GRAIN = 9;
/** Pixels from the place that are as bad as a region hidden. */
const FAR = 100_000;
/** Pixels between two places that are tried. */
const STEP = 12;
const MARGIN = 8;
/** Pixels around a place that its card leaves free. */
const GAP = 24;

export interface Corner {
  left: number;
  top: number;
}

export interface Size {
  width: number;
  height: number;
}

const kept = new WeakMap<Region, Point[]>();

/** Points all over a region; small ones have one at least. */
export function samplesOf(region: Region): Point[] {
  let found = kept.get(region);
  if (!found) kept.set(region, (found = sampled(region)));
  return found;
}

function sampled({ d, bounds, anchor }: Region): Point[] {
  const rings = ringsOf(d);
  const found: Point[] = [];
  for (let y = bounds.top + GRAIN / 2; y < bounds.bottom; y += GRAIN) {
    const met = crossings(y, rings);
    for (let x = bounds.left + GRAIN / 2; x < bounds.right; x += GRAIN)
      if (met.filter((at) => at < x).length % 2 === 1) found.push([x, y]);
  }
  return found.length > 0 ? found : [anchor];
}

/** Points all over a thing that floats over the map. */
export function rowsOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Point[] {
  const parts = [0, 0.25, 0.5, 0.75, 1];
  return parts.flatMap((down) =>
    parts.map((along): Point => [
      offsetLeft + along * offsetWidth,
      offsetTop + down * offsetHeight,
    ]),
  );
}

const ringsOf = (d: string): Point[][] =>
  d
    .split("z")
    .filter(Boolean)
    .map((ring) =>
      ring
        .slice(1)
        .split("L")
        .map((at) => at.split(" ").map(Number) as Point),
    );

/** Where an outline meets a line across the map; what has an odd number to its left is inside. */
function crossings(y: number, rings: Point[][]): number[] {
  return rings.flatMap((ring) =>
    ring.flatMap(([bx, by], i) => {
      const [ax, ay] = ring.at(i - 1)!;
      return ay > y === by > y ? [] : [ax + ((bx - ax) * (y - ay)) / (by - ay)];
    }),
  );
}

/** The point of a card that is nearest to another. */
export const nearest = ([x, y]: Point, { left, top }: Corner, { width, height }: Size): Point => [
  Math.min(Math.max(x, left), left + width),
  Math.min(Math.max(y, top), top + height),
];

/**
 * The corner of a card in a frame, as near to a place as can be without covering a part of the
 * areas, each given by points all over it; else where it covers least.
 */
export function cornerFor(card: Size, at: Point, frame: Size, areas: Point[][]): Corner {
  const own: Point[] = [at];
  let [found, least] = [{ left: MARGIN, top: MARGIN }, Infinity];
  for (const top of stops(at[1], card.height, frame.height))
    for (const left of stops(at[0], card.width, frame.width)) {
      const corner = { left, top };
      const [x, y] = nearest(at, corner, card);
      const away = Math.hypot(x - at[0], y - at[1]);
      const cost = away + (away < GAP ? FAR : 0);
      if (cost >= least) continue;
      const whole = cost + FAR * hidden(corner, card, [own, ...areas], (least - cost) / FAR);
      if (whole < least) [found, least] = [corner, whole];
    }
  return found;
}

/** Where a card may begin along one axis: in steps through the frame, and right beside the place. */
function stops(at: number, size: number, most: number): number[] {
  const last = Math.max(MARGIN, most - size - MARGIN);
  const steps = Array.from({ length: Math.ceil((last - MARGIN) / STEP) }, (_, i) => i * STEP);
  const beside = [at - size - GAP, at - size / 2, at + GAP];
  const all = [...beside, ...steps.map((step) => MARGIN + step), last];
  return all.filter((stop) => stop >= MARGIN && stop <= last);
}

/** How many areas are hidden, by parts; they are not counted on where that is too much. */
function hidden(corner: Corner, card: Size, areas: Point[][], most: number): number {
  const [left, right] = [corner.left - 4, corner.left + card.width + 4];
  const [top, bottom] = [corner.top - 4, corner.top + card.height + 4];
  let sum = 0;
  for (const area of areas) {
    let over = 0;
    for (const [x, y] of area) if (x > left && x < right && y > top && y < bottom) over += 1;
    sum += over / area.length;
    if (sum >= most) break;
  }
  return sum;
}
