/**
 * A position that is analysed at this screen: what that adds to a table.
 *
 * The room `analysis`, which is loaded by those who ask for it, fills it; the parts of a table draw
 * what concerns them and know no more of it.
 */

import type { Snippet } from "svelte";

export type AnalysisTab = "compare" | "curve";

interface Analysis {
  open: boolean;
  /** What the map shows of what is pointed at: highlights of the board. */
  highlights: object | null;
  /** More tabs below the map, and what they show. */
  tabs: { id: AnalysisTab; label: string }[];
  ledger: Snippet<[AnalysisTab]> | null;
  /** On the map: where in the game one is. */
  crumb: Snippet | null;
}

export const analysis = $state<Analysis>({
  open: false,
  highlights: null,
  tabs: [],
  ledger: null,
  crumb: null,
});
