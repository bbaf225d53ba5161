/** What a unit would find where it may go: who is there, what it wins, who must agree. */

import type { Choice, Position, RegionId } from "../api/told.ts";
import { list, listed } from "../board/describing.ts";
import { money, t } from "../i18n.svelte.ts";
import type { IconName } from "../parts/icons.ts";
import { type Basis, revenueChanges } from "./lines.ts";
import type { Desk } from "../state/desk.svelte.ts";
import type { Hand } from "./hand.svelte.ts";
import { isMove, placeOf } from "./reading.ts";

export interface Goal {
  name: string;
  /** Who is there, and may fight. */
  there: string;
  tag: { icon: IconName; text: string } | null;
}

/** The goal of a move; other orders are told by their label alone. */
export function goalOf(choice: Choice, position: Position, basis: Basis): Goal {
  if (!isMove(choice)) return { name: choice.label, there: "", tag: null };
  const to = placeOf(choice) ?? "";
  return {
    name: basis.words.regions[to]?.name ?? to,
    there: [flagAt(to, position, basis), unitsAt(to, position, basis), demandsOf(choice)]
      .filter(Boolean)
      .join(" "),
    tag: tagOf(choice, position, basis),
  };
}

function flagAt(region: RegionId, { snapshot }: Position, { words, game }: Basis): string {
  const found = Object.entries(snapshot.flags).find(([, regions]) => regions.includes(region));
  if (!found) return "";
  return `${t("board.flag_of", { nation: words.nations[found[0]]?.name ?? found[0], game })}.`;
}

function unitsAt(region: RegionId, { snapshot }: Position, { words }: Basis): string {
  const told = Object.entries(snapshot.units).flatMap(([nation, regions]) => {
    const units = listed(regions[region] ?? {}, snapshot.game);
    const name = words.nations[nation]?.name ?? nation;
    return units ? [t("board.units_of", { nation: name, units })] : [];
  });
  return told.length > 0 ? `${told.join("; ")}.` : t("decisions.nobody_there");
}

function demandsOf({ consequences }: Choice): string {
  const players = [...new Set(consequences?.demands.map(({ player }) => player ?? "–"))];
  return players.length > 0 ? t("decisions.may_fight", { players: list(players) }) : "";
}

function tagOf({ consequences: told }: Choice, { snapshot }: Position, basis: Basis): Goal["tag"] {
  if (!told) return null;
  if (told.next?.decision === "canal_consent")
    return { icon: "question", text: t("decisions.tag_asks", { player: told.next.actor }) };
  const way = told.units.moved[0]?.way;
  if (way === "rail") return { icon: "rail", text: t("decisions.tag_rail") };
  if (way === "convoy") return { icon: "fleet", text: t("decisions.tag_convoy") };
  const tax = revenueChanges(told, basis).find(([id]) => id === snapshot.turn.nation)?.[1];
  const more = tax ? tax.after - tax.before : 0;
  return more > 0 ? { icon: "flag", text: `+${money(more)}` } : null;
}

/** Why fewer units would go than are wanted; nothing where all of them go. */
export function whyFewer({ plan }: Desk, hand: Hand): string {
  if (hand.going >= hand.wanted || plan.pending) return "";
  const player = plan.steps.at(-1)?.consequences?.next?.actor;
  if (plan.ahead?.choices.length === 0)
    return t("orders.asked_first", { count: hand.going, player: player ?? "–" });
  return hand.isSettled ? t("orders.only", { count: hand.going }) : "";
}
