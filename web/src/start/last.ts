/** What was played last from the start page, so that one click plays it again. */

import type { Game } from "../api/told.ts";
import { type Level, LEVELS, USUAL_LEVEL } from "../lobby/levels.ts";

export interface Play {
  game: Game;
  bots: number;
  level: Level;
}

const KEPT = "rondel.play";

export function lastPlay(): Play {
  const [game, bots, level] = (localStorage.getItem(KEPT) ?? "").split(" ");
  return {
    game: game === "imperial" ? game : "imperial2030",
    bots: [1, 2, 3, 4, 5].find((count) => String(count) === bots) ?? 3,
    level: LEVELS.find((known) => known === level) ?? USUAL_LEVEL,
  };
}

export function remember({ game, bots, level }: Play): void {
  localStorage.setItem(KEPT, `${game} ${bots} ${level}`);
}
