/** Names of spaces, as the rondel has them. */

import type { Words } from "../api/told.ts";

/** A space where something is done: of two, the first. */
const slotOf = (space: string): string =>
  space === "production" || space === "maneuver" ? `${space}_1` : space;

export const spaceName = (space: string, words: Words | null): string =>
  words?.slots[slotOf(space)]?.name ?? space;

export const nationName = (nation: string, words: Words | null): string =>
  words?.nations[nation]?.name ?? nation;
