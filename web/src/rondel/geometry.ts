/** The wheel: eight sectors clockwise, the first right of noon; markers by the hub. */

export const CENTRE = 170;
export const RIM = 164;
export const HUB = 62;

const SECTORS = 8;

export interface Point {
  x: number;
  y: number;
}

/** A point on the wheel; `turn` is in sectors from noon. */
export function at(turn: number, radius: number): Point {
  const angle = (turn / SECTORS) * 2 * Math.PI;
  return { x: CENTRE + radius * Math.sin(angle), y: CENTRE - radius * Math.cos(angle) };
}

const show = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The outline of a sector. */
export function sector(index: number): string {
  const [a, b, c, d] = [at(index, RIM), at(index + 1, RIM), at(index + 1, HUB), at(index, HUB)];
  return `M${show(a)}A${RIM} ${RIM} 0 0 1 ${show(b)}L${show(c)}A${HUB} ${HUB} 0 0 0 ${show(d)}Z`;
}

/** The middle of a sector. */
export const middle = (index: number): Point => at(index + 0.5, (RIM + HUB) / 2 + 9);

/** How far apart the lines of words are. */
export const LINE = 20;

/** A line of words: where its middle is, and how wide it may be. */
export interface Place extends Point {
  width: number;
}

/** Where the words of a sector stand, line by line: in the middle of what is free at that height. */
export function linesIn(index: number, count: number): Place[] {
  const centre = middle(index);
  return Array.from({ length: count }, (_, i) => {
    const y = centre.y + (i - (count - 1) / 2) * LINE;
    const [from, to] = freeAt(index, y - CENTRE);
    return { x: CENTRE + (from + to) / 2, y, width: Math.abs(to - from) - 2 * EDGE };
  });
}

const EDGE = 8;
/** So far beyond the hub words keep off it: markers stand on its edge. */
const MARKERS = 8;
const half = (radius: number, y: number): number => Math.sqrt(Math.max(0, radius ** 2 - y ** 2));

/** From where to where a sector reaches at a height, seen from the centre. */
function freeAt(index: number, y: number): [number, number] {
  const side = index < SECTORS / 2 ? 1 : -1;
  const steep = [0, 3, 4, 7].includes(index);
  const inner = Math.max(half(HUB + MARKERS, y), steep ? 0 : Math.abs(y));
  const outer = Math.min(half(RIM, y), steep ? Math.abs(y) : RIM);
  return [side * inner, side * outer];
}

/** Where markers stand in a sector: side by side along the hub. */
export function places(index: number, count: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const turn = index + 0.5 + (i - (count - 1) / 2) * 0.5;
    return at(turn, HUB);
  });
}

/** The way from one sector to another, clockwise along the hub. */
export function path(from: number, steps: number): string {
  const radius = HUB - 17;
  const [a, b] = [at(from + 0.5, radius), at(from + 0.5 + steps, radius)];
  return `M${show(a)}A${radius} ${radius} 0 ${steps > SECTORS / 2 ? 1 : 0} 1 ${show(b)}`;
}
