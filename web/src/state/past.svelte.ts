/** Earlier moments of a game, fetched in stretches when one looks back; those show at once. */

import { isFailure, Refused } from "../api/client.ts";
import type { Past, Stretch } from "../api/generated/types.gen.ts";
import { read } from "../api/patience.ts";
import type { Position } from "../api/told.ts";
import type { Row } from "./rows.ts";

/** A position of the past, and what has changed since its turn began. */
export type PastPosition = Position & Pick<Past, "changes">;

/** So many moments come at once. */
const LENGTH = 25;
/** So many stretches are kept: most games as a whole. */
const KEPT = 80;
/** After these the moments before are not what they were: gone, or without secrets. */
const REWRITING = new Set<Row["kind"]>(["undone", "finished", "ended"]);

/** The game that is looked at, as far as the past asks for it. */
export interface Game {
  at: (path: string, query: Record<string, string>) => string;
  position: Pick<Position, "entries" | "viewer"> | null;
  log: { rows: Pick<Row, "kind">[] };
}

export class PastState {
  /** The moment that is shown. */
  shown = $state.raw<PastPosition | null>(null);
  /** The moments of each stretch, by the first of them, in the order they came. */
  #stretches = new Map<number, Past[]>();
  #version = "";
  #wanted: number | null = null;
  #busy = false;

  constructor(readonly table: Game) {}

  /** Shows the position after so many entries; null: none. */
  show(moment: number | null): void {
    this.#wanted = moment;
    if (moment === null) this.shown = null;
    this.#present();
    if (!this.#busy) void this.#follow();
  }

  /** The position after so many entries, fetched if it is not here; null if it cannot be had. */
  async at(moment: number): Promise<Position | null> {
    this.#refresh();
    try {
      if (!this.#find(moment)) await this.#fetch(firstOf(moment));
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
    const past = this.#find(moment);
    return past ? asPosition(past) : null;
  }

  /** Puts on the screen what is wanted, if it is here. */
  #present(): void {
    this.#refresh();
    const past = this.#wanted === null ? null : this.#find(this.#wanted);
    if (past) this.shown = asPosition(past);
  }

  #refresh(): void {
    const { log, position } = this.table;
    const rewritten = log.rows.findLastIndex(({ kind }) => REWRITING.has(kind));
    // What one person may see is not for the next at the same screen.
    const version = `${rewritten} ${position?.viewer}`;
    if (version !== this.#version) this.#stretches.clear();
    this.#version = version;
  }

  #find(moment: number): Past | undefined {
    return this.#stretches.get(firstOf(moment))?.[moment % LENGTH];
  }

  /** Fetches what is wanted, and then what may be wanted next. */
  async #follow(): Promise<void> {
    this.#busy = true;
    try {
      const named = (wanted: number[]): string => `${this.#version}/${wanted.join()}`;
      let [last, next] = ["", this.#next()];
      // What did not come is not there yet: it is asked for again when there is news.
      while (next.length > 0 && last !== named(next)) {
        last = named(next);
        await Promise.all(next.map((first) => this.#fetch(first)));
        this.#present();
        next = this.#next();
      }
    } catch (error) {
      // The moment is gone: its decisions were taken back.
      if (!(error instanceof Refused)) throw error;
    } finally {
      this.#busy = false;
    }
  }

  /** The stretch to fetch: the one that is wanted, or else the nearest that is missing. */
  #next(): number[] {
    const moment = this.#wanted;
    if (moment === null) return [];
    if (!this.#find(moment)) return [firstOf(moment)];
    const all = stretchesOf(this.table.position?.entries ?? 0);
    const missing = all.filter((first) => !this.#stretches.has(first));
    const distance = (first: number): number => Math.abs(first - firstOf(moment));
    const nearest = missing.toSorted((a, b) => distance(a) - distance(b));
    return this.#stretches.size < KEPT ? nearest.slice(0, 1) : [];
  }

  async #fetch(first: number): Promise<void> {
    const version = this.#version;
    const stretch = await read<Stretch>(this.table.at("/positions", { first: String(first) }));
    this.#refresh();
    if (version !== this.#version) return;
    this.#stretches.delete(first);
    this.#stretches.set(first, momentsOf(stretch));
    const [oldest] = this.#stretches.keys();
    if (this.#stretches.size > KEPT && oldest !== undefined) this.#stretches.delete(oldest);
  }
}

const firstOf = (moment: number): number => moment - (moment % LENGTH);

const stretchesOf = (entries: number): number[] =>
  Array.from({ length: Math.floor(entries / LENGTH) + 1 }, (_, number) => number * LENGTH);

/** All moments of a stretch; what does not change is the same object in all of them. */
export function momentsOf({ first, steps }: Stretch): Past[] {
  const moments = [first];
  let last = first;
  for (const step of steps) {
    last = { ...last, entries: last.entries + 1 };
    for (const { path, value } of step) last = put(last, path, value);
    moments.push(last);
  }
  return moments;
}

/** An object with another value where a path leads to. */
function put<T>(whole: T, [key = "", ...rest]: string[], value: unknown): T {
  const old = (whole as Record<string, unknown>)[key];
  return { ...whole, [key]: rest.length > 0 ? put(old, rest, value) : value };
}

/** A position to look at: nothing can be chosen in it. */
export function asPosition<Seen extends Omit<Past, "changes">>(seen: Seen): Seen & Position {
  return {
    ...seen,
    position: -1,
    seq: -1,
    pending: null,
    yours: false,
    choices: [],
    prompt: null,
    waiting: null,
    refused: [],
  };
}
