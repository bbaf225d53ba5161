/** The pieces of a position, region by region. */

import type { NationId, RegionId, Snapshot, Units } from "../api/told.ts";
import type { Ghost } from "./highlights.ts";
import type { GameMap } from "./map.ts";

export type Shape = "army" | "hostile" | "friendly" | "fleet";
/** Region, nation and shape of a piece; it stands for all units of the kind there. */
export type PieceKey = `${RegionId}/${NationId}/${Shape}`;

export interface Piece {
  key: string;
  region: RegionId;
  nation: NationId;
  shape: Shape;
  count: number;
  /** A fleet in a home province. */
  inPort: boolean;
  /** Not there yet. */
  ghost: boolean;
}

export interface Placement {
  region: RegionId;
  nation: NationId;
}

export interface Factory extends Placement {
  /** Who occupies its province. */
  occupier: NationId | null;
}

/** The units of a position by the shape of their piece. */
export const SHAPES: [keyof Units, Shape][] = [
  ["armies", "army"],
  ["hostile_armies", "hostile"],
  ["friendly_armies", "friendly"],
  ["fleets", "fleet"],
];

/** Fleets and armies of all nations, by region. */
export function piecesOf(snapshot: Snapshot, map: GameMap): Map<RegionId, Piece[]> {
  const found = new Map<RegionId, Piece[]>();
  for (const [nation, regions] of Object.entries(snapshot.units))
    for (const [region, units] of Object.entries(regions))
      for (const [field, shape] of SHAPES) {
        const count = units[field];
        if (!count) continue;
        const inPort = shape === "fleet" && map.regions.get(region)?.kind === "home";
        const key: PieceKey = `${region}/${nation}/${shape}`;
        add(found, { key, region, nation, shape, count, inPort, ghost: false });
      }
  return found;
}

/** The same with pieces that are not there yet. */
export function withGhosts(
  pieces: Map<RegionId, Piece[]>,
  ghosts: Ghost[],
  map: GameMap,
): Map<RegionId, Piece[]> {
  const all = new Map(pieces);
  ghosts.forEach(({ region, nation, unit, stance, count = 1 }, n) => {
    const shape: Shape = unit === "fleet" ? "fleet" : (stance ?? "army");
    const inPort = unit === "fleet" && map.regions.get(region)?.kind === "home";
    add(all, { key: `ghost/${n}`, region, nation, shape, count, inPort, ghost: true });
  });
  return all;
}

/** Pieces of a nation of which fewer are left to move than stand there. */
export function movedPieces(
  here: Record<RegionId, Units>,
  unmoved: Record<RegionId, Units>,
  nation: NationId,
): Set<PieceKey> {
  const found = new Set<PieceKey>();
  for (const [region, units] of Object.entries(here))
    for (const [field, shape] of SHAPES)
      if ((units[field] ?? 0) > (unmoved[region]?.[field] ?? 0))
        found.add(`${region}/${nation}/${shape}`);
  return found;
}

function add(pieces: Map<RegionId, Piece[]>, piece: Piece): void {
  pieces.set(piece.region, [...(pieces.get(piece.region) ?? []), piece]);
}

/** Each with a name that the nth of its kind always has, in order: what is elsewhere is moved. */
export function numbered<T>(all: T[], kindOf: (one: T) => string): [name: string, one: T][] {
  const counts = new Map<string, number>();
  const named = all.map((one): [string, T] => {
    const kind = kindOf(one);
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return [`${kind}/${count}`, one];
  });
  return named.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const placementsOf = (of: Record<NationId, RegionId[]>): Placement[] =>
  Object.entries(of).flatMap(([nation, regions]) => regions.map((region) => ({ nation, region })));

export interface Flag extends Placement {
  ghost: boolean;
}

/** The flags of a position with those that are not there yet, which take the place of others. */
export function flagsOf(snapshot: Snapshot, planned: Placement[] = []): Flag[] {
  const taken = new Set(planned.map(({ region }) => region));
  const staying = placementsOf(snapshot.flags).filter(({ region }) => !taken.has(region));
  return [
    ...staying.map((flag) => ({ ...flag, ghost: false })),
    ...planned.map((flag) => ({ ...flag, ghost: true })),
  ];
}

/** Home provinces with a hostile army, and whose it is. */
export function occupiersOf(snapshot: Snapshot): Map<RegionId, NationId> {
  const found = new Map<RegionId, NationId>();
  for (const [nation, regions] of Object.entries(snapshot.units))
    for (const [region, units] of Object.entries(regions))
      if (units.hostile_armies) found.set(region, nation);
  return found;
}

export function factoriesOf(snapshot: Snapshot): Factory[] {
  const occupiers = occupiersOf(snapshot);
  return placementsOf(snapshot.factories).map((factory) => ({
    ...factory,
    occupier: occupiers.get(factory.region) ?? null,
  }));
}
