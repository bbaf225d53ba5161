/** Heads and buttons of decisions, in the reader's language. */

import type {
  Choice,
  DecisionKind,
  Game,
  GameFacts,
  NationFacts,
  Position,
  Words,
} from "../api/told.ts";
import { list } from "../board/describing.ts";
import { type Key, money, t } from "../i18n.svelte.ts";
import { isDestruction } from "./reading.ts";

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

/** What the steps on the rondel cost; a nation that is not on it yet takes none. */
export function stepsText({ snapshot, choices }: Position, { rondel }: GameFacts): string {
  const price = choices[0]?.consequences?.rondel?.step_price;
  if (snapshot.decision?.decision !== "choose_slot" || !price) return "";
  return t("rondel.costs", { steps: rondel.free_steps, price: money(price) });
}

/** What is left in supply, as far as a decision takes from it. */
export function supplyOf(
  kind: DecisionKind,
  { armies, fleets, flags }: NationFacts["supply"],
  game: Game,
): string {
  if (kind === "place_flag") return t("decisions.flags_count", { count: flags, game });
  return list([
    t("board.armies", { count: armies, game }),
    t("board.fleets", { count: fleets, game }),
  ]);
}

export const priceOf = (steps: Choice[]): number =>
  steps.reduce((sum, step) => sum + (step.consequences?.price ?? 0), 0);

/** The button that sends what was composed: "Import 2 for 2 M". */
export function composedLabel(position: Position, steps: Choice[]): string {
  const [count, { game }] = [steps.length, position.snapshot];
  switch (position.snapshot.decision?.decision) {
    case "import_unit":
      return count > 0
        ? t("decisions.import_send", { count, price: money(priceOf(steps)) })
        : t("decisions.import_none");
    case "place_flag":
      return t("decisions.place_send", { count, game });
    default:
      return count > 0 ? t("decisions.produce_send", { count }) : t("decisions.produce_none");
  }
}

/** The button that is asked once more before. */
export function confirmLabel(choice: Choice): string {
  return t(isDestruction(choice) ? "decisions.destroy_sure" : "decisions.all_the_same");
}

/** The primary button: what would be sent, and its price. */
export function sendLabel(choice: Choice, words: Words): string {
  const price = choice.consequences?.price ?? 0;
  const { decision } = choice.entry;
  const fields = choice.entry.choice;
  if (decision === "draft_bond") return t("decisions.take_bond", { price: money(price) });
  if (decision === "invest")
    return t(fields["choice"] === "upgrade" ? "decisions.trade_up" : "decisions.buy_bond", {
      price: money(price),
    });
  const label = moveLabel(choice, words);
  if (price === 0) return label;
  return t("decisions.for_price", { label, price: money(price) });
}

/** The same for several units: "Send 2 to Japan". */
export function severalLabel(choice: Choice, count: number, words: Words): string {
  const place = String(choice.entry.choice.to);
  return t("orders.send", { count, place: words.regions[place]?.name ?? place });
}

/** Where a marker or a unit would go; other choices by their label. */
function moveLabel(choice: Choice, words: Words): string {
  const { slot, to, order } = choice.entry.choice;
  if (typeof slot === "string")
    return t("decisions.to_slot", { slot: words.slots[slot]?.name ?? slot });
  if (order === "move" && typeof to === "string")
    return t("decisions.to_place", { place: words.regions[to]?.name ?? to });
  return choice.label;
}
