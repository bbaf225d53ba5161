/** What a hint says. */

import type { Choice } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import { type Basis, linesOf } from "./lines.ts";

/** "Production would be good. New: 2 armies. It costs nothing." */
export function adviceText(choice: Choice, basis: Basis): string {
  const told = choice.consequences;
  const name = basis.words.slots[String(choice.entry.choice.slot)]?.name ?? choice.label;
  const price = told?.price ?? 0;
  const costs = price > 0 ? t("help.costs", { price: money(price) }) : t("help.costs_nothing");
  const lines = told ? linesOf(told, basis, 2).map(({ text }) => text) : [];
  const reasons = [...lines, costs].map((one) => one.replace(/\.?$/, ".")).join(" ");
  return t("help.good", { choice: name, reasons });
}
