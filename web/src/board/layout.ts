/** Everything that is drawn at constant size, put in its place for one scale. */

import type { NationId, RegionId } from "../api/game.ts";
import type { Label, ShownLabel } from "./labels.ts";
import { shown } from "./labels.ts";
import type { GameMap, Point, Region } from "./map.ts";
import type { Piece, Standing } from "./pieces.ts";
import { type Box, places } from "./places.ts";

export const TOKEN = 22;
const CITY = 15;
const FLAG = { w: 18, h: 15 };

export interface Layout {
  scale: number;
  labels: ShownLabel[];
  /** What pieces should keep clear of. */
  boxes: Box[];
  /** Where flags stand: under the name of their region. */
  flags: Map<RegionId, Point>;
}

export interface PlacedPiece extends Piece {
  at: Point;
  /** The paler copy at the other edge of the map. */
  mirrored: boolean;
}

export interface PlacedFlag {
  nation: NationId;
  region: RegionId;
  at: Point;
}

/** The still part: names and cities. */
export function layout(map: GameMap, labels: Label[], scale: number): Layout {
  const names = labels.flatMap((label) => shown(label, scale) ?? []);
  const byKey = new Map(names.map((label) => [label.key, label]));
  const cities = [...map.regions.values()].flatMap(({ city }) => (city ? [city.at] : []));
  const boxes = [
    ...names.map(({ x, y, width, height }) => ({ x: x * scale, y: y * scale, w: width, h: height })),
    ...cities.map(([x, y]) => ({ x: x * scale, y: y * scale, w: CITY, h: CITY })),
  ];
  const flags = new Map(
    [...map.regions.values()].map((region) => [
      region.id,
      flagPlace(region, byKey.get(`${region.id}:0`), scale),
    ]),
  );
  return { scale, labels: names, boxes, flags };
}

function flagPlace(region: Region, label: ShownLabel | undefined, scale: number): Point {
  const [x, y] = region.flag;
  if (!label) return [x, y];
  return [x, Math.max(y, label.y + (label.height / 2 + FLAG.h / 2) / scale)];
}

/** Flags where they stand. */
export const placeFlags = (flags: Standing[], { flags: spots }: Layout): PlacedFlag[] =>
  flags.flatMap(({ nation, region }) => {
    const at = spots.get(region);
    return at ? [{ nation, region, at }] : [];
  });

/** Units where they stand, the second copies of the Pacific fleets included. */
export function placePieces(
  pieces: Map<RegionId, Piece[]>,
  map: GameMap,
  { scale, boxes, flags }: Layout,
): PlacedPiece[] {
  return [...pieces].flatMap(([id, here]) => {
    const region = map.regions.get(id);
    if (!region) return [];
    const [fx, fy] = flags.get(id)!;
    const near = [...closeTo(region, scale, boxes), { x: fx * scale, y: fy * scale, ...FLAG }];
    const abroad = here.filter((piece) => !piece.inPort);
    const spots = places(region, abroad.length, TOKEN, scale, near);
    const placed = here.map((piece) => ({
      ...piece,
      at: piece.inPort ? region.port!.at : spots[abroad.indexOf(piece)]!,
      mirrored: false,
    }));
    return [...placed, ...mirrors(region, placed)];
  });
}

/** What lies in or close to a region. */
function closeTo({ bounds }: Region, scale: number, boxes: Box[]): Box[] {
  const margin = 40;
  return boxes.filter(
    ({ x, y }) =>
      x > bounds.left * scale - margin &&
      x < bounds.right * scale + margin &&
      y > bounds.top * scale - margin &&
      y < bounds.bottom * scale + margin,
  );
}

function mirrors({ anchor, mirror }: Region, placed: PlacedPiece[]): PlacedPiece[] {
  if (!mirror) return [];
  return placed.map((piece) => ({
    ...piece,
    key: `${piece.key}/mirror`,
    at: [mirror[0] + (piece.at[0] - anchor[0]) * 0.6, mirror[1] + piece.at[1] - anchor[1]] as Point,
    mirrored: true,
  }));
}
