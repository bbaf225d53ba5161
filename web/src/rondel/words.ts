/** How words get into a sector of the wheel. */

import { at, type Point } from "./geometry.ts";

/** As many letters as a sector is wide. */
const MOST = 15;
/** The width of a sector where its words stand, in units of the wheel. */
const WIDTH = 92;
/** How wide a letter is on average. */
const LETTER = { plain: 6.8, bold: 7.4 };
/** Cyrillic letters are wider. */
const WIDER = 1.12;

/** A line in as many lines as it needs, broken between words. */
export function broken(line: string): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : "";
    if (longer && longer.length <= MOST) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The width into which a line is to be set that would leave its sector; else undefined. */
export function widthFor(line: string, bold: boolean): number | undefined {
  const letters = line.length * (/\p{Script=Cyrillic}{2}/u.test(line) ? WIDER : 1);
  return letters * LETTER[bold ? "bold" : "plain"] > WIDTH ? WIDTH : undefined;
}

/** Where the words stand in a sector: sectors at the side are widest nearer to the hub. */
export function wordsAt(index: number): Point {
  const isAtSide = index % 4 === 1 || index % 4 === 2;
  return at(index + 0.5, isAtSide ? 118 : 123);
}
