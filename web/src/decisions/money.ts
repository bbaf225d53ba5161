/** The money that a decision is about, in figures beside it. */

import type { Position } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import { isAboutBonds } from "../state/desk.svelte.ts";
import { financesOf } from "../state/finances.ts";

export interface Sum {
  label: string;
  value: string;
  /** What belongs to it: the power that comes with it, or what is lacking. */
  note?: string;
  bad?: boolean;
  /** The figure, as tips know it. */
  tip: string;
}

/** Your cash, and what concerns the nation you decide for, or where you invest what concerns you. */
export function moneyOf(position: Position): Sum[] {
  return [...yourCash(position), ...(isAboutBonds(position) ? yours(position) : nations(position))];
}

const factsOf = ({ viewer, facts }: Position) => facts.players[viewer ?? ""];

function yourCash(position: Position): Sum[] {
  const cash = factsOf(position)?.cash ?? null;
  return cash === null
    ? []
    : [{ label: t("panels.your_cash"), value: money(cash), tip: `cash/${position.viewer}` }];
}

function yours(position: Position): Sum[] {
  const told = factsOf(position);
  if (!told) return [];
  const you = position.viewer;
  const sums = [
    { label: t("market.your_payout"), value: money(told.interest), tip: `payout/${you}` },
  ];
  if (told.score !== null)
    sums.push({
      label: t("market.your_score"),
      value: told.score.toString(),
      tip: `score/${you}`,
    });
  return sums;
}

function nations(position: Position): Sum[] {
  const { decision, turn } = position.snapshot;
  const nation = decision?.nation ?? turn.nation;
  const { treasury, tax, interest } = financesOf(position, nation);
  const sums: Sum[] = [
    { label: t("panels.its_treasury"), value: money(treasury), tip: `treasury/${nation}` },
  ];
  if (tax)
    sums.push({
      label: t("panels.tax"),
      value: money(tax.revenue),
      note: `▲\u2060${tax.power}`,
      tip: `tax/${nation}`,
    });
  if (interest) sums.push({ ...due(interest), tip: `interest/${nation}` });
  return sums;
}

function due({ total, short }: { total: number; short: number }): Omit<Sum, "tip"> {
  const sum = { label: t("panels.interest"), value: money(total) };
  return short > 0 ? { ...sum, note: t("market.short", { amount: short }), bad: true } : sum;
}
