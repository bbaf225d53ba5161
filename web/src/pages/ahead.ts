/**
 * Fetches what later decisions need while somebody thinks: no decision waits for its form then, and
 * no style sheet has the whole page drawn anew in the midst of one.
 */

export function ahead(): void {
  void import("../decisions/Forms.svelte");
  void import("../decisions/Toggles.svelte");
  void import("../decisions/Import.svelte");
  void import("../decisions/Maneuver.svelte");
  void import("../decisions/Ending.svelte");
  void import("../decisions/PlaceTip.svelte");
  void import("../board/Dragging.svelte");
  void import("../board/Arrows.svelte");
  void import("../board/Numbers.svelte");
  void import("../market/Market.svelte");
}
