/** The bots people play against, from the weakest to the strongest. */

import { type Key, t } from "../i18n.svelte.ts";

export const LEVELS = ["novice", "easy", "medium", "hard", "expert", "master"] as const;
export type Level = (typeof LEVELS)[number];

export const USUAL_LEVEL: Level = "medium";

const NAMES: Record<string, Key> = {
  novice: "lobby.level_novice",
  easy: "lobby.level_easy",
  medium: "lobby.level_medium",
  hard: "lobby.level_hard",
  expert: "lobby.level_expert",
  master: "lobby.level_master",
};

/** How strong a bot is, in a word; bots that are no level are called by their name. */
export function levelName(bot: string): string {
  const key = NAMES[bot];
  return key ? t(key) : bot;
}

export const levelChoices = (): { value: Level; label: string }[] =>
  LEVELS.map((level) => ({ value: level, label: levelName(level) }));
