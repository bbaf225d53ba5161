/** What choosing a place on the board would bring, for those who do not see it there. */

import type { Consequences, Position, RegionId } from "../api/told.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { type Basis, linesOf } from "./lines.ts";
import { isManeuver, ordersFrom, placeOf } from "./reading.ts";

/** All its consequences in words, where there is one thing to do at the place. */
export function noteOn(region: RegionId, position: Position, desk: Desk, basis: Basis): string[] {
  if (isManeuver(position) && desk.origin === null) return [];
  const choices = isManeuver(position)
    ? ordersFrom(position.choices, desk.origin)
    : position.choices;
  const here = choices.filter((choice) => placeOf(choice) === region);
  return here.length === 1 ? wordsOf(here[0]?.consequences, basis, Infinity) : [];
}

/** Consequences in words, as far as they are known. */
export const wordsOf = (told: Consequences | undefined, basis: Basis, most?: number): string[] =>
  told ? linesOf(told, basis, most).map(({ text }) => text) : [];
