/** What is looked at: it stands in the address, so that it can be kept and passed on. */

import type { Game } from "../api/told.ts";

export const GAMES = ["imperial2030", "imperial"] as const;
export const SETUPS = ["standard", "draft"] as const;
export const PLAYERS = [2, 3, 4, 5, 6] as const;
export const SOURCES = ["bots", "host", "both"] as const;

export type Setup = (typeof SETUPS)[number];
export type Source = (typeof SOURCES)[number];

export interface Question {
  game: Game;
  setup: Setup;
  players: number;
  source: Source;
  /** What seats have in common, step by step. */
  path: string[];
}

const among = <T>(known: readonly T[], wanted: unknown, usual: T): T =>
  known.find((one) => String(one) === wanted) ?? usual;

/** The question that an address asks; what it does not say, or says wrongly, is as usual. */
export function questionIn(query: URLSearchParams): Question {
  return {
    game: among(GAMES, query.get("game"), "imperial2030"),
    setup: among(SETUPS, query.get("setup"), "standard"),
    players: among(PLAYERS, query.get("players"), 4),
    source: among(SOURCES, query.get("games"), "bots"),
    path: query.getAll("path"),
  };
}

function written({ setup, players, source, path }: Question): URLSearchParams {
  const query = new URLSearchParams({ setup, players: String(players), games: source });
  for (const step of path) query.append("path", step);
  return query;
}

/** The address of a question on this page. */
export const hrefOf = (question: Question): string =>
  `/explorer?game=${question.game}&${written(question)}`;

/** The address of its answer. */
export const apiOf = (question: Question): string =>
  `/api/explorer/${question.game}?${written(question)}`;
