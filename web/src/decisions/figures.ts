/** The figures of an investment: what it bears, what it returns, what it is worth now. */

import type { Change, Consequences } from "../api/told.ts";
import { money, t, text } from "../i18n.svelte.ts";
import type { Telling } from "./lines.ts";

export interface Figure {
  label: string;
  value: string;
}

export function figuresOf(told: Consequences, { you }: Telling): Figure[] {
  const bond = told.bonds[0];
  if (you === null || bond?.player !== you) return [];
  const [interest, score] = [told.interest[you], told.scores[you]];
  const figures: Figure[] = [];
  if (interest) {
    const gain = interest.after - interest.before;
    figures.push({ label: t("decisions.figure_interest"), value: arrow(interest) });
    if (told.price > 0)
      figures.push({ label: t("decisions.figure_return"), value: percent(gain / told.price) });
  }
  if (score)
    figures.push({ label: t("decisions.figure_score"), value: `${score.before} → ${score.after}` });
  return figures;
}

const arrow = ({ before, after }: Change<number>): string => `${before} → ${money(after)}`;

const percent = (part: number): string =>
  new Intl.NumberFormat(text.lang, { style: "percent" }).format(part);
