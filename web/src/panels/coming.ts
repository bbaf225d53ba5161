/** What comes: the next nations and their governments, and who invests. */

import type { Position, Words } from "../api/told.ts";

type Shown = Pick<Position, "snapshot" | "facts">;

const NATIONS = 2;

export function nextNations({ facts }: Shown, words: Words): string {
  const next = facts.order.nations.slice(1, 1 + NATIONS).map(({ nation, player }) => {
    const name = words.nations[nation]?.short ?? nation;
    return player ? `${name} (${player})` : name;
  });
  return next.join(", ");
}

/** Who invests at the next Investor, or after the one who does so now. */
export function nextInvestors({ facts, snapshot }: Shown): string {
  const all = facts.order.investors.map(({ player }) => player);
  return all.slice(snapshot.decision?.decision === "invest" ? 1 : 0).join(", ");
}
