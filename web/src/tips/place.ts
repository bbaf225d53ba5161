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

/** The places above, below, left and right of something, for a tip about a figure there. */
function around(box: Box, tip: Size, figure: Box): Spot[] {
  const left = figure.left + figure.width / 2 - tip.width / 2;
  const top = figure.top + figure.height / 2 - tip.height / 2;
  return [
    { left, top: box.top - tip.height - GAP },
    { left, top: box.top + box.height + GAP },
    { left: box.left - tip.width - GAP, top },
    { left: box.left + box.width + GAP, top },
  ];
}

/** Beside one thing and above or below another: the nearest to the figure first. */
function corners(spots: Spot[], tip: Size, figure: Box): Spot[] {
  const [x, y] = [figure.left + figure.width / 2, figure.top + figure.height / 2];
  const far = ({ left, top }: Spot): number =>
    Math.abs(left + tip.width / 2 - x) + Math.abs(top + tip.height / 2 - y);
  return spots
    .flatMap(({ left }) => spots.map(({ top }) => ({ left, top })))
    .sort((a, b) => far(a) - far(b));
}

/**
 * The place beside the figure, or beside what is kept free, where the tip does not hide the figure,
 * and as little as can be of what is kept free. Away from the figure it hides as little as can be
 * of what is read. Null where there is none.
 */
export function spotFor(
  tip: Size,
  figure: Box,
  free: Box[],
  window: Size,
  read: Box[] = [],
): Spot | null {
  const most = { left: window.width - tip.width - EDGE, top: window.height - tip.height - EDGE };
  if (most.left < EDGE || most.top < EDGE) return null;
  const hidden = (spot: Spot, boxes: Box[]): number =>
    boxes.reduce((sum, box) => sum + overlap({ ...spot, ...tip }, box), 0);
  const inside = (spots: Spot[]): Spot[] =>
    spots
      .map(({ left, top }) => ({ left: within(left, most.left), top: within(top, most.top) }))
      .filter((spot) => overlap({ ...spot, ...tip }, figure) === 0);
  const beside = around(figure, tip, figure);
  const off = [...beside, ...free.flatMap((box) => around(box, tip, figure))];
  const away = inside([...off, ...corners(off, tip, figure)]).sort(
    (a, b) => hidden(a, read) - hidden(b, read),
  );
  return [...inside(beside), ...away].sort((a, b) => hidden(a, free) - hidden(b, free))[0] ?? null;
}
