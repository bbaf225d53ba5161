/** The consequences of a choice as short lines: who pays, who gains, what changes hands. */

import type { Change, Consequences, Game, NationId, PlayerId, RegionId, Words } from "../api/game.ts";
import { type Key, money, t, text } from "../i18n.svelte.ts";
import type { IconName } from "../parts/icons.ts";

export interface Line {
  icon: IconName;
  text: string;
  bad?: boolean;
}

export interface Telling {
  game: Game;
  words: Words;
  /** The player who reads this; null for a spectator. */
  you: PlayerId | null;
}

const MOST_LINES = 6;

/** What to know before choosing, most important first. */
export function linesOf(told: Consequences, telling: Telling): Line[] {
  if (told.does_nothing) return [{ icon: "question", text: t("decisions.nothing") }];
  const lines = [
    ...endLines(told),
    ...governmentLines(told, telling),
    ...forecastLines(told, telling),
    ...interestLines(told, telling),
    ...taxLines(told, telling),
    ...boardLines(told, telling),
    ...moneyLines(told, telling),
    ...nextLines(told, telling),
  ];
  return lines.slice(0, MOST_LINES);
}

const arrow = (change: Change<number>): string => `${change.before} → ${money(change.after)}`;

const who = (player: PlayerId | null, { you }: Telling): string =>
  player === null ? "–" : player === you ? t("decisions.you") : player;

function list(items: string[]): string {
  return new Intl.ListFormat(text.lang, { type: "unit", style: "short" }).format(items);
}

const regions = (ids: RegionId[], { words }: Telling): string =>
  list([...new Set(ids)].map((id) => words.regions[id]?.name ?? id));

const nation = (id: NationId, { words }: Telling): string => words.nations[id]?.name ?? id;

function endLines(told: Consequences): Line[] {
  return told.ends_game ? [{ icon: "flag", text: t("decisions.ends_game") }] : [];
}

function governmentLines(told: Consequences, telling: Telling): Line[] {
  return Object.entries(told.governments).map(([id, change]) => ({
    icon: "crown",
    text: t(change.sure ? "decisions.government" : "decisions.government_unsure", {
      nation: nation(id, telling),
      before: who(change.before, telling),
      after: who(change.after, telling),
    }),
    bad: change.before === telling.you && telling.you !== null,
  }));
}

function forecastLines(told: Consequences, { game }: Telling): Line[] {
  const forecast = told.forecast;
  if (!forecast) return [];
  if (forecast.sites) {
    const sites = forecast.sites.length;
    const cost = money(forecast.cost ?? 0);
    return [{ icon: "factory", text: t("decisions.forecast_factory", { sites, cost }) }];
  }
  const { armies = 0, fleets = 0, units = 0 } = forecast;
  if (forecast.units !== undefined) {
    const cost = money(forecast.cost ?? 0);
    return [{ icon: "army", text: t("decisions.forecast_import", { units, cost }) }];
  }
  return [{ icon: "army", text: t("decisions.forecast_units", { armies, fleets, game }) }];
}

function interestLines(told: Consequences, telling: Telling): Line[] {
  const paid = new Map<PlayerId, number>();
  for (const payment of told.payments) {
    if (payment.event !== "interest_paid") continue;
    const player = payment.payee.replace(/^cash:/, "");
    paid.set(player, (paid.get(player) ?? 0) + payment.amount);
  }
  if (paid.size === 0) return [];
  const parts = [...paid].map(([player, amount]) => `${who(player, telling)} ${money(amount)}`);
  return [{ icon: "coin", text: t("decisions.interest", { list: list(parts) }) }];
}

function taxLines(told: Consequences, telling: Telling): Line[] {
  const tax = told.tax;
  if (!tax) return [];
  const values = {
    revenue: money(tax.revenue),
    pay: money(tax.pay),
    power: tax.power,
    bonus: money(tax.bonus),
    player: who(tax.bonus_payee, telling),
  };
  return [{ icon: "bank", text: t("decisions.tax", values) }];
}

function boardLines(told: Consequences, telling: Telling): Line[] {
  const flags = told.flags_at_end ?? told.flags;
  const places = (things: { region: RegionId }[]): string =>
    regions(things.map((thing) => thing.region), telling);
  const found: [IconName, Key, { region: RegionId }[]][] = [
    ["army", "decisions.units_gained", told.units.gained],
    ["cross", "decisions.units_lost", told.units.lost],
    ["factory", "decisions.built", told.factories.built],
    ["cross", "decisions.destroyed", told.factories.destroyed],
    ["flag", "decisions.flags_won", flags.won],
    ["flag", "decisions.flags_lost", flags.lost],
    ["cross", "decisions.occupied", told.provinces.occupied.map((region) => ({ region }))],
    ["check", "decisions.freed", told.provinces.freed.map((region) => ({ region }))],
  ];
  const lines: Line[] = found
    .filter(([, , things]) => things.length > 0)
    .map(([icon, key, things]) => ({ icon, text: t(key, { places: places(things), game: telling.game }) }));
  if (told.demands.length > 0) {
    const asked = told.demands.map((one) => `${nation(one.nation, telling)} (${who(one.player, telling)})`);
    lines.push({ icon: "people", text: t("decisions.demands", { list: list(asked) }) });
  }
  return lines;
}

function moneyLines(told: Consequences, telling: Telling): Line[] {
  const lines: Line[] = Object.entries(told.treasuries).map(([id, change]) => ({
    icon: "bank",
    text: t("decisions.treasury", { nation: nation(id, telling), change: arrow(change) }),
  }));
  const payout = telling.you === null ? undefined : told.interest[telling.you];
  if (payout) {
    lines.push({ icon: "coin", text: t("decisions.payout", { change: arrow(payout) }) });
  }
  return lines;
}

function nextLines(told: Consequences, telling: Telling): Line[] {
  const next = told.next;
  if (!next || next.actor === telling.you) return [];
  return [{ icon: "people", text: t("decisions.next", { player: next.actor }) }];
}

/** How one's own cash would change, or null. */
export function cashOf(told: Consequences, you: PlayerId | null): Change<number> | null {
  return you === null ? null : (told.cash[you] ?? null);
}
