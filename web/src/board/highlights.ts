/** What the board points out beside the position: choices, routes, what changed. */

import type { NationId, RegionId } from "../api/told.ts";
import type { PieceKey, Placement } from "./pieces.ts";

export interface Arrow {
  from: RegionId;
  to: RegionId;
  /** The seas of a convoy or the provinces of a railway, in order. */
  via?: RegionId[];
  /** The canals it passes. */
  canals?: string[];
  way: "sea" | "land" | "rail" | "convoy";
  /** Its place in the list of orders. */
  number?: number;
  /** How many units go this way. */
  count?: number;
  /** Its order is pointed at in the list. */
  lit?: boolean;
  /** Pointed at, but not ordered yet. */
  preview?: boolean;
  /** Somebody tells of it; nobody orders it. */
  told?: boolean;
  nation: NationId;
  /** A way that is open, not one that somebody goes: what is written at its end, or nothing. */
  lane?: string;
}

/** A piece that is not there yet. */
export interface Ghost {
  region: RegionId;
  nation: NationId;
  unit: "army" | "fleet";
  stance?: "hostile" | "friendly";
  count?: number;
}

export interface Highlights {
  /** What can be chosen. */
  targets: Set<RegionId>;
  /** What can be chosen if somebody consents. */
  asks: Set<RegionId>;
  origin: RegionId | null;
  pointed: RegionId | null;
  /** Where something is to be settled: what is told there stays until it is. */
  pinned: RegionId | null;
  /** Places whose units can be dragged, and what would be carried. */
  loads: Map<RegionId, Ghost>;
  changed: Set<RegionId>;
  arrows: Arrow[];
  ghosts: Ghost[];
  /** Flags that are not there yet. */
  flags: Placement[];
  /** Pieces that have moved in this Maneuver, all or some of those they stand for. */
  moved: Set<PieceKey>;
}

export const noHighlights = (): Highlights => ({
  targets: new Set(),
  asks: new Set(),
  origin: null,
  pointed: null,
  pinned: null,
  loads: new Map(),
  changed: new Set(),
  arrows: [],
  ghosts: [],
  flags: [],
  moved: new Set(),
});
