/**
 * A position that is analysed at this screen: what that adds to a table.
 *
 * The room `analysis`, which is loaded by those who ask for it, fills it; the parts of a table draw
 * what concerns them and know no more of it.
 */

import type { Snippet } from "svelte";

import type { ChangedUnits } from "../api/generated/types.gen.ts";

export type AnalysisTab = "compare" | "curve";

/** Where a browser remembers that a table was opened to be analysed. */
const KEPT = "rondel.analyse";

class Analysis {
  open = $state(false);
  /** The units that what is pointed at would move, bring or cost. */
  units = $state.raw<ChangedUnits | null>(null);
  /** More tabs below the map, and what they show. */
  tabs = $state.raw<{ id: AnalysisTab; label: string }[]>([]);
  ledger = $state.raw<Snippet<[AnalysisTab]> | null>(null);
  /** On the map: where in the game one is. */
  crumb = $state.raw<Snippet | null>(null);

  /** A table that is come to: it is analysed if it was opened for that. */
  begin(table: string): void {
    this.open = sessionStorage.getItem(KEPT) === table;
  }

  /** The next time that the table is come to, it is analysed. */
  remember(table: string): void {
    sessionStorage.setItem(KEPT, table);
  }

  shut(): void {
    this.open = false;
    sessionStorage.removeItem(KEPT);
    this.clear();
  }

  /** Nothing of it is drawn any more. */
  clear(): void {
    this.units = this.ledger = this.crumb = null;
    this.tabs = [];
  }
}

export const analysis = new Analysis();
