/** What a stretch of a game has changed: before → after, in the figures of the panels. */

import type { Facts, GameEvent, NationId, PlayerId, SlotId, Snapshot, Words } from "../api/told.ts";
import { onBoard, type Unit } from "../board/events.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

/** A moment of a game. */
export interface At {
  snapshot: Snapshot;
  facts: Facts;
}

/** A figure that differs; of a nation or of a player. */
export interface Changed {
  nation?: NationId;
  player?: PlayerId;
  label: string;
  before: string;
  after: string;
}

/** Units that went the same way. */
export interface Trip {
  nation: NationId;
  unit: Unit;
  units: number;
  origin: string;
  target: string;
  way: string;
}

type Figure = (at: At, nation: NationId) => number | undefined;

const plain = (value: number): string => String(value);

const FIGURES: [Key, Figure, (value: number) => string][] = [
  ["history.change_treasury", ({ snapshot }, id) => snapshot.treasuries[id], money],
  ["history.change_tax", ({ facts }, id) => facts.nations[id]?.tax?.revenue, money],
  ["history.change_power", ({ snapshot }, id) => snapshot.power[id], plain],
  ["history.change_factories", ({ snapshot }, id) => snapshot.factories[id]?.length, plain],
  ["history.change_flags", ({ snapshot }, id) => snapshot.flags[id]?.length, plain],
  ["history.change_armies", armies, plain],
  ["history.change_fleets", fleets, plain],
];

function armies({ snapshot }: At, nation: NationId): number {
  return Object.values(snapshot.units[nation] ?? {})
    .flatMap((units) => [units.armies, units.hostile_armies, units.friendly_armies])
    .reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function fleets({ snapshot }: At, nation: NationId): number {
  return Object.values(snapshot.units[nation] ?? {}).reduce(
    (sum, units) => sum + (units.fleets ?? 0),
    0,
  );
}

/** Everything that differs between two moments, nations first. */
export function changesBetween(before: At, after: At, words: Words): Changed[] {
  const { treasuries, players } = after.snapshot;
  return [
    ...Object.keys(treasuries).flatMap((nation) => nationChanges(before, after, nation, words)),
    ...players.flatMap((player) => playerChanges(before, after, player, words)),
  ];
}

function nationChanges(before: At, after: At, nation: NationId, words: Words): Changed[] {
  const { game } = after.snapshot;
  const governs = (at: At): string => at.snapshot.governments[nation] ?? "–";
  const figures = FIGURES.map(([key, figure, shown]) => {
    const told = (value: number | undefined) => (value === undefined ? null : shown(value));
    return difference(t(key, { game }), told(figure(before, nation)), told(figure(after, nation)));
  });
  const slot = (at: At): string => slotName(at.snapshot.rondel[nation], words);
  const moved = difference(t("history.change_slot"), slot(before), slot(after));
  const government = difference(t("history.change_government"), governs(before), governs(after));
  return [moved, government, ...figures].flatMap((one) => (one ? [{ nation, ...one }] : []));
}

const slotName = (slot: SlotId | null | undefined, words: Words): string =>
  slot ? (words.slots[slot]?.name ?? slot) : "–";

function playerChanges(before: At, after: At, player: PlayerId, words: Words): Changed[] {
  const cash = ({ facts }: At): string | null => {
    const amount = facts.players[player]?.cash;
    return amount === null || amount === undefined ? null : money(amount);
  };
  const bonds = ({ snapshot }: At, nation: NationId): string =>
    snapshot.bonds[player]?.[nation]?.join(" + ") || "–";
  const held = Object.keys(after.snapshot.treasuries).map((nation) => {
    const name = words.nations[nation]?.short ?? nation;
    const label = t("history.change_bonds", { nation: name });
    return difference(label, bonds(before, nation), bonds(after, nation));
  });
  return [difference(t("history.change_cash"), cash(before), cash(after)), ...held].flatMap(
    (one) => (one ? [{ player, ...one }] : []),
  );
}

/** What is not known is no difference. */
function difference(label: string, before: string | null, after: string | null) {
  return before === null || after === null || before === after ? null : { label, before, after };
}

/** The moves among events; units that went the same way are counted together. */
export function tripsOf(events: GameEvent[]): Trip[] {
  const trips = new Map<string, Trip>();
  for (const event of onBoard(events)) {
    if (event.event !== "unit_moved") continue;
    const { nation, unit, origin, target, way } = event;
    const key = [nation, unit, origin, target, way].join();
    const known = trips.get(key);
    if (known) known.units += 1;
    else trips.set(key, { nation, unit, units: 1, origin, target, way });
  }
  return [...trips.values()];
}
