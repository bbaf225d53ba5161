/** A region in words: what stands there, and whose it is. */

import type { Game, NationId, RegionId, Snapshot, Units, Words } from "../api/told.ts";
import { t, text } from "../i18n.svelte.ts";
import type { GameMap, Region } from "./map.ts";
import type { Piece, Shape } from "./pieces.ts";
import { factoriesOf, flagsOf, piecesOf, SHAPES } from "./pieces.ts";

const COUNTED = {
  army: "board.armies",
  hostile: "board.hostile_armies",
  friendly: "board.friendly_armies",
  fleet: "board.fleets",
} as const satisfies Record<Shape, string>;

export interface Described {
  region: RegionId;
  name: string;
  /** Whose home it is, and whose flag lies there. */
  home: string | null;
  flag: string | null;
  /** "Russia: 2 armies, 1 fleet" for each nation. */
  units: { nation: NationId; text: string }[];
  factory: string | null;
}

const formats = new Map<string, Intl.ListFormat>();

/** "2 armies, 1 fleet" in the reader's language. */
export function list(parts: string[]): string {
  let format = formats.get(text.lang);
  if (!format) {
    format = new Intl.ListFormat(text.lang, { type: "unit", style: "long" });
    formats.set(text.lang, format);
  }
  return format.format(parts);
}

/** Units of one nation in words: "2 armies, 1 fleet". */
export function listed(units: Units, game: Game): string {
  const counts = SHAPES.map(([field, shape]) => [units[field] ?? 0, shape] as const);
  const some = counts.filter(([count]) => count > 0);
  return list(some.map(([count, shape]) => t(COUNTED[shape], { count, game })));
}

function unitsOf(pieces: Piece[], game: Game, words: Words): Described["units"] {
  const nations = [...new Set(pieces.map((piece) => piece.nation))];
  return nations.map((nation) => {
    const own = pieces.filter((piece) => piece.nation === nation);
    const units = list(own.map(({ shape, count }) => t(COUNTED[shape], { count, game })));
    const name = words.nations[nation]?.name ?? nation;
    return { nation, text: t("board.units_of", { nation: name, units }) };
  });
}

/** Tells any region of a position in words. */
export function describer(
  snapshot: Snapshot,
  map: GameMap,
  words: Words,
): (region: Region) => Described {
  const { game } = snapshot;
  const pieces = piecesOf(snapshot, map);
  const flags = new Map(flagsOf(snapshot).map(({ region, nation }) => [region, nation]));
  const factories = new Map(factoriesOf(snapshot).map((factory) => [factory.region, factory]));
  const named = (nation: NationId): string => words.nations[nation]?.name ?? nation;
  return ({ id, nation, city }) => {
    const [flag, factory] = [flags.get(id), factories.get(id)];
    const occupied = Boolean(factory?.occupier);
    return {
      region: id,
      name: words.regions[id]?.name ?? id,
      home: nation ? t("board.home_of", { nation: named(nation) }) : null,
      flag: flag ? t("board.flag_of", { nation: named(flag), game }) : null,
      units: unitsOf(pieces.get(id) ?? [], game, words),
      factory: factory && city ? t(`board.${city.kind}`, { occupied }) : null,
    };
  };
}

/** One region in one line: "Sea of Japan; Russia: 1 fleet; flag: Russia". */
export function inOneLine(
  { name, home, units, factory, flag }: Described,
  ...more: string[]
): string {
  const parts = [name, home, factory, ...units.map((unit) => unit.text), flag, ...more];
  return parts.filter(Boolean).join("; ");
}
