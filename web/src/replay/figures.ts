/** What a turn has changed in figures, for the list beside the rondel. */

import type { NationId, Position, SlotId, Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";

type At = Pick<Position, "snapshot" | "facts">;

/** The way of the marker, by the names of the slots. */
export function markerOf(
  before: At,
  after: At,
  nation: NationId,
  words: Words,
): [from: string, to: string] {
  const name = ({ snapshot }: At): string => slotName(snapshot.rondel[nation], words);
  return [name(before), name(after)];
}

export const slotName = (slot: SlotId | null | undefined, words: Words): string =>
  slot ? (words.slots[slot]?.name ?? slot) : "";

/** Who has more or less of it now: treasuries, cash, power. */
export function moneyOf(before: At, after: At, words: Words): string[] {
  const nations = Object.keys(after.snapshot.treasuries);
  const short = (nation: NationId): string => words.nations[nation]?.short ?? nation;
  return [
    ...nations.map((nation) => {
      const [was, is] = [before, after].map(({ snapshot }) => snapshot.treasuries[nation]);
      return went(short(nation), was, is, money);
    }),
    ...after.snapshot.players.map((player) => {
      const [was, is] = [before, after].map(({ facts }) => facts.players[player]?.cash);
      return went(player, was, is, money);
    }),
    ...nations.map((nation) => {
      const [was, is] = [before, after].map(({ snapshot }) => snapshot.power[nation]);
      return went(t("replay.power", { nation: short(nation) }), was, is, String);
    }),
  ].flatMap((one) => one ?? []);
}

/** A figure before and after; what is not known or has not changed is left out. */
function went(
  name: string,
  was: number | null | undefined,
  is: number | null | undefined,
  told: (figure: number) => string,
): string | null {
  if (typeof was !== "number" || typeof is !== "number" || was === is) return null;
  return `${name} ${was} → ${told(is)}`;
}
