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
}

/** Your cash, and what concerns the nation you decide for, or where you invest what concerns you. */
export function moneyOf(position: Position): Sum[] {
  return [...yourCash(position), ...(isAboutBonds(position) ? yours(position) : nations(position))];
}

const factsOf = ({ viewer, facts }: Position) => facts.players[viewer ?? ""];

function yourCash(position: Position): Sum[] {
  const cash = factsOf(position)?.cash ?? null;
  return cash === null ? [] : [{ label: t("market.your_cash"), value: money(cash) }];
}

function yours(position: Position): Sum[] {
  const told = factsOf(position);
  if (!told) return [];
  const sums = [{ label: t("market.your_payout"), value: money(told.interest) }];
  if (told.score !== null)
    sums.push({ label: t("market.your_score"), value: told.score.toString() });
  return sums;
}

function nations(position: Position): Sum[] {
  const { decision, turn } = position.snapshot;
  const { treasury, tax, interest } = financesOf(position, decision?.nation ?? turn.nation);
  const sums: Sum[] = [{ label: t("market.treasury"), value: money(treasury) }];
  if (tax)
    sums.push({ label: t("panels.tax"), value: money(tax.revenue), note: `▲\u2060${tax.power}` });
  if (interest) sums.push(due(interest));
  return sums;
}

function due({ total, short }: { total: number; short: number }): Sum {
  const sum: Sum = { label: t("market.interest_due"), value: money(total) };
  return short > 0 ? { ...sum, note: t("market.short", { amount: short }), bad: true } : sum;
}
