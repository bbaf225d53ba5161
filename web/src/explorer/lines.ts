/** Lines of the explorer: their names, their order, and the scale of their intervals. */

import type { BondTold, LineTold, ThenTold } from "../api/generated/types.gen.ts";
import type { Game, Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";

export type Head = "seats" | "share" | "won";

/** A space where something is done: of two, the first. */
const slotOf = (space: string): string =>
  space === "production" || space === "maneuver" ? `${space}_1` : space;

export const spaceName = (space: string, words: Words): string =>
  words.slots[slotOf(space)]?.name ?? space;

export const bondName = ({ nation, value }: BondTold, words: Words): string =>
  `${words.nations[nation]?.name ?? nation} ${value}`;

/** What the seats of a line have in common. */
export function lineName({ space, bonds }: LineTold, words: Words): string {
  if (space !== null) return spaceName(space, words);
  if (bonds.length === 0) return t("explorer.none");
  return bonds.map((bond) => bondName(bond, words)).join(", ");
}

/** What was chosen next, and how often; empty if nothing is known. */
export function thenText(then: ThenTold | undefined, words: Words, game: Game): string {
  return then ? `${chosen(then, words, game)} ${Math.round(then.part * 100)}\u00a0%` : "";
}

function chosen(then: ThenTold, words: Words, game: Game): string {
  if (then.space) return spaceName(then.space, words);
  if (then.region) return words.regions[then.region]?.name ?? then.region;
  if (then.bond) return `${words.nations[then.bond.nation]?.name ?? ""} ${money(then.bond.value)}`;
  const { armies = 0, fleets = 0 } = then;
  const units = [
    armies > 0 ? t("rondel.armies", { armies, game }) : "",
    fleets > 0 ? t("rondel.fleets", { fleets, game }) : "",
  ];
  return units.filter((unit) => unit !== "").join(", ");
}

/** What a line is sorted by; lines with too few games have no figures and come last. */
const weight = (line: LineTold, head: Head): number =>
  head === "seats" ? line.seats : (line[head]?.mean ?? -1);

export const sorted = (lines: LineTold[], head: Head, up: boolean): LineTold[] =>
  [...lines].sort((a, b) => {
    if (head !== "seats" && (a[head] === null) !== (b[head] === null)) return a[head] ? -1 : 1;
    return (up ? 1 : -1) * (weight(a, head) - weight(b, head)) || b.seats - a.seats;
  });

export interface Scale {
  low: number;
  high: number;
}

/** One scale for all lines: full percents around every interval and the even share. */
export function scaleOf(lines: LineTold[], even: number): Scale {
  const ends = lines.flatMap(({ share }) =>
    share ? [share.mean - share.margin, share.mean + share.margin] : [],
  );
  const all = [even - 0.02, even + 0.02, ...ends];
  const low = Math.max(0, Math.floor(Math.min(...all) * 100) / 100);
  return { low, high: Math.ceil(Math.max(...all) * 100) / 100 };
}

/** Where a share lies on a scale, in percent of its length. */
export const placeOn = ({ low, high }: Scale, share: number): number =>
  Math.min(100, Math.max(0, ((share - low) / (high - low)) * 100));
