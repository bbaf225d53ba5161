/**
 * What the screen marks of what has happened since its person last decided.
 *
 * The room `changes`, which is loaded when there is something to tell, fills it; board, nations and
 * players draw what concerns them and know no more of it.
 */

import type { Snippet } from "svelte";

import type { NationId, PlayerId, RegionId } from "../api/told.ts";

/** A number at a place of the map. */
export interface Pin {
  region: RegionId;
  number: number;
}

/** The figures of a nation that say what they were. */
export type Figure = "government" | "power";

class Recap {
  /** The moment since which there is something to tell; null where there is nothing. */
  due = $state<number | null>(null);
  /** The moment since which it is told. */
  told = $state<number | null>(null);
  /** What of it is read aloud with the decision. */
  spoken = $state("");

  /** The card under the band, and as a tab where there is no room for it there. */
  card = $state.raw<Snippet | null>(null);
  tab = $state.raw<Snippet | null>(null);
  label = $state("");
  /** On a phone: the button on the map that opens it. */
  button = $state.raw<Snippet | null>(null);

  /** Regions that have changed: since the last decision, and while this screen heard nothing. */
  missed = $state.raw<ReadonlySet<RegionId>>(new Set());
  regions = $state.raw<ReadonlySet<RegionId>>(new Set());
  nations = $state.raw<ReadonlySet<NationId>>(new Set());
  bonds = $state.raw<ReadonlySet<string>>(new Set());
  pins = $state.raw<Pin[]>([]);
  /** The regions of the line that is pointed at, and those that the map is to show. */
  lit = $state.raw<ReadonlySet<RegionId>>(new Set());
  shown = $state.raw<RegionId[]>([]);

  /** The numbers at a nation and at a player, and what a figure was. */
  nation = $state.raw<Snippet<[NationId]> | null>(null);
  player = $state.raw<Snippet<[PlayerId]> | null>(null);
  was = $state.raw<Snippet<[NationId, Figure]> | null>(null);

  /** Whether what is due still has to be told. */
  get pending(): boolean {
    return this.due !== null && this.told !== this.due;
  }
}

export const recap = new Recap();
