/** What has changed, one thing after the other: units that moved, then figures before → after. */

import type { Change, Changes, Game, NationId, PlayerId, Words } from "../api/told.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

/** A figure that differs; of a nation or of a player. */
export interface Changed {
  nation?: NationId;
  player?: PlayerId;
  label: string;
  before: string;
  after: string;
}

type Moved = Changes["units"]["moved"][number];

/** Units that went the same way. */
export interface Trip extends Pick<Moved, "nation" | "unit" | "from" | "to" | "way"> {
  units: number;
}

/** Everything that has changed. */
export interface All {
  trips: Trip[];
  figures: Changed[];
}

type Value = string | number | null;
type Shown = (value: Value) => string;

const plain: Shown = (value) => String(value ?? "–");
const amount: Shown = (value) => money(Number(value));

/** What differs of nations, in the order in which it is told. */
const OF_NATIONS = [
  ["governments", "changes.government_label", plain],
  ["treasuries", "changes.treasury", amount],
  ["revenue", "changes.tax", amount],
  ["power", "changes.power", plain],
  ["factory_count", "changes.factories", plain],
  ["flag_count", "changes.flags", plain],
  ["armies", "changes.armies", plain],
  ["fleets", "changes.fleets", plain],
] as const satisfies readonly [keyof Changes, Key, Shown][];

/** Everything that has changed, nations first. */
export function allOf(changes: Changes, words: Words, game: Game): All {
  return {
    trips: tripsOf(changes.units.moved),
    figures: [
      ...Object.keys(words.nations).flatMap((nation) => ofNation(changes, nation, words, game)),
      ...playersIn(changes).flatMap((player) => ofPlayer(changes, player, words)),
    ],
  };
}

export const countOf = ({ trips, figures }: All): number => trips.length + figures.length;

const playersIn = ({ cash, bonds }: Changes): PlayerId[] => [
  ...new Set([...Object.keys(cash), ...Object.keys(bonds)]),
];

function ofNation(changes: Changes, nation: NationId, words: Words, game: Game): Changed[] {
  const told = (label: string, change: Change<Value> | undefined, shown: Shown): Changed[] =>
    change ? [{ nation, label, before: shown(change.before), after: shown(change.after) }] : [];
  const slot: Shown = (id) => words.slots[id ?? ""]?.name ?? "–";
  return [
    ...told(t("changes.slot"), changes.rondel[nation], slot),
    ...OF_NATIONS.flatMap(([key, label, shown]) =>
      told(t(label, { game }), changes[key][nation], shown),
    ),
  ];
}

function ofPlayer(changes: Changes, player: PlayerId, words: Words): Changed[] {
  const cash = changes.cash[player];
  const bonds = Object.entries(changes.bonds[player] ?? {}).map(([nation, { before, after }]) => {
    const name = words.nations[nation]?.short ?? nation;
    const label = t("changes.bonds", { nation: name });
    return { player, label, before: held(before), after: held(after) };
  });
  const label = t("changes.cash");
  return cash
    ? [{ player, label, before: money(cash.before), after: money(cash.after) }, ...bonds]
    : bonds;
}

const held = (bonds: number[]): string => bonds.join(" + ") || "–";

/** The moves; units that went the same way are counted together. */
export function tripsOf(moved: Moved[]): Trip[] {
  const trips = new Map<string, Trip>();
  for (const { nation, unit, from, to, way } of moved) {
    const key = [nation, unit, from, to, way].join();
    const known = trips.get(key);
    if (known) known.units += 1;
    else trips.set(key, { nation, unit, units: 1, from, to, way });
  }
  return [...trips.values()];
}
