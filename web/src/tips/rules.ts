/** The way from a tip into the rules. */

import type { Game } from "../api/told.ts";

/** The address of a clause on the page of the rules. */
export const rulesAt = (game: Game, clause: string): string =>
  `/rules/${game === "imperial2030" ? "2030" : "classic"}/${clause}`;
