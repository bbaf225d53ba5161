/** Which puzzles are wanted, by what stands in the address, and which comes next. */

import type { PuzzleRow } from "../api/generated/types.gen.ts";
import type { Done } from "../state/puzzles.ts";

/** What puzzles can be told apart by. */
export const KEYS = ["game", "theme", "grade"] as const;
export type FilterKey = (typeof KEYS)[number];

/** A few words of the address; what is left out may be anything. */
export type Filter = Partial<Record<FilterKey, string>>;

export function filterIn(query: URLSearchParams): Filter {
  const found = KEYS.flatMap((key) => {
    const value = query.get(key);
    return value ? [[key, value]] : [];
  });
  return Object.fromEntries(found) as Filter;
}

/** The address of a page with a filter. */
export function addressOf(path: string, filter: Filter): string {
  const query = new URLSearchParams(
    KEYS.flatMap((key) => (filter[key] ? [[key, filter[key]]] : [])),
  ).toString();
  return query ? `${path}?${query}` : path;
}

export const isWanted = (puzzle: PuzzleRow, filter: Filter): boolean =>
  KEYS.every((key) => filter[key] === undefined || String(puzzle[key]) === filter[key]);

/** The puzzles that are wanted, those that are not done first. */
export function listed(
  puzzles: PuzzleRow[],
  filter: Filter,
  done: Record<string, Done>,
): PuzzleRow[] {
  const wanted = puzzles.filter((puzzle) => isWanted(puzzle, filter));
  return [...wanted.filter(({ id }) => !done[id]), ...wanted.filter(({ id }) => done[id])];
}

/** The puzzle after one that is neither done nor left out; null if none is left. */
export function nextAfter(
  id: string,
  puzzles: PuzzleRow[],
  filter: Filter,
  done: Record<string, Done>,
): PuzzleRow | null {
  const open = puzzles.filter(
    (puzzle) => puzzle.id !== id && !done[puzzle.id] && isWanted(puzzle, filter),
  );
  const number = puzzles.find((puzzle) => puzzle.id === id)?.number ?? 0;
  return open.find((puzzle) => puzzle.number > number) ?? open[0] ?? null;
}

/** The values there are of something puzzles are told apart by, in their order. */
export const valuesOf = (puzzles: PuzzleRow[], key: FilterKey): string[] => [
  ...new Set(puzzles.map((puzzle) => String(puzzle[key]))),
];
