/** The lessons of the games, and how far this browser has come in them. */

import { read } from "../api/patience.ts";
import type { LessonTold } from "../api/generated/types.gen.ts";
import type { Game } from "../api/told.ts";

/** Where somebody is in a lesson. */
export interface Place {
  /** The table it is learned at. */
  table: string;
  /** The step, from 0, and how many there are. */
  step: number;
  steps: number;
  /** Whether its end was reached. */
  over: boolean;
}

const nameOf = (game: Game): string => `rondel.lesson.${game}`;

/** Where this browser has left a lesson; null if it was never begun here. */
export function placeIn(game: Game): Place | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(game)) ?? "null") as Partial<Place> | null;
    if (typeof kept?.table !== "string" || typeof kept.step !== "number") return null;
    return { table: kept.table, step: kept.step, steps: kept.steps ?? 0, over: kept.over === true };
  } catch {
    return null;
  }
}

/** Keeps the place in a lesson in this browser. */
export function keepPlace(game: Game, place: Place): void {
  localStorage.setItem(nameOf(game), JSON.stringify(place));
}

/** The lesson of a game. */
export const lessonOf = (game: Game): Promise<LessonTold> => read(`/api/lessons/${game}`);
