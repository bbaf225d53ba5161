/** The consequences of a choice as short lines: who pays, who gains, what changes hands. */

import type {
  Brought,
  Change,
  Facts,
  FlagTold,
  Game,
  NationId,
  PlacedUnit,
  PlayerId,
  Position,
  RegionId,
  Words,
} from "../api/told.ts";
import { list, listed } from "../board/describing.ts";
import { type Key, money, t } from "../i18n.svelte.ts";
import type { IconName } from "../parts/icons.ts";
import { isEnd, isManeuver } from "./reading.ts";

export interface Line {
  icon: IconName;
  text: string;
  bad?: boolean;
}

/** What lines are written from besides the consequences: for whom, in which words, as of when. */
export interface Basis {
  game: Game;
  words: Words;
  /** The player who reads this; null for a spectator. */
  you: PlayerId | null;
  facts: Facts;
  /** In a Maneuver what comes if nothing more is ordered: it is no consequence of another order. */
  anyhow: Brought | undefined;
}

export const basisOf = (position: Position, words: Words): Basis => ({
  game: position.snapshot.game,
  words,
  you: position.viewer,
  facts: position.facts,
  anyhow: isManeuver(position) ? position.choices.find(isEnd)?.consequences : undefined,
});

const MOST_LINES = 4;

/** What to know before choosing, most important first. */
export function linesOf(told: Brought, basis: Basis, most = MOST_LINES): Line[] {
  if (told.does_nothing) return [{ icon: "question", text: t("decisions.nothing") }];
  const lines = [
    ...endLines(told),
    ...governmentLines(told, basis),
    ...answerLines(told),
    ...forecastLines(told, basis),
    ...interestLines(told, basis),
    ...investorLines(told, basis),
    ...taxLines(told, basis),
    ...boardLines(told, basis),
    ...moneyLines(told, basis),
  ];
  return lines.slice(0, most);
}

const arrow = (change: Change<number>): string => `${change.before} → ${money(change.after)}`;

const who = (player: PlayerId | null, { you }: Basis): string =>
  player === null ? "–" : player === you ? t("decisions.you") : player;

const regions = (ids: RegionId[], { words }: Basis): string =>
  list([...new Set(ids)].map((id) => words.regions[id]?.name ?? id));

const nation = (id: NationId, { words }: Basis): string => words.nations[id]?.name ?? id;

function endLines(told: Brought): Line[] {
  return told.ends_game ? [{ icon: "flag", text: t("decisions.ends_game") }] : [];
}

/** Who governs what then. */
export function governmentLines(told: Brought, basis: Basis): Line[] {
  return Object.entries(told.governments).map(([id, change]) => ({
    icon: "crown",
    text:
      wonText(id, told, basis) ??
      t(change.sure ? "decisions.government" : "decisions.government_unsure", {
        nation: nation(id, basis),
        before: who(change.before, basis),
        after: who(change.after, basis),
      }),
    bad: change.before === basis.you && basis.you !== null,
  }));
}

/** "You take Italy at the check: you 20, Tomasz 19." */
function wonText(id: NationId, told: Brought, basis: Basis): string | null {
  const { you, facts } = basis;
  const [{ before, after } = { before: null, after: null }, bond] = [
    told.governments[id],
    told.bonds[0],
  ];
  if (you === null || after !== you || before === null || bond?.nation !== id) return null;
  const credit = (player: PlayerId): number => facts.players[player]?.credit[id] ?? 0;
  const yours = credit(you) + bond.to - (bond.from ?? 0);
  const values = { nation: nation(id, basis), yours, player: before, theirs: credit(before) };
  return t("decisions.government_won", values);
}

/** Who invests later, and whether that takes the nation away again. */
export function answerLines(told: Brought): Line[] {
  const answers = Object.entries(told.answers);
  const able = answers.filter(([, answer]) => answer && answer.affordable !== false);
  if (answers.length === 0) return [];
  if (able.length === 0) {
    const players = list(answers.map(([player]) => player));
    return [{ icon: "people", text: t("decisions.answer_none", { players }) }];
  }
  return able.map(([player, answer]) => ({
    icon: "people",
    text: t("decisions.answer", { player, price: money(answer?.price ?? 0) }),
  }));
}

function forecastLines(told: Brought, { game }: Basis): Line[] {
  const forecast = told.forecast;
  if (!forecast) return [];
  if ("sites" in forecast) {
    const sites = forecast.sites.length;
    const cost = money(forecast.cost);
    return [{ icon: "factory", text: t("decisions.forecast_factory", { sites, cost }) }];
  }
  const { armies, fleets } = forecast;
  if ("units" in forecast) {
    const { units } = forecast;
    const cost = money(forecast.cost);
    return [{ icon: "army", text: t("decisions.forecast_import", { units, cost }) }];
  }
  return [{ icon: "army", text: listed({ armies, fleets }, game) || t("rondel.nothing") }];
}

function interestLines(told: Brought, basis: Basis): Line[] {
  const paid = new Map<PlayerId, number>();
  for (const payment of told.payments) {
    if (payment.event !== "interest_paid") continue;
    const player = payment.payee.replace(/^cash:/, "");
    paid.set(player, (paid.get(player) ?? 0) + payment.amount);
  }
  if (paid.size === 0) return [];
  const parts = [...paid].map(([player, amount]) => `${who(player, basis)} ${money(amount)}`);
  return [{ icon: "coin", text: t("decisions.interest", { list: list(parts) }) }];
}

const reachesInvestor = (choice: Brought["choice"], rondel: Brought["rondel"]): boolean =>
  choice.slot === "investor" || choice.force === true || rondel?.passes_investor === true;

/** Who invests where the Investor is reached or passed. */
function investorLines({ choice, rondel }: Brought, { facts }: Basis): Line[] {
  const players = facts.order.investors.map(({ player }) => player);
  if (players.length === 0 || !reachesInvestor(choice, rondel)) return [];
  return [{ icon: "card", text: `${t("panels.investors")}: ${list(players)}` }];
}

function taxLines(told: Brought, basis: Basis): Line[] {
  const tax = told.tax;
  if (!tax) return [];
  const values = {
    revenue: money(tax.revenue),
    pay: money(tax.pay),
    power: tax.power,
    bonus: money(tax.bonus),
    player: who(tax.bonus_payee, basis),
  };
  return [{ icon: "bank", text: t("decisions.tax", values) }];
}

function boardLines(told: Brought, basis: Basis): Line[] {
  const flags = newFlags(told, basis);
  const places = (things: { region: RegionId }[]): string =>
    regions(
      things.map((thing) => thing.region),
      basis,
    );
  const found: [IconName, Key, { region: RegionId }[]][] = [
    ["factory", "decisions.built", told.factories.built],
    ["cross", "decisions.destroyed", told.factories.destroyed],
    ["flag", "decisions.flags_won", flags.won],
    ["flag", "decisions.flags_lost", flags.lost],
    ["cross", "decisions.occupied", told.provinces.occupied.map((region) => ({ region }))],
    ["check", "decisions.freed", told.provinces.freed.map((region) => ({ region }))],
  ];
  const lines: Line[] = found
    .filter(([, , things]) => things.length > 0)
    .map(([icon, key, things]) => ({
      icon,
      text: t(key, { places: places(things), game: basis.game }),
    }));
  for (const [icon, key, units] of [
    ["army", "decisions.units_gained", told.units.gained],
    ["cross", "decisions.units_lost", told.units.lost],
  ] as const)
    if (units.length > 0) lines.unshift({ icon, text: t(key, { units: counted(units, basis) }) });
  lines.push(...revenueLines(told, basis));
  if (told.demands.length > 0) {
    const asked = told.demands.map(
      (one) => `${nation(one.nation, basis)} (${who(one.player, basis)})`,
    );
    lines.push({ icon: "people", text: t("decisions.demands", { list: list(asked) }) });
  }
  return lines;
}

/** "India: 1 fleet, Europe: 1 fleet". */
function counted(units: PlacedUnit[], basis: Basis): string {
  const nations = [...new Set(units.map((unit) => unit.nation))];
  const count = (id: NationId, kind: string): number =>
    units.filter((one) => one.nation === id && one.unit === kind).length;
  const told = nations.map((id) => {
    const had = { armies: count(id, "army"), fleets: count(id, "fleet") };
    return t("board.units_of", { nation: nation(id, basis), units: listed(had, basis.game) });
  });
  return list(told);
}

/** Flags at the end of the Maneuver or at once, but for those that change hands anyhow. */
function newFlags(told: Brought, { anyhow }: Basis): Brought["flags"] {
  const flagsOf = (all?: Brought) => all?.flags_at_end ?? all?.flags ?? { won: [], lost: [] };
  const without = (flags: FlagTold[], others: FlagTold[]): FlagTold[] =>
    flags.filter((a) => !others.some((b) => a.region === b.region && a.nation === b.nation));
  const [then, known] = [flagsOf(told), flagsOf(anyhow)];
  return { won: without(then.won, known.won), lost: without(then.lost, known.lost) };
}

/** Whose taxes change and how, at the end of the Maneuver or at once, beside what changes anyhow. */
export function revenueChanges(told: Brought, { anyhow }: Basis): [NationId, Change<number>][] {
  const revenueOf = (all?: Brought) => all?.flags_at_end?.revenue ?? all?.revenue ?? {};
  const known = revenueOf(anyhow);
  return Object.entries(revenueOf(told))
    .map(([id, { before, after }]): [NationId, Change<number>] => [
      id,
      { before: known[id]?.after ?? before, after },
    ])
    .filter(([, { before, after }]) => before !== after);
}

export function revenueLines(told: Brought, basis: Basis): Line[] {
  return revenueChanges(told, basis).map(([id, change]) => ({
    icon: "coin",
    text: t("decisions.revenue", { nation: nation(id, basis), change: arrow(change) }),
    bad: change.after < change.before,
  }));
}

function moneyLines(told: Brought, basis: Basis): Line[] {
  return Object.entries(told.treasuries).map(([id, change]) => ({
    icon: "bank",
    text: t("decisions.treasury", { nation: nation(id, basis), change: arrow(change) }),
  }));
}

/** How one's own cash would change, or null. */
export function cashOf(told: Brought, you: PlayerId | null): Change<number> | null {
  return you === null ? null : (told.cash[you] ?? null);
}
