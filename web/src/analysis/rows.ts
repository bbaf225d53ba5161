/** The choices of a judgement, in their order and in words. */

import type { AnalysisTold, Entry, RankedChoice } from "../api/generated/types.gen.ts";

export interface Row {
  one: RankedChoice;
  /** Its place in what was told. */
  place: number;
  /** The choice, or the whole plan, in words. */
  label: string;
  /** What is expected after it, in words. */
  line: string[];
}

/** A plan tells its steps; that one is done goes without saying, unless it is all. */
function labelOf({ entries }: RankedChoice, steps: string[]): string {
  const told = steps.filter((_, i) => !isDone(entries[i]));
  return (told.length > 0 ? told : steps.slice(0, 1)).join(", ");
}

function isDone(entry: Entry | undefined): boolean {
  const chosen = (entry?.choice ?? {}) as Record<string, unknown>;
  return chosen["done"] === true || chosen["order"] === "done";
}

export const rowsOf = ({ judgement, labels, lines }: AnalysisTold): Row[] =>
  judgement.choices.map((one, place) => ({
    one,
    place,
    label: labelOf(one, labels?.[place] ?? []),
    line: lines?.[place] ?? [],
  }));

const LONGEST = 5;

/** A name in a narrow column. */
export const shortName = (name: string): string =>
  name.length <= LONGEST ? name : `${name.slice(0, LONGEST - 1)}.`;

/** Where a share and its interval lie on the scale of all choices, in percent of its width. */
export function barOf(
  one: RankedChoice,
  all: RankedChoice[],
  player: string,
): { left: number; width: number; mark: number } {
  const ends = all.flatMap(({ shares, margins }) => {
    const [share, margin] = [shares[player] ?? 0, margins[player] ?? 0];
    return [share - margin, share + margin];
  });
  const low = Math.min(...ends);
  const span = Math.max(0.001, Math.max(...ends) - low);
  const [share, margin] = [one.shares[player] ?? 0, one.margins[player] ?? 0];
  const at = (value: number): number => ((value - low) / span) * 100;
  return { left: at(share - margin), width: (2 * margin * 100) / span, mark: at(share) };
}
