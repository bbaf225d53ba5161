/** Lists of tables, looked up again while somebody looks at them. */

import { untrack } from "svelte";

import { ask, type Failure, get, isFailure } from "../api/client.ts";
import type { TableList, TableListed } from "../api/generated/types.gen.ts";

export type List = "mine" | "played" | "own" | "hidden" | "open" | "running" | "finished";
/** What a list is narrowed down to, as the server is asked for it. */
export type Query = Record<string, string>;

const EVERY = 15_000;
/** As many tables as the server tells at once. */
const MOST = 100;
/** So often a search that has found nothing goes on by itself. */
const PATIENCE = 4;

export class Tables {
  tables = $state.raw<TableListed[]>([]);
  /** Whether the server has told the list. */
  known = $state(false);
  /** Why it could not be looked up the last time. */
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  #more = $state<string | null>(null);
  /** Whether more than the first page is shown. */
  #paged = false;
  /** What is asked for now: an answer to what was asked before does not count. */
  #asked = 0;

  constructor(
    readonly list: List,
    readonly limit: number,
    readonly query: () => Query = () => ({}),
  ) {}

  get hasMore(): boolean {
    return this.#more !== null;
  }

  /** Looks up what is shown, unless something is on its way; pages that were added stay. */
  async load(): Promise<void> {
    if (this.busy) return;
    if (!this.#paged) return this.search();
    const limit = Math.min(MOST, this.tables.length);
    await this.#take(async () => {
      const { tables } = await this.#found(limit);
      return { tables: joined(tables, this.tables.slice(limit)), more: this.#more };
    });
  }

  /** Looks for what is wanted now, from the first page on. */
  async search(): Promise<void> {
    this.#paged = false;
    await this.#take(() => this.#found(this.limit));
  }

  /** Adds the next page. */
  async loadMore(): Promise<void> {
    this.#paged = true;
    await this.#take(async () => {
      const page = await this.#found(this.limit, this.#more);
      return { tables: joined(this.tables, page.tables), more: page.more };
    });
  }

  /** Leaves a table out that is no longer there. */
  drop(id: string): void {
    this.tables = this.tables.filter((table) => table.id !== id);
  }

  async #take(ask: () => Promise<Page>): Promise<void> {
    const number = ++this.#asked;
    this.busy = true;
    try {
      const page = await ask();
      if (number !== this.#asked) return;
      this.tables = page.tables;
      this.#more = page.more;
      this.known = true;
      this.failure = null;
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (number === this.#asked) this.failure = error;
    } finally {
      if (number === this.#asked) this.busy = false;
    }
  }

  /** A page; where a search has found nothing yet, it goes on for a while. */
  async #found(limit: number, after: string | null = null): Promise<Page> {
    let page = await this.#page(limit, after);
    for (let tries = 1; tries < PATIENCE && page.tables.length === 0 && page.more; tries++)
      page = await this.#page(limit, page.more);
    return page;
  }

  #page(limit: number, after: string | null): Promise<Page> {
    const asked = { list: this.list, limit: String(limit), ...this.query() };
    const query = new URLSearchParams({ ...asked, ...(after === null ? {} : { after }) });
    return get<TableList>(`/api/tables?${query}`);
  }
}

type Page = Pick<TableList, "tables" | "more">;

/** Tables, and behind them those that are not among them. */
function joined(first: TableListed[], then: TableListed[]): TableListed[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...then.filter(({ id }) => !known.has(id))];
}

/** Leaves a table out of one's own lists, or puts it back. */
export const hideTable = (id: string, hidden: boolean): Promise<unknown> =>
  ask("PUT", `/api/tables/${id}/hidden`, { hidden });

/** Deletes a table for good. */
export const deleteTable = (id: string): Promise<unknown> => ask("DELETE", `/api/tables/${id}`);

/** Calls `load` now, then now and then while the page is seen; gives back how to stop. */
export function keepFresh(load: () => Promise<unknown>): () => void {
  const look = (): void => {
    if (!document.hidden) void load();
  };
  // What is looked up does not make it look again.
  untrack(look);
  const timer = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
