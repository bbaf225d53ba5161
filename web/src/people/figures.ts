/** What a profile and a list of ratings are drawn from: figures, scales, addresses. */

import type { CoursePoint, NationLine, Ranked, RatingTold } from "../api/generated/types.gen.ts";
import type { Game } from "../api/told.ts";

export const GAMES = ["imperial2030", "imperial"] as const;
export const GROUPS = ["2", "3-4", "5-6"] as const;
export const KINDS = ["people", "bots"] as const;

/** What a list of ratings is about. */
export interface Board {
  game: Game;
  players: (typeof GROUPS)[number];
  of: (typeof KINDS)[number];
}

const among = <Value extends string>(values: readonly Value[], wanted: string | null): Value =>
  values.find((value) => value === wanted) ?? values[0]!;

/** What an address asks for; three or four players if it says nothing. */
export const boardIn = (query: URLSearchParams): Board => ({
  game: among(GAMES, query.get("game")),
  players: among(GROUPS, query.get("players") ?? "3-4"),
  of: among(KINDS, query.get("of")),
});

export const addressOf = (board: Board): string => `/ratings?${new URLSearchParams({ ...board })}`;

/** Half of the 95 % interval. */
export const marginOf = ({ low, high }: Pick<RatingTold, "low" | "high">): number =>
  (high - low) / 2;

export interface Scale {
  low: number;
  high: number;
}

/** One scale for all intervals of a list, in full hundreds. */
export function scaleOf(ranked: Pick<Ranked, "rating">[]): Scale {
  const lows = ranked.map(({ rating }) => rating.low);
  const highs = ranked.map(({ rating }) => rating.high);
  const low = Math.floor(Math.min(...lows) / 100) * 100;
  return { low, high: Math.max(low + 100, Math.ceil(Math.max(...highs) / 100) * 100) };
}

/** Where something stands on a scale, in percent. */
export const placeOn = ({ low, high }: Scale, value: number): number =>
  ((value - low) / (high - low)) * 100;

/** The course of a rating as the points of a line in a box, the oldest game first. */
export function lineOf(course: CoursePoint[], width: number, height: number): string {
  const means = course.map(({ mean }) => mean).reverse();
  if (course.length > 0) means.unshift(course.at(-1)!.before);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const step = width / Math.max(1, means.length - 1);
  const level = (mean: number): number =>
    high === low ? height / 2 : height - ((mean - low) / (high - low)) * height;
  return means.map((mean, at) => `${(at * step).toFixed(1)},${level(mean).toFixed(1)}`).join(" ");
}

/** With a sign, in whole points. */
export function signed(by: number): string {
  const whole = Math.round(by);
  return whole < 0 ? `\u2212${-whole}` : `+${whole}`;
}

/** The nations of a game, those governed most first. */
export const nationsIn = (lines: NationLine[], game: Game): NationLine[] =>
  lines.filter((line) => line.game === game);
