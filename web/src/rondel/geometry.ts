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

/** Where the words of a sector stand. */
export const middle = (index: number): Point => at(index + 0.5, (RIM + HUB) / 2 + 9);

/** Where markers stand in a sector: side by side along the hub, so far outside of it. */
export function places(index: number, count: number, outside = 12): Point[] {
  const radius = HUB + outside;
  return Array.from({ length: count }, (_, i) => {
    const turn = index + 0.5 + (i - (count - 1) / 2) * 0.27;
    return at(turn, radius);
  });
}

/** The way from one sector to another, clockwise along the hub. */
export function path(from: number, steps: number): string {
  const radius = HUB - 6;
  const [a, b] = [at(from + 0.5, radius), at(from + 0.5 + steps, radius)];
  return `M${show(a)}A${radius} ${radius} 0 ${steps > SECTORS / 2 ? 1 : 0} 1 ${show(b)}`;
}
