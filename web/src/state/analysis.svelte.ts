/**
 * A position that is analysed at this screen: what that adds to a table.
 *
 * The room `analysis`, which is loaded by those who ask for it, fills it; the parts of a table draw
 * what concerns them and know no more of it.
 */

import type { Snippet } from "svelte";

export type AnalysisTab = "compare" | "curve";

class Analysis {
  open = $state(false);
  /** What the map shows of what is pointed at: marks of the board. */
  marks = $state.raw<object | null>(null);
  /** More tabs below the map, and what they show. */
  tabs = $state.raw<{ id: AnalysisTab; label: string }[]>([]);
  ledger = $state.raw<Snippet<[AnalysisTab]> | null>(null);
  /** On the map: where in the game one is. */
  crumb = $state.raw<Snippet | null>(null);
}

export const analysis = new Analysis();
