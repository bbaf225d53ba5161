/** How nations look, for every part of the board. */

import { createContext } from "svelte";

import type { GameFacts, NationId } from "../api/told.ts";
import { type Look, lookOf } from "../parts/nations.ts";

export type Looks = (nation: NationId) => Look;

export const [getLooks, setLooks] = createContext<Looks>();

/** The looks of a game, each made once. */
export function looksOf(facts: GameFacts): Looks {
  const kept = new Map(facts.nations.map(({ id }) => [id, lookOf(facts, id)]));
  return (nation) => kept.get(nation) ?? lookOf(facts, nation);
}
