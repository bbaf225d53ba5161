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

/** Who could take a nation and for how much: you, or who else comes closest. */
export function marginText(facts: Facts, nation: NationId, you: PlayerId | null): string {
  const found = facts.nations[nation];
  if (!found?.government) return t("panels.no_government");
  if (you !== null && found.government !== you) {
    const mine = found.takeovers[you];
    return mine ? t("panels.you_need", { price: money(mine.price) }) : "";
  }
  const rivals = Object.entries(found.takeovers).flatMap(([player, takeover]) =>
    takeover ? [{ player, price: takeover.price }] : [],
  );
  rivals.sort((a, b) => a.price - b.price);
  const [first] = rivals;
  if (!first) return t("panels.safe");
  return t("panels.other_needs", { player: first.player, price: money(first.price) });
}

/** Factories of a nation: all, and those that are occupied. */
export function factoriesOf(
  snapshot: Snapshot,
  facts: Facts,
  nation: NationId,
): { all: number; blocked: number } {
  const all = snapshot.factories[nation]?.length ?? 0;
  return { all, blocked: all - (facts.nations[nation]?.free_factories.length ?? all) };
}
