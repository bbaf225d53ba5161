/** The options of a table in words, and in groups. */

import { type Key, t } from "../i18n.svelte.ts";
import type { Option } from "../state/library.ts";
import type { Options, Value } from "./terms.svelte.ts";

const GROUPS = {
  setup: ["setup", "edition", "seating"],
  variants: [
    "secret_cash",
    "investor_card",
    "no_card_extra_investment",
    "tax_bonus",
    "swiss_bank_force",
  ],
  house: ["donations", "investor_shortfall", "stance_change", "battle_query_order"],
} as const;

export type Group = keyof typeof GROUPS;
type Name = (typeof GROUPS)[Group][number];

/** Options that mean nothing unless another has a value. */
const ONLY_WITH: Partial<Record<Name, [Name, Value]>> = {
  no_card_extra_investment: ["investor_card", false],
};

export interface Grouped {
  group: Group;
  options: Option[];
}

/** The options to choose from now, group by group. */
export function grouped(known: Option[], chosen: Options): Grouped[] {
  const byName = new Map(known.map((option) => [option.name, option]));
  return (Object.keys(GROUPS) as Group[]).map((group) => ({
    group,
    options: GROUPS[group]
      .filter((name) => applies(name, chosen))
      .flatMap((n) => byName.get(n) ?? []),
  }));
}

function applies(name: Name, chosen: Options): boolean {
  const needed = ONLY_WITH[name];
  return !needed || chosen[needed[0]] === needed[1];
}

export const optionName = (option: Option): string => t(`options.${option.name as Name}`);

export const optionNote = (option: Option): string => t(`options.${option.name as Name}_note`);

export const valueName = (option: Option, value: Value): string =>
  t(`options.${option.name}_${value}` as Key);
