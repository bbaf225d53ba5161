/** Games that are being played and what happens there, looked up again while somebody looks. */

import { type Failure, get, isFailure } from "../api/client.ts";
import type { Watched, WatchList } from "../api/generated/types.gen.ts";
import { text } from "../i18n.svelte.ts";

const PAGE = 12;

export class WatchedGames {
  games = $state.raw<Watched[]>([]);
  /** The server's own time when it told them, in milliseconds. */
  now = $state(0);
  known = $state(false);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  #more = $state<string | null>(null);

  get hasMore(): boolean {
    return this.#more !== null;
  }

  /** Looks up the first page; games further back stay as they were told. */
  load(): Promise<void> {
    return this.#take(null, (games) => joined(games, this.games.slice(PAGE)));
  }

  /** Adds the next page. */
  loadMore(): Promise<void> {
    return this.#take(this.#more, (games) => joined(this.games, games));
  }

  async #take(after: string | null, put: (games: Watched[]) => Watched[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const query = { limit: String(PAGE), lang: text.lang, ...(after === null ? {} : { after }) };
      const page = await get<WatchList>(`/api/watch?${new URLSearchParams(query).toString()}`);
      const isFurther = this.games.length > PAGE && after === null;
      this.games = put(page.games);
      if (!isFurther) this.#more = page.more;
      this.now = page.now * 1000;
      this.known = true;
      this.failure = null;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.failure = error;
    } finally {
      this.busy = false;
    }
  }
}

/** Games, and behind them those that are not among them. */
export function joined(first: Watched[], then: Watched[]): Watched[] {
  const known = new Set(first.map(({ table }) => table.id));
  return [...first, ...then.filter(({ table }) => !known.has(table.id))];
}
