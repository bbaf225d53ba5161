/** What never changes: the facts, names and map of each game, fetched once. */

import { read } from "../api/patience.ts";
import type { Bots, GameTold, OptionTold, RulesTold } from "../api/generated/types.gen.ts";
import type { Game, Words } from "../api/told.ts";
import type { Language } from "../i18n.svelte.ts";

export type Option = OptionTold;
export type GameInfo = GameTold;

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = read<T>(path);
    kept.set(path, found);
  }
  return found;
}

/** The game by the newest version of its rules, or by the one that is played. */
export const gameInfo = (game: Game, version?: number): Promise<GameInfo> =>
  once(`/api/games/${game}${version === undefined ? "" : `?rules_version=${version}`}`);

/** The rules for those who play, in a language. */
export const rulesTold = (lang: Language): Promise<RulesTold> => once(`/api/rules/${lang}`);

export const gameWords = (game: Game, lang: Language): Promise<Words> =>
  once(`/api/games/${game}/words?lang=${lang}`);

/** The bots that may sit down. */
export const botsTold = (): Promise<Bots> => once("/api/bots");
