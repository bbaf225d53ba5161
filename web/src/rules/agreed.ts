/** What a paragraph has to do with the options of a table. */

import type { Rests } from "../api/generated/types.gen.ts";
import { type Key, t } from "../i18n.svelte.ts";
import type { TableOptions } from "./way.ts";

export interface Agreed {
  text: string;
  /** Whether it is played at the table; null where nobody came from one. */
  holds: boolean | null;
}

/** The name of an option, and of a value of it. */
export const optionName = (option: string): string => t(`options.${option}` as Key);
export const valueName = (option: string, value: unknown): string =>
  t(`options.${option}_${String(value)}` as Key);

const isAmong = (values: string[], value: unknown): boolean => values.includes(String(value));

/** What is said beside a paragraph that rests on an option; null for others. */
export function agreedOn(rests: Rests | undefined, options: TableOptions | null): Agreed | null {
  if (!rests) return null;
  const option = optionName(rests.option);
  if (!options) return { text: t("rules.option", { option }), holds: null };
  const agreed = options[rests.option];
  // An option that the game does not have, or that another one leaves without meaning.
  if (agreed === undefined) return null;
  const holds = rests.values.length === 0 || isAmong(rests.values, agreed);
  const values = { option, value: valueName(rests.option, agreed) };
  return { text: t(holds ? "rules.here" : "rules.not_here", values), holds };
}
