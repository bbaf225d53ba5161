/** Shares as people read them, and where the curve goes. */

import type { CurvePoint } from "../api/generated/types.gen.ts";
import type { PlayerId } from "../api/told.ts";

const PERCENT = 100;
const MINUS = "\u2212";

/** A share in percent, one decimal. */
export const percent = (share: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    share * PERCENT,
  );

/** Points of share with their sign; a minus is as long as a plus. */
export function signed(share: number, lang: string): string {
  const size = percent(Math.abs(share), lang);
  if (Math.round(Math.abs(share) * PERCENT * 10) === 0) return size;
  return (share < 0 ? MINUS : "+") + size;
}

/** Full percents to mark beside the curve, from below the lowest value to above the highest. */
export function ticksOf(points: CurvePoint[], even: number): number[] {
  const all = [even, ...points.flatMap(({ shares }) => Object.values(shares))];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const step = high - low > 0.3 ? 0.1 : 0.05;
  const first = Math.max(0, Math.floor(low / step));
  const last = Math.ceil(high / step);
  return Array.from({ length: Math.max(2, last - first + 1) }, (_, i) => (first + i) * step);
}

type Place = (value: number) => number;

/** The line of a player. */
export function lineOf(points: CurvePoint[], player: PlayerId, x: Place, y: Place): string {
  return points
    .map(({ entries, shares }, i) => {
      const at = `${x(entries).toFixed(1)} ${y(shares[player] ?? 0).toFixed(1)}`;
      return (i ? "L" : "M") + at;
    })
    .join("");
}

/** The band of a player's interval. */
export function bandOf(points: CurvePoint[], player: PlayerId, x: Place, y: Place): string {
  const edge = (point: CurvePoint, side: number): string => {
    const share = (point.shares[player] ?? 0) + side * (point.margins[player] ?? 0);
    return `${x(point.entries).toFixed(1)} ${y(share).toFixed(1)}`;
  };
  const above = points.map((point) => edge(point, 1));
  const below = points.map((point) => edge(point, -1)).reverse();
  return points.length > 0 ? `M${[...above, ...below].join("L")}Z` : "";
}

/** The first point of every round. */
export const roundsOf = (points: CurvePoint[]): CurvePoint[] =>
  points.filter(({ round }, i) => points[i - 1]?.round !== round);

/** The last point of every round, for a table. */
export const byRound = (points: CurvePoint[]): CurvePoint[] =>
  points.filter(({ round }, i) => points[i + 1]?.round !== round);

/** The share of a player at a moment: that of the last point before it. */
export function shareAt(points: CurvePoint[], player: PlayerId, entries: number): number {
  const before = points.filter((point) => point.entries <= entries);
  return (before.at(-1) ?? points[0])?.shares[player] ?? 0;
}

/** Names at the ends of lines, moved apart where they would overlap. */
export function apart(heights: number[], gap: number): number[] {
  const order = heights.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at);
  order.forEach((one, n) => {
    const above = order[n - 1];
    if (above) one.at = Math.max(one.at, above.at + gap);
  });
  const moved = [...heights];
  for (const { at, i } of order) moved[i] = at;
  return moved;
}
