/** What is told of a nation, drawn from snapshot and facts. */

import type { Facts, NationId, PlayerId, Snapshot, Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import type { GameInfo } from "../state/library.ts";

/** What a card or a row of a nation is drawn from. */
export interface NationProps {
  info: GameInfo;
  words: Words;
  snapshot: Snapshot;
  facts: Facts;
  nation: NationId;
  you: PlayerId | null;
  /** It is this nation's turn and you decide. */
  yours: boolean;
  /** Whether something about it differs, while looking back. */
  changed?: boolean;
  /** Its units are pointed out on the map. */
  lit: boolean;
  onlight: (nation: NationId) => void;
}

/** Who governs a nation, with his credit. */
export function governmentText(
  facts: Facts,
  nation: NationId,
  you: PlayerId | null,
): { name: string; credit: number } | null {
  const player = facts.nations[nation]?.government;
  if (!player) return null;
  const credit = facts.players[player]?.credit[nation] ?? 0;
  return { name: player === you ? t("common.you") : player, credit };
}

/** Who could take a nation and for how much: you, or who else comes closest; null for nobody. */
export function takerOf(
  facts: Facts,
  nation: NationId,
  you: PlayerId | null,
): { player: PlayerId; price: number } | null {
  const found = facts.nations[nation];
  const takers = Object.entries(found?.takeovers ?? {}).flatMap(([player, takeover]) =>
    takeover ? [{ player, price: takeover.price }] : [],
  );
  if (you !== null && found?.government !== you)
    return takers.find(({ player }) => player === you) ?? null;
  return takers.sort((a, b) => a.price - b.price)[0] ?? null;
}

/** What it would take to govern a nation, as a sentence. */
export function marginText(facts: Facts, nation: NationId, you: PlayerId | null): string {
  const government = facts.nations[nation]?.government;
  if (!government) return t("panels.no_government");
  const taker = takerOf(facts, nation, you);
  if (taker?.player === you) return t("panels.you_need", { price: money(taker.price) });
  if (taker) return t("panels.other_needs", { ...taker, price: money(taker.price) });
  return you !== null && government !== you ? "" : t("panels.safe");
}

/** The same in a cell: the price where it is yours, with a name where it is another's. */
export function takingText(facts: Facts, nation: NationId, you: PlayerId | null): string {
  const taker = takerOf(facts, nation, you);
  if (!taker) return "–";
  const price = money(taker.price);
  return taker.player === you ? price : `${taker.player} ${price}`;
}

/** What the soldiers cost and what the government gains at a taxation. */
export const payText = ({ pay, bonus }: { pay: number; bonus: number }): string =>
  `${pay === 0 ? 0 : `−${pay}`} · ${money(bonus)}`;

/** Factories of a nation: all, and those that are occupied. */
export function factoriesOf(
  snapshot: Snapshot,
  facts: Facts,
  nation: NationId,
): { all: number; blocked: number } {
  const all = snapshot.factories[nation]?.length ?? 0;
  return { all, blocked: all - (facts.nations[nation]?.free_factories.length ?? all) };
}
