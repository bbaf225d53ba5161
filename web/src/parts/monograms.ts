/** The letters that stand for players where there is no room for their names. */

import { getContext, setContext } from "svelte";

type Names = () => string[];
const NAMES = Symbol("names");

/** Lets every monogram of this component's children be told apart from those of the others. */
export const distinguish = (names: Names): void => void setContext(NAMES, names);

/** The names among which a monogram is told apart. */
export const namesAround = (): Names => getContext<Names | undefined>(NAMES) ?? (() => []);

/** For each of the names two letters, or one and a number, which no other of them has. */
export function monogramsOf(names: string[]): Map<string, string> {
  const given = new Map<string, string>();
  for (const name of new Set(names)) {
    const taken = new Set(given.values());
    const free = candidates(name).find((one) => !taken.has(one));
    given.set(name, free ?? "");
  }
  return given;
}

/** The first letter with each of the others in turn, then with a number. */
function candidates(name: string): string[] {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  const [first = "?", ...rest] = letters.filter((letter) => letter.trim() !== "");
  const capital = first.toUpperCase();
  const numbers = Array.from("123456789");
  return (rest.length > 0 ? [...rest, ...numbers] : ["", ...numbers]).map(
    (second) => capital + second.toLowerCase(),
  );
}
