/** The puzzles that there are, and which of them this browser has done. */

import type { PuzzleRow, PuzzlesTold, PuzzleTold } from "../api/generated/types.gen.ts";
import { read } from "../api/patience.ts";
import { type Key, t } from "../i18n.svelte.ts";

/** How somebody was done with a puzzle: who was shown the solution has seen it. */
export type Done = "solved" | "seen";

const KEPT = "rondel.puzzles";

/** The puzzles that were done here, by id. */
export function donePuzzles(): Record<string, Done> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, unknown> | null;
    const isDone = ([, how]: [string, unknown]): boolean => how === "solved" || how === "seen";
    return Object.fromEntries(Object.entries(kept ?? {}).filter(isDone)) as Record<string, Done>;
  } catch {
    return {};
  }
}

/** Keeps how a puzzle was done; what was solved stays solved, and what was seen first, seen. */
export function keepDone(id: string, how: Done): void {
  const done = donePuzzles();
  localStorage.setItem(KEPT, JSON.stringify({ ...done, [id]: done[id] ?? how }));
}

export const puzzlesTold = (): Promise<PuzzlesTold> => read("/api/puzzles");

export const puzzleTold = (id: string): Promise<PuzzleTold> => read(`/api/puzzles/${id}`);

/** The name of a puzzle, in the reader's language. */
export const puzzleTitle = ({ theme, heading }: Pick<PuzzleRow, "theme" | "heading">): string =>
  t(`puzzles.title_${theme}_${heading}` as Key);
