/** Finding room: among several places for a thing, the one that covers least of the others. */

/** A rectangle around a point, in screen pixels from the corner of the map. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The area two rectangles share. */
export function overlap(a: Box, b: Box): number {
  const w = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2);
  const h = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2);
  return w > 0 && h > 0 ? w * h : 0;
}

export const covered = (box: Box, others: Box[]): number =>
  others.reduce((area, other) => area + overlap(box, other), 0);

/** What lies so close to a place that it could be covered. */
export function around({ x, y, w, h }: Box, boxes: Box[], margin: number): Box[] {
  const area = { x, y, w: w + 2 * margin, h: h + 2 * margin };
  return boxes.filter((box) => overlap(area, box) > 0);
}

/**
 * The best of several places. Earlier ones are preferred: each next one has to save
 * a further part of the area.
 */
export function best(candidates: Box[], obstacles: Box[], reluctance: number): Box {
  let [found, least] = [candidates[0]!, Infinity];
  candidates.forEach((box, index) => {
    const cost = covered(box, obstacles) / (box.w * box.h) + index * reluctance;
    if (cost < least - 1e-9) [found, least] = [box, cost];
  });
  return found;
}

/** Places for several things of one size, none over another as long as there is room. */
export function spread(candidates: Box[], count: number, obstacles: Box[]): Box[] {
  const taken: Box[] = [];
  for (let n = 0; n < count; n++) {
    // Another piece is worse to cover than a name.
    const found = best(candidates, [...obstacles, ...taken, ...taken], 0.02);
    const again = taken.filter(({ x, y }) => x === found.x && y === found.y).length;
    taken.push({ ...found, x: found.x + (again * found.w) / 2 });
  }
  return taken;
}
