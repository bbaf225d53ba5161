/** Where the caption covers nothing that has changed. */

/** In the order in which they are tried. */
const SPOTS = ["middle", "right", "left", "top"] as const;
export type Spot = (typeof SPOTS)[number];

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

const MARGIN = 12;

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first spot of a board in which a box meets none of the others; else the first of all. */
export function spotFor(board: Box, { width, height }: DOMRect, taken: Box[]): Spot {
  const free = (spot: Spot): boolean => {
    const place = placeAt(spot, board, width, height);
    return !taken.some((other) => meet(place, other));
  };
  return SPOTS.find(free) ?? SPOTS[0];
}

function placeAt(spot: Spot, board: Box, width: number, height: number): Box {
  const middle = (board.left + board.right - width) / 2;
  const left = { middle, top: middle, right: board.right - MARGIN - width, left: board.left + 140 }[
    spot
  ];
  const top = spot === "top" ? board.top + MARGIN : board.bottom - MARGIN - height;
  return { left, right: left + width, top, bottom: top + height };
}

/** Where a caption may stand on its board: not over regions that are marked as changed. */
export function freeSpot(caption: HTMLElement): Spot {
  const board = caption.parentElement!;
  const changed = board.querySelectorAll(".region.changed .ground");
  const boxes = [...changed].map((region) => region.getBoundingClientRect());
  return spotFor(board.getBoundingClientRect(), caption.getBoundingClientRect(), boxes);
}
