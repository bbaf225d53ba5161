/** A paragraph in its pieces: words, stressed words, and what it points to. */

import type { Book } from "./book.ts";

export type Piece =
  | { kind: "text" | "strong" | "em"; text: string }
  /** A clause or section by the number that readers know. */
  | { kind: "place"; text: string; name: string }
  | { kind: "ruling"; text: string };

const STRESSED = /(\*\*[^*]+\*\*|\*[^*]+\*)/;
const POINTED =
  /(\s?\(A-\d\d(?:, A-\d\d)*\)|\bA-\d\d\b|\bR-[A-Z]{3}(?:-\d+)?\b|\b\d\.\d{1,2}(?:\.\d+)?\b)/;

export function piecesOf(text: string, book: Book): Piece[] {
  return text.split(STRESSED).flatMap((part) => {
    if (part.startsWith("**")) return [{ kind: "strong", text: part.slice(2, -2) } as const];
    if (STRESSED.test(part)) return [{ kind: "em", text: part.slice(1, -1) } as const];
    return part.split(POINTED).flatMap((word) => pointed(word, book));
  });
}

function pointed(word: string, book: Book): Piece[] {
  if (word === "") return [];
  const rulings = word.match(/A-\d\d/g);
  if (rulings && POINTED.test(word)) return rulings.map((text) => ({ kind: "ruling", text }));
  if (POINTED.test(word) && book.section(word))
    return [{ kind: "place", text: book.numberOf(word), name: word }];
  return [{ kind: "text", text: word }];
}

/** The words of a paragraph alone. */
export const plain = (text: string, book: Book): string =>
  piecesOf(text, book)
    .map((piece) => (piece.kind === "ruling" ? "" : piece.text))
    .join("");
