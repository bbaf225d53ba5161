/** Lists of tables, looked up again while somebody looks at them. */

import { get, isFailure } from "../api/client.ts";
import { insist } from "../api/patience.ts";
import type { TableList, TableListed } from "../api/generated/types.gen.ts";

export type List = "mine" | "played" | "open" | "running" | "finished";

const EVERY = 15_000;

export class Tables {
  tables = $state.raw<TableListed[]>([]);
  /** Whether the server has told the list. */
  known = $state(false);
  #more = $state<string | null>(null);

  constructor(
    readonly list: List,
    readonly limit: number,
  ) {}

  get hasMore(): boolean {
    return this.#more !== null;
  }

  async load(): Promise<void> {
    const { tables, more } = await this.#page("");
    this.tables = tables;
    this.#more = more;
    this.known = true;
  }

  async loadMore(): Promise<void> {
    const before = `&before=${encodeURIComponent(this.#more ?? "")}`;
    const { tables, more } = await insist(() => this.#page(before));
    this.tables = [...this.tables, ...tables];
    this.#more = more;
  }

  #page(before: string): Promise<TableList> {
    return get<TableList>(`/api/tables?list=${this.list}&limit=${this.limit}${before}`);
  }
}

/** Calls `load` now, then now and then while the page is seen; gives back how to stop. */
export function keepFresh(load: () => Promise<unknown>): () => void {
  const look = (): void => {
    if (document.hidden) return;
    load().catch((error: unknown) => {
      // It is looked up again soon.
      if (!isFailure(error)) throw error;
    });
  };
  look();
  const timer = setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
