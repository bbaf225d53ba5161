/** What the people at the table have to do by hand: what the last decisions have brought about. */

import { linesOf, type Entries, type Told } from "../state/record.svelte.ts";

/** So many lines are told at once. */
const MOST = 8;

/** The decisions of the turn that is played, or of the one before if none was made in it yet. */
export function newest(told: Entries, entries: number): Told[] {
  const known = told.slice(1, entries + 1).filter((one) => one !== undefined);
  const begins = ({ events }: Told): boolean =>
    events.some(({ event }) => event === "turn_started");
  const last = known.findLastIndex((one, i) => begins(one) && i < known.length - 1);
  return known.slice(last + 1);
}

/** The same in sentences, the last ones if there are very many; what begins next is asked anyway.
 * Where there is little room, of the last decision alone. */
export const onBoard = (told: Entries, entries: number, isBrief = false): string[] =>
  newest(told, entries)
    .slice(isBrief ? -1 : 0)
    .flatMap(linesOf)
    .slice(-MOST);
