/** Heads and buttons of decisions, in the reader's language. */

import type { Choice, DecisionKind, Position, Words } from "../api/game.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

const TITLES: Record<DecisionKind, Key> = {
  draft_bond: "decisions.title_draft_bond",
  choose_slot: "decisions.title_choose_slot",
  swiss_force: "decisions.title_swiss_force",
  build_factory: "decisions.title_build_factory",
  produce: "decisions.title_produce",
  import_unit: "decisions.title_import_unit",
  fleet_order: "decisions.title_fleet_order",
  canal_consent: "decisions.title_canal_consent",
  arrival: "decisions.title_arrival",
  ask_next: "decisions.title_ask_next",
  battle_demand: "decisions.title_battle_demand",
  army_order: "decisions.title_army_order",
  place_flag: "decisions.title_place_flag",
  invest: "decisions.title_invest",
  donate: "decisions.title_invest",
};

/** The head of the decision, "USA: choose a space". */
export function titleOf(position: Position, words: Words): string {
  const { decision, game, turn } = position.snapshot;
  if (!decision) return "";
  const id = decision.nation ?? decision.context.round_for ?? turn.nation;
  return t(TITLES[decision.decision], { game, nation: words.nations[id]?.name ?? id });
}

/** The primary button: what would be sent, and its price. */
export function sendLabel(choice: Choice, words: Words): string {
  const slot = choice.entry.choice["slot"];
  const price = choice.consequences?.price ?? 0;
  const label =
    typeof slot === "string"
      ? t("decisions.to_slot", { slot: words.slots[slot]?.name ?? slot })
      : choice.label;
  if (price === 0) return label;
  return t("decisions.for_price", { label, price: money(price) });
}
