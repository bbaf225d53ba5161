/** How links of the rules lead on: by the address, or within what lies over a table. */

import { getContext, setContext } from "svelte";

import type { Book, Spot, Tag } from "./book.ts";

/** What a table has agreed on, by the names of records. */
export type TableOptions = Readonly<Record<string, unknown>>;

export interface Way {
  readonly book: Book;
  /** The game that is read. */
  readonly game: Tag;
  /** The options of the table it lies over; null where there is none. */
  readonly options: TableOptions | null;
  /** Goes to a spot without changing the address; null where the address leads. */
  readonly go: ((spot: Spot) => void) | null;
}

const KEY = Symbol("way");

/** Lets everything below follow links this way. */
export const setWay = (way: () => Way): void => void setContext(KEY, way);

export const wayHere = (): Way => getContext<() => Way>(KEY)();
