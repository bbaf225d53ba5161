/** The words of the steps. */

import type { Game } from "../api/told.ts";
import type { CHAPTERS } from "../learn/chapters.ts";
import { type Key, t } from "../i18n.svelte.ts";
import type { Step } from "./meant.ts";

type Chapter = (typeof CHAPTERS)[number];

/** The ideas that there are texts of, each with the chapter that tells more. */
const IDEAS: Record<string, Chapter> = {
  investor: "bonds",
  bond: "bonds",
  rondel: "rondel",
  factory: "factories",
  import: "factories",
  taxation: "taxation",
  production: "factories",
  fleets: "maneuver",
  armies: "maneuver",
  interest: "investor",
  lost: "bonds",
  convoy: "maneuver",
  won: "bonds",
  power: "taxation",
  swiss_bank: "investor",
  end: "taxation",
};

/** The head of a step, at most five words. */
export const headOf = ({ id }: Step): string => t(`lesson.${id}_head` as Key);

/** What a step tells, at most 45 words. */
export const textOf = ({ id }: Step, game: Game): string => t(`lesson.${id}_text` as Key, { game });

/** The chapter of the introduction that tells more about a step. */
export const chapterOf = ({ id }: Step): Chapter => IDEAS[id] ?? "rondel";
