/** A list of the server that comes by pages, with a search. */

import { get } from "../api/client.ts";
import { Attempt } from "../state/attempt.svelte.ts";

type Page<Key extends string, One> = Record<Key, One[]> & { more: string | null };

export class Pages<Key extends string, One> {
  all = $state.raw<One[]>([]);
  more = $state<string | null>(null);
  /** Whether the first page has come. */
  known = $state(false);
  readonly asking = new Attempt();
  #asked = 0;

  constructor(
    readonly path: string,
    readonly key: Key,
  ) {}

  /** The first page of what is wanted; what was asked before and comes later does not count. */
  async load(wanted: Record<string, string>): Promise<void> {
    const number = ++this.#asked;
    const query = new URLSearchParams(wanted);
    this.asking.busy = false;
    await this.asking.make(async () => {
      const page = await get<Page<Key, One>>(`${this.path}?${query}`);
      if (number === this.#asked) this.#take(page, []);
    });
  }

  /** The next page of the same. */
  async next(wanted: Record<string, string>): Promise<void> {
    const query = new URLSearchParams({ ...wanted, after: this.more ?? "" });
    await this.asking.make(async () =>
      this.#take(await get<Page<Key, One>>(`${this.path}?${query}`), this.all),
    );
  }

  #take(page: Page<Key, One>, before: One[]): void {
    this.all = [...before, ...page[this.key]];
    this.more = page.more;
    this.known = true;
  }
}
