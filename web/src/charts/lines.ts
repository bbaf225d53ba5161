/** Where the lines of a chart go: ticks, paths, emblems and names. */

import { byRound, type Moment, type Series } from "./series.ts";

type Place = (value: number) => number;

const GAP = 13;
const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];
const MOST_TICKS = 5;
const LEAST = 5;

/** Round numbers from 0 to at least the largest value. */
export function ticksTo(largest: number): number[] {
  const most = Math.max(LEAST, largest);
  const step = STEPS.find((size) => most / size <= MOST_TICKS) ?? most;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
}

/** A path through the values that are known. */
export function pathOf(values: (number | null)[], x: Place, y: Place): string {
  let line = "";
  values.forEach((value, i) => {
    if (value !== null) line += `${line ? "L" : "M"}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return line;
}

/** The first moment of every round. */
export function roundsIn(moments: Moment[]): { i: number; round: number }[] {
  return moments
    .map(({ round }, i) => ({ i, round }))
    .filter(({ i, round }) => moments[i - 1]?.round !== round);
}

/** A nation's emblem stands on every third round, and at the end of its line. */
export function emblemsOf(
  moments: Moment[],
  values: (number | null)[],
  line: number,
): { i: number; value: number }[] {
  const last = moments.length - 1;
  return byRound(moments)
    .filter((i) => i === last || ((moments[i]?.round ?? 0) + line) % 3 === 0)
    .flatMap((i) => (values[i] ? [{ i, value: values[i] }] : []));
}

/** Names at the ends of lines, moved apart where they would overlap. */
export function beside(
  series: Series[],
  y: Place,
  lowest: number,
  size: number,
): { one: Series; at: number; last: number | null }[] {
  const found = series
    .map((one) => ({ one, last: one.values.at(-1) ?? null }))
    .map(({ one, last }) => ({ one, last, at: y(last ?? 0) }))
    .sort((a, b) => a.at - b.at);
  found.forEach((end, i) => {
    const above = found[i - 1];
    if (above) end.at = Math.max(end.at, above.at + GAP * size);
  });
  const below = Math.max(0, (found.at(-1)?.at ?? 0) - lowest);
  return found.map((end) => ({ ...end, at: end.at - below }));
}
