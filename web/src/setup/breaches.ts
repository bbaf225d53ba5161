/** What is wrong with a position, in the reader's words. */

import type { BreachTold } from "../api/generated/types.gen.ts";
import type { Game, Words } from "../api/told.ts";
import { type Key, t } from "../i18n.svelte.ts";

const SENTENCES: Record<string, Key> = {
  "position/number": "setup.wrong_number",
  "position/bond_twice": "setup.wrong_bond_twice",
  "position/unit_place": "setup.wrong_unit_place",
  "position/too_many_units": "setup.wrong_too_many_units",
  "position/too_many_flags": "setup.wrong_too_many_flags",
  "position/no_factory": "setup.wrong_no_factory",
  "position/flag_twice": "setup.wrong_flag_twice",
  "position/government_credit": "setup.wrong_government_credit",
  "position/investor_card": "setup.wrong_investor_card",
  "position/idle": "setup.wrong_idle",
  "position/turn_nation": "setup.wrong_turn",
  "position/turn_last_nation": "setup.wrong_turn",
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
      values["bonds"] === true ? "setup.wrong_government_missing" : "setup.wrong_government",
      named,
    );
  const key = SENTENCES[code];
  if (key === "setup.wrong_investor_card" && values["used"] !== true)
    return t("setup.wrong_no_card");
  return key ? t(key, named) : message;
}

const PLACES: Record<string, Key> = {
  treasuries: "setup.treasury",
  cash: "setup.cash",
  power: "setup.power",
  tax_marker: "setup.tax_marker",
  turn: "setup.round",
};

/** Where a number stands: what it is, and whose. */
function placeText(place: string, words: Words): string {
  const [key = "", whose = ""] = place.split(".");
  const what = PLACES[key];
  const name = words.nations[whose]?.name ?? (key === "turn" ? "" : whose);
  return [what ? t(what) : key, name].filter(Boolean).join(", ");
}
