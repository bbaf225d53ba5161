/** What each slot of the rondel says now: price, effect, or why it cannot be reached. */

import type { Choice, Consequences, Game, Position, Reason, SlotId } from "../api/told.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

export interface Slot {
  id: SlotId;
  index: number;
  choice: Choice | null;
  refusal: Reason | null;
  /** The nation on turn stands here. */
  here: boolean;
  passesInvestor: boolean;
  steps: number | null;
  price: number | null;
  effect: string[];
  /** The same in as few words as a sector has room for. */
  brief: string;
}

export function slotsOf(
  ids: SlotId[],
  position: Pick<Position, "choices" | "refused" | "snapshot">,
): Slot[] {
  const standing = position.snapshot.rondel[position.snapshot.turn.nation] ?? null;
  return ids.map((id, index) => {
    const choice = position.choices.find((one) => one.entry.choice.slot === id) ?? null;
    const refusal = position.refused.find((one) => one.choice.slot === id) ?? null;
    const told = choice?.consequences;
    return {
      id,
      index,
      choice,
      refusal,
      here: id === standing,
      passesInvestor: told?.rondel?.passes_investor ?? false,
      steps: told?.rondel?.steps ?? null,
      price: told?.price ?? refusal?.price ?? null,
      effect: told ? effectOf(told, position.snapshot.game) : [],
      brief: told ? briefOf(told) : "",
    };
  });
}

/** One or two short lines about what a slot would do. */
function effectOf(told: Consequences, game: Game): string[] {
  const { forecast, tax } = told.unless_forced ?? told;
  if (tax)
    return [
      t("rondel.tax", { revenue: money(tax.revenue) }),
      t("rondel.power", { power: tax.power }),
    ];
  if (!forecast) return interestLines(told);
  if ("sites" in forecast) return [t("rondel.sites", { sites: forecast.sites.length })];
  if ("units" in forecast && forecast.units > 0)
    return [t("rondel.units", { units: forecast.units })];
  return unitLines(forecast.armies, forecast.fleets, game);
}

function briefOf(told: Consequences): string {
  const { forecast, tax } = told.unless_forced ?? told;
  if (tax) return `${money(tax.revenue)} ▲${tax.power}`;
  if (!forecast) return interestLines(told)[0] ?? "";
  if ("sites" in forecast) return t("rondel.sites", { sites: forecast.sites.length });
  const units = "units" in forecast ? forecast.units : forecast.armies + forecast.fleets;
  return units > 0 ? t("rondel.all_units", { units }) : t("rondel.nothing");
}

function unitLines(armies: number, fleets: number, game: Game): string[] {
  const lines = [];
  if (armies > 0) lines.push(t("rondel.armies", { armies, game }));
  if (fleets > 0) lines.push(t("rondel.fleets", { fleets, game }));
  return lines.length > 0 ? lines : [t("rondel.nothing")];
}

function interestLines(told: Consequences): string[] {
  const paid = told.payments.filter((one) => one.event === "interest_paid");
  const sum = paid.reduce((total, one) => total + one.amount, 0);
  return sum > 0 ? [t("rondel.interest", { amount: money(sum) })] : [];
}

/** The price of a slot in words. */
export function priceText(slot: Slot): string {
  if (slot.price === null) return "";
  return slot.price === 0 ? t("rondel.free") : money(slot.price);
}

const REASONS: Record<string, Key> = {
  "rondel/cash_too_low": "rondel.too_dear",
  "rondel/interest_too_high": "rondel.cannot_pay",
  "rondel/out_of_reach": "rondel.too_far",
};

/** Why a slot cannot be chosen, in few words. */
export function reasonText(slot: Slot): string {
  if (slot.here) return t("rondel.here");
  const reason = slot.refusal && REASONS[slot.refusal.code];
  return reason ? t(reason) : "";
}

/** A slot as it is read aloud. */
export function slotName(slot: Slot, name: string): string {
  const parts = slot.choice
    ? [name, priceText(slot), ...slot.effect, slot.passesInvestor ? t("rondel.passes") : ""]
    : [name, reasonText(slot)];
  return parts.filter((part) => part !== "").join(", ");
}
