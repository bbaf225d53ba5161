/** Everything that is drawn at constant size, put in its place for one scale. */

import type { RegionId } from "../api/told.ts";
import { type Label, shown, type ShownLabel } from "./labels.ts";
import type { GameMap, Point, Region } from "./map.ts";
import type { Flag, Piece } from "./pieces.ts";
import { around, best, type Box, covered, spread } from "./places.ts";

/** The size of a piece at some scales: smaller only where the whole board is on a phone. */
const SIZES: Point[] = [
  [0.15, 10],
  [0.35, 19],
  [1, 24],
];
/** The size the pieces are drawn in. */
export const TOKEN = 22;
/** Sizes of other things, as parts of that of a piece. */
const CITY = 0.8;
const FLAG = { w: 0.85, h: 0.7 };
/** Turns from the straight way out of the port. */
const TURNS = [0, 0.35, -0.35, 0.7, -0.7, 1.1, -1.1, 1.5, -1.5];
/** Shifts of a name that get it out of the way, in pixels. */
const SHIFTS: Point[] = [0, 4, 8, 12, 16, 24].flatMap((far) =>
  far === 0
    ? [[0, 0]]
    : ([
        [0, -far],
        [0, far],
        [-far, 0],
        [far, 0],
        [-far, -far],
        [far, -far],
      ] as Point[]),
);

export interface Layout {
  scale: number;
  /** Of a piece, in pixels. */
  size: number;
  labels: ShownLabel[];
  /** What pieces should keep clear of: names and cities. */
  boxes: Box[];
  /** Where the flag of a region stands, if it has one. */
  flags: Map<RegionId, Point>;
  /** Where fleets lie in port. */
  berths: Map<RegionId, Point>;
}

export interface PlacedPiece extends Piece {
  at: Point;
  /** The paler copy at the other edge of the map. */
  mirrored: boolean;
}

export interface PlacedFlag extends Flag {
  at: Point;
}

/** The still part: names, cities, room for flags and for fleets in port. */
export function layout(map: GameMap, labels: Label[], scale: number, grown = 1): Layout {
  const regions = [...map.regions.values()];
  const size = pieceSize(scale) * grown;
  const square = ([x, y]: Point, side: number): Box => ({
    x: x * scale,
    y: y * scale,
    w: side,
    h: side,
  });
  const cities = regions.flatMap(({ city }) => (city ? [square(city.at, size * CITY)] : []));
  const berths = placeBerths(map, scale, size, cities);
  const solid = [...cities, ...[...berths.values()].map((at) => square(at, size))];
  const names = placeLabels(labels, scale, solid, map, grown);
  const boxes = [...names.map((label) => boxOf(label, scale)), ...cities];
  const spots = new Map(names.map((label) => [label.key, label]));
  const flags = new Map(
    regions.map((region) => [
      region.id,
      flagSpot(region, spots.get(`${region.id}:0`), { scale, size, boxes }),
    ]),
  );
  return { scale, size, labels: names, boxes, flags, berths };
}

const boxOf = ({ x, y, width, height }: ShownLabel, scale: number): Box => ({
  x: x * scale,
  y: y * scale,
  w: width,
  h: height,
});

/** A fleet in port lies off its city, far enough for both to be seen, and inside the frame. */
function placeBerths(
  map: GameMap,
  scale: number,
  size: number,
  cities: Box[],
): Map<RegionId, Point> {
  const berths = new Map<RegionId, Point>();
  const taken = [...cities];
  for (const { id, city, port } of map.regions.values()) {
    if (!city || !port) continue;
    const [x, y] = [port.at[0] - city.at[0], port.at[1] - city.at[1]];
    const far = Math.max(size, Math.hypot(x, y) * scale);
    const spots = TURNS.map((turn) => Math.atan2(y, x) + turn)
      .map((angle) => ({
        x: city.at[0] * scale + far * Math.cos(angle),
        y: city.at[1] * scale + far * Math.sin(angle),
        w: size,
        h: size,
      }))
      .filter((spot) => spot.y > size / 2 && spot.x > size / 2);
    const spot = best(spots, around(spots[0]!, taken, 2 * size), 0.06);
    taken.push(spot);
    berths.set(id, [spot.x / scale, spot.y / scale]);
  }
  return berths;
}

/** So many pixels between two names, where there is room, or they would read as one. */
const APART = 8;

/** Large names first; a small one that finds no room, or covers another name, is left out. */
function placeLabels(
  labels: Label[],
  scale: number,
  solid: Box[],
  map: GameMap,
  grown: number,
): ShownLabel[] {
  const placed: ShownLabel[] = [];
  const taken = [...solid];
  const names: Box[] = [];
  for (const label of labels.toSorted((a, b) => b.box.size - a.box.size)) {
    const found = shown(label, scale, grown);
    if (!found) continue;
    const box = boxOf(found, scale);
    const near = around(box, taken, 24);
    const inside = ([x, y]: Point): Box => ({
      ...box,
      x: clamp(box.x + x, box.w / 2 + 3, map.width * scale - box.w / 2 - 3),
      y: clamp(box.y + y, box.h / 2 + 3, map.height * scale - box.h / 2 - 3),
    });
    const spots = SHIFTS.map(inside);
    const others = around(box, names, 24);
    const free = spots.filter((one) => covered(one, others) === 0);
    const apart = free.filter((one) => covered({ ...one, w: one.w + APART }, others) === 0);
    const spot = best(
      [apart, free, spots].find(({ length }) => length > 0)!,
      near,
      0.008,
    );
    const area = spot.w * spot.h;
    if (found.spills && covered(spot, near) > 0.25 * area) continue;
    if (covered(spot, names) > (found.spills ? 0.05 : 0.02) * area) continue;
    names.push(spot);
    taken.push(spot);
    placed.push({ ...found, x: spot.x / scale, y: spot.y / scale });
  }
  return placed;
}

/** Under the name, or where it covers no other name. */
function flagSpot(
  region: Region,
  label: ShownLabel | undefined,
  { scale, size, boxes }: Pick<Layout, "scale" | "size" | "boxes">,
): Point {
  if (!label) return region.flag;
  const { x, y, w, h } = boxOf(label, scale);
  const flag = flagBox(size);
  const [down, aside] = [(h + flag.h) / 2 + 1, (w + flag.w) / 2 + 2];
  const shifts: Point[] = [
    [0, down],
    [w / 4, down],
    [-w / 4, down],
    [aside, 0],
    [-aside, 0],
    [0, -down],
  ];
  const spots = shifts.map(([dx, dy]) => ({ x: x + dx, y: y + dy, ...flag }));
  const spot = best(spots, around(spots[0]!, boxes, 80), 0.03);
  return [spot.x / scale, spot.y / scale];
}

const flagBox = (size: number): { w: number; h: number } => ({
  w: FLAG.w * size,
  h: FLAG.h * size,
});

/** Flags where they stand. */
export const placeFlags = (flags: Flag[], { flags: spots }: Layout): PlacedFlag[] =>
  flags.flatMap((flag) => {
    const at = spots.get(flag.region);
    return at ? [{ ...flag, at }] : [];
  });

/** Units where they stand, the second copies of the Pacific fleets included. */
export function placePieces(
  pieces: Map<RegionId, Piece[]>,
  map: GameMap,
  still: Layout,
): PlacedPiece[] {
  const taken: Box[] = [];
  return [...map.regions.values()].toSorted(byRoom).flatMap((region) => {
    const here = pieces.get(region.id);
    if (!here) return [];
    const afield = here.filter((piece) => !piece.inPort);
    const spots = spotsOf(region, afield.length, still, taken);
    const docked = here.filter((piece) => piece.inPort);
    const placed = here.map((piece) => ({
      ...piece,
      at: piece.inPort
        ? moored(still, region, docked.indexOf(piece))
        : spots[afield.indexOf(piece)]!,
      mirrored: false,
    }));
    return [...placed, ...mirrors(region, placed, still)];
  });
}

/** A second fleet in port, not there yet, lies beside the first. */
function moored({ berths, scale, size }: Layout, { id, anchor }: Region, n: number): Point {
  const [x, y] = berths.get(id) ?? anchor;
  return [x + (n * size) / 2 / scale, y];
}

/** Who has the fewest slots chooses first. */
const byRoom = (a: Region, b: Region): number => a.slots.length - b.slots.length;

function spotsOf(region: Region, count: number, still: Layout, taken: Box[]): Point[] {
  if (count === 0) return [];
  const { scale, size, boxes, berths, flags } = still;
  const square = ([x, y]: Point): Box => ({ x: x * scale, y: y * scale, w: size, h: size });
  const [fx, fy] = flags.get(region.id)!;
  const others = [...taken, ...[...berths.values()].map(square)];
  const obstacles = [
    ...around(reachOf(region, scale), [...boxes, ...others, ...others], size),
    { x: fx * scale, y: fy * scale, ...flagBox(size) },
  ];
  const spots = spread([region.anchor, ...region.slots].map(square), count, obstacles);
  taken.push(...spots);
  return spots.map(({ x, y }) => [x / scale, y / scale]);
}

function reachOf({ bounds: { left, top, right, bottom } }: Region, scale: number): Box {
  const [w, h] = [(right - left) * scale, (bottom - top) * scale];
  return { x: left * scale + w / 2, y: top * scale + h / 2, w, h };
}

/** The pieces of one region in a ring around it, if they cover each other. */
export function fannedOut(
  pieces: PlacedPiece[],
  region: Region,
  { scale, size }: Layout,
): PlacedPiece[] {
  const here = pieces.filter(
    (piece) => piece.region === region.id && !piece.mirrored && !piece.inPort,
  );
  const boxes = here.map(({ at: [x, y] }) => ({ x: x * scale, y: y * scale, w: size, h: size }));
  const crowded = boxes.some((box) => covered(box, boxes) > 1.2 * size * size);
  if (!crowded) return pieces;
  const radius = Math.max(0.9 * size, (1.15 * size * here.length) / (2 * Math.PI)) / scale;
  const turned = (piece: PlacedPiece): PlacedPiece => {
    const angle = (2 * Math.PI * here.indexOf(piece)) / here.length - Math.PI / 2;
    const [x, y] = region.anchor;
    return { ...piece, at: [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] };
  };
  return pieces.map((piece) => (here.includes(piece) ? turned(piece) : piece));
}

/** How large a piece is at a scale, in pixels. */
export function pieceSize(scale: number): number {
  const next = SIZES.findIndex(([at]) => scale < at);
  if (next <= 0) return SIZES.at(next)![1];
  const [[from, least], [to, most]] = [SIZES[next - 1]!, SIZES[next]!];
  return least + ((most - least) * (scale - from)) / (to - from);
}

/** The strip at the other edge is narrow: copies stand one below the other. */
function mirrors(
  { mirror }: Region,
  placed: PlacedPiece[],
  { scale, size }: Layout,
): PlacedPiece[] {
  if (!mirror) return [];
  return placed.map((piece, n) => ({
    ...piece,
    key: `${piece.key}/mirror`,
    at: [mirror[0], mirror[1] - (n * (size + 3)) / scale],
    mirrored: true,
  }));
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** A place on the map, for the style of what stands there. */
export function placed(x: number, y: number): string {
  return `${x.toFixed(1)}px ${y.toFixed(1)}px`;
}
