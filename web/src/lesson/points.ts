/** What the first step points at, one place after the other. */

import { t } from "../i18n.svelte.ts";
import type { Screen } from "../state/desk.svelte.ts";
import { type Lesson, POINTS } from "./lesson.svelte.ts";

/** A place on the screen with its words, and the part of a phone that shows it. */
export interface Point {
  control: string;
  label: string;
  screen: Screen;
}

/** What is pointed at now; null where nothing is. */
export function points(lesson: Lesson): Point | null {
  const { index, isPointing, reading, over, position } = lesson;
  const kind = POINTS[lesson.point];
  if (index !== 0 || !isPointing || reading !== null || over || !position || !kind) return null;
  const seat = lesson.told.seats.indexOf(lesson.told.player) + 1;
  const row = `.players tbody tr:nth-child(${seat})`;
  const nation = position.facts.players[lesson.told.player]?.governs[0] ?? "";
  const controls = {
    cash: `${row} td:nth-of-type(1)`,
    treasury: `[data-nation="${nation}"] :is(.figure, td:nth-of-type(1))`,
    credit: `${row} td:nth-of-type(2)`,
  };
  const screen = kind === "treasury" ? "nations" : "players";
  return { control: controls[kind], label: t(`lesson.point_${kind}`), screen };
}
