/** Emblems where a piece has them: drawn there, since every transform on the board costs time. */

import type { Point } from "./map.ts";

/** Middle of the square in which emblems are drawn. */
const MIDDLE = 12;
const COMMAND = /([a-z])([^a-z]*)/gi;
const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
/** What an arc says before its end; between its radii and its end stand an angle and two flags. */
const ARC = { length: 7, radii: 2, end: 5 };

/** Pieces come and go, their emblems are few. */
const drawn = new Map<string, string>();

/** The path of an emblem at another size, with its middle at a place. */
export function emblemAt(path: string, scale: number, at: Point): string {
  const key = [scale, ...at, path].join();
  const known = drawn.get(key) ?? moved(path, scale, at);
  drawn.set(key, known);
  return known;
}

function moved(path: string, scale: number, [x, y]: Point): string {
  const shift: Point = [x - MIDDLE * scale, y - MIDDLE * scale];
  return path.replace(COMMAND, (_, command: string, numbers: string) => {
    const placed = (numbers.match(NUMBER) ?? []).map((number, i) => {
      const axis = axisOf(command, i);
      if (axis === null) return number;
      const offset = axis !== "length" && command === command.toUpperCase() ? shift[axis] : 0;
      return String(Math.round((Number(number) * scale + offset) * 100) / 100);
    });
    return command + placed.join(" ");
  });
}

/** What a number of a command measures: x, y, a length, or nothing. */
function axisOf(command: string, i: number): 0 | 1 | "length" | null {
  switch (command.toLowerCase()) {
    case "h":
      return 0;
    case "v":
      return 1;
    case "a": {
      const place = i % ARC.length;
      if (place < ARC.radii) return "length";
      return place < ARC.end ? null : place === ARC.end ? 0 : 1;
    }
    default:
      return i % 2 === 0 ? 0 : 1;
  }
}
