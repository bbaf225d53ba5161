/** Where a tip stands: beside its figure, in the window, and over nothing that is decided. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Spot {
  left: number;
  top: number;
}

const GAP = 10;
const EDGE = 8;

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const within = (at: number, most: number): number => Math.max(EDGE, Math.min(at, most));

/**
 * The first place beside the figure, above, below, left or right, where the tip hides neither it
 * nor what is kept free; beside what is kept free, for a figure in it. Null where there is none.
 */
export function spotFor(tip: Size, figure: Box, free: Box | null, window: Size): Spot | null {
  const most = { left: window.width - tip.width - EDGE, top: window.height - tip.height - EDGE };
  if (most.left < EDGE || most.top < EDGE) return null;
  const middle = figure.left + figure.width / 2 - tip.width / 2;
  const level = figure.top + figure.height / 2 - tip.height / 2;
  const around = (box: Box): [number, number][] => [
    [middle, box.top - tip.height - GAP],
    [middle, box.top + box.height + GAP],
    [box.left - tip.width - GAP, level],
    [box.left + box.width + GAP, level],
  ];
  const isIn = free !== null && overlap(figure, free) > 0;
  const spots = [...around(figure), ...(isIn ? around(free) : [])];
  return (
    spots
      .map(([left, top]) => ({ left: within(left, most.left), top: within(top, most.top) }))
      .find((spot) => {
        const box = { ...spot, ...tip };
        return overlap(box, figure) === 0 && !(free && overlap(box, free) > 0);
      }) ?? null
  );
}
