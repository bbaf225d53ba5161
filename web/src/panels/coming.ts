/** What comes: the next nations and their governments, and who invests. */

import type { Position, Words } from "../api/game.ts";
import { text } from "../i18n.svelte.ts";

type Shown = Pick<Position, "snapshot" | "facts">;

const NATIONS = 2;

const listed = (names: string[]): string =>
  new Intl.ListFormat(text.lang, { type: "unit", style: "short" }).format(names);

export function nextNations({ facts }: Shown, words: Words): string {
  const next = facts.order.nations.slice(1, 1 + NATIONS).map(({ nation, player }) => {
    const name = words.nations[nation]?.short ?? nation;
    return player ? `${name} (${player})` : name;
  });
  return listed(next);
}

/** Who invests at the next Investor, or after the one who does so now. */
export function nextInvestors({ facts, snapshot }: Shown): string {
  const all = facts.order.investors.map(({ player }) => player);
  return listed(snapshot.decision?.decision === "invest" ? all.slice(1) : all);
}

export const swissBanks = ({ snapshot }: Shown): string => listed(snapshot.swiss_banks);
