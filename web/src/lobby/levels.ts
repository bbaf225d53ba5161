/** The bots people play against, from the weakest to the strongest. */

import { type Key, t } from "../i18n.svelte.ts";

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

export const USUAL_LEVEL: Level = "medium";

const NAMES: Record<string, Key> = {
  easy: "lobby.level_easy",
  medium: "lobby.level_medium",
  hard: "lobby.level_hard",
};

/** How strong a bot is, in a word; bots that are no level are called by their name. */
export function levelName(bot: string): string {
  const key = NAMES[bot];
  return key ? t(key) : bot;
}

export const levelChoices = (): { value: Level; label: string }[] =>
  LEVELS.map((level) => ({ value: level, label: levelName(level) }));
