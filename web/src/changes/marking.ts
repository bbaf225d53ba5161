/** Puts what has changed on the board, the nations and the players, and takes it away again. */

import type { Changes } from "../api/told.ts";
import { type Pin, recap } from "../state/recap.svelte.ts";
import type { Bond, Line } from "./lines.ts";

/** Marks everything that differs; the lines have their numbers at one place of theirs. */
export function mark(lines: Line[], changes: Changes, pointed: number | null): void {
  recap.regions = new Set([...changes.regions, ...lines.flatMap(({ regions }) => regions)]);
  recap.nations = new Set([
    ...lines.flatMap(({ nations }) => nations),
    ...Object.keys(changes.governments),
    ...Object.keys(changes.power),
  ]);
  recap.bonds = new Set(bondsIn(changes));
  recap.pins = pinsOf(lines);
  recap.lit = new Set(pointed === null ? [] : lines[pointed]?.regions);
}

export function clear(): void {
  recap.regions = recap.nations = recap.bonds = recap.lit = new Set();
  recap.pins = [];
  recap.shown = [];
  recap.nation = recap.player = recap.was = null;
}

const bondsIn = ({ bonds }: Changes): Bond[] =>
  Object.entries(bonds).flatMap(([player, nations]) =>
    Object.keys(nations).map((nation): Bond => `${player}/${nation}`),
  );

const pinsOf = (lines: Line[]): Pin[] =>
  lines.flatMap(({ regions: [region] }, i) => (region ? [{ region, number: i + 1 }] : []));
