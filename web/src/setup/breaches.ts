/** What is wrong with a position, in the reader's words. */

import type { BreachTold } from "../api/generated/types.gen.ts";
import type { Game, Words } from "../api/told.ts";
import { type Key, t } from "../i18n.svelte.ts";

const SENTENCES: Record<string, Key> = {
  "position/number": "analysis.setup_wrong_number",
  "position/bond_twice": "analysis.setup_wrong_bond_twice",
  "position/unit_place": "analysis.setup_wrong_unit_place",
  "position/too_many_units": "analysis.setup_wrong_too_many_units",
  "position/too_many_flags": "analysis.setup_wrong_too_many_flags",
  "position/no_factory": "analysis.setup_wrong_no_factory",
  "position/flag_twice": "analysis.setup_wrong_flag_twice",
  "position/government_credit": "analysis.setup_wrong_government_credit",
  "position/investor_card": "analysis.setup_wrong_investor_card",
  "position/idle": "analysis.setup_wrong_idle",
  "position/turn_nation": "analysis.setup_wrong_turn",
  "position/turn_last_nation": "analysis.setup_wrong_turn",
};

/** The sentence of a breach; what no form of this page can bring about is told as the server does. */
export function breachText(
  { code, message, values }: BreachTold,
  words: Words,
  game: Game,
): string {
  const text = (key: string): string => {
    const value: unknown = values[key];
    return typeof value === "string" ? value : "";
  };
  const named = {
    ...(values as Record<string, string | number | boolean>),
    game,
    nation: words.nations[text("nation")]?.name ?? "",
    region: words.regions[text("region")]?.name ?? "",
    place: placeText(text("place"), words),
  };
  if (code === "position/government")
    return t(
      values["bonds"] === true
        ? "analysis.setup_wrong_government_missing"
        : "analysis.setup_wrong_government",
      named,
    );
  const key = SENTENCES[code];
  if (key === "analysis.setup_wrong_investor_card" && values["used"] !== true)
    return t("analysis.setup_wrong_no_card");
  return key ? t(key, named) : message;
}

const PLACES: Record<string, Key> = {
  treasuries: "analysis.setup_treasury",
  cash: "analysis.setup_cash",
  power: "analysis.setup_power",
  tax_marker: "analysis.setup_tax_marker",
  turn: "analysis.setup_round",
};

/** Where a number stands: what it is, and whose. */
function placeText(place: string, words: Words): string {
  const [key = "", whose = ""] = place.split(".");
  const what = PLACES[key];
  const name = words.nations[whose]?.name ?? (key === "turn" ? "" : whose);
  return [what ? t(what) : key, name].filter(Boolean).join(", ");
}
