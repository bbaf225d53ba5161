/** Finding paragraphs by words whose forms need not be those of the text. */

import type { ClauseTold, TermTold } from "../api/generated/types.gen.ts";
import type { Book, Tag } from "./book.ts";
import { plain } from "./inline.ts";

export interface Hit {
  clause: ClauseTold;
  /** A stretch of its text, divided where the words are: every second one is a word. */
  stretch: string[];
}

export interface Found {
  hits: Hit[];
  /** Words of the index. */
  terms: TermTold[];
  /** What comes nearest, where nothing holds all the words. */
  nearest: Hit[];
}

/** From so many letters on something is looked for. */
export const LEAST = 2;
/** Words up to this length are looked for as they are. */
const SHORT = 4;
/** From this length on endings may be longer, as in Polish. */
const LONG = 8;
/** So much of a paragraph is shown around what was found. */
const AROUND = 56;
const NEAREST = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** A text in small letters without accents, letter by letter as long as it was. */
export const folded = (text: string): string =>
  Array.from(text.toLowerCase(), (letter) =>
    letter === "ł" ? "l" : (letter.normalize("NFD")[0] ?? letter),
  ).join("");

/** What is looked for: words without the endings that change. */
export const stemsOf = (words: string): string[] =>
  (folded(words).match(WORD) ?? []).filter((word) => word.length >= LEAST).map(stemOf);

function stemOf(word: string): string {
  const ending = word.length >= LONG ? 3 : 2;
  return word.length <= SHORT ? word : word.slice(0, Math.max(SHORT, word.length - ending));
}

export function search(words: string, book: Book, game: Tag): Found {
  const stems = stemsOf(words);
  const nothing = { hits: [], terms: [], nearest: [] };
  if (stems.length === 0) return nothing;
  const read = book.clauses.filter((clause) => clause.game === null || clause.game === game);
  const counted = read.map((clause) => [clause, countIn(clause, stems, book)] as const);
  const hit = ([clause]: readonly [ClauseTold, number]): Hit => ({
    clause,
    stretch: stretchOf(plain(clause.text, book), stems),
  });
  const terms = book.told.index[game]?.filter(({ term }) => holds(term, stems)) ?? [];
  const hits = counted.filter(([, count]) => count === stems.length).map(hit);
  if (hits.length > 0 || terms.length > 0) return { ...nothing, hits, terms };
  const best = Math.max(...counted.map(([, count]) => count));
  const near = best > 0 ? counted.filter(([, count]) => count === best) : [];
  return { ...nothing, nearest: near.slice(0, NEAREST).map(hit) };
}

/** How many of the words a clause holds, those of its section's title among them. */
function countIn(clause: ClauseTold, stems: string[], book: Book): number {
  const text = `${book.section(clause.id)?.title ?? ""} ${clause.text}`;
  return stems.filter((stem) => holds(text, [stem])).length;
}

function holds(text: string, stems: string[]): boolean {
  const words = folded(text).match(WORD) ?? [];
  return stems.every((stem) => words.some((word) => word.startsWith(stem)));
}

/** Part of a text around the first word that was found, with all of them set apart. */
function stretchOf(text: string, stems: string[]): string[] {
  const even = folded(text);
  const marks = [...even.matchAll(WORD)].filter(([word]) =>
    stems.some((stem) => word.startsWith(stem)),
  );
  const first = marks[0]?.index ?? 0;
  const start = first < AROUND ? 0 : text.indexOf(" ", first - AROUND) + 1;
  const end = Math.min(text.length, first + 2 * AROUND);
  const told: string[] = [];
  let at = start;
  for (const { 0: word, index } of marks) {
    if (index < at || index + word.length > end) continue;
    told.push(text.slice(at, index), text.slice(index, index + word.length));
    at = index + word.length;
  }
  told.push(text.slice(at, end));
  if (start > 0) told[0] = `… ${told[0] ?? ""}`;
  if (end < text.length) told.push("", "…");
  return told;
}
