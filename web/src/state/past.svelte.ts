/** Earlier moments of a game, fetched when they are looked at; the last few are kept. */

import { read } from "../api/patience.ts";
import type { Facts, Position, Snapshot } from "../api/game.ts";
import type { TableState } from "./table.svelte.ts";

interface Past {
  entries: number;
  viewer: string | null;
  snapshot: Snapshot;
  facts: Facts;
}

const KEPT = 60;

export class PastState {
  /** The moment that is shown. */
  shown = $state.raw<Position | null>(null);
  /** The moment since which changes are told. */
  since = $state.raw<Past | null>(null);
  #kept = new Map<number, Past>();
  #wanted: number | null = null;

  constructor(readonly table: TableState) {}

  /** Shows the position after so many entries, then the one to compare it with; null: none. */
  async show(moment: number | null, since: number): Promise<void> {
    this.#wanted = moment;
    if (moment === null) {
      this.shown = this.since = null;
      return;
    }
    const past = await this.#get(moment);
    if (this.#wanted !== moment) return;
    this.shown = asPosition(past);
    if (this.since?.entries === since) return;
    this.since = null;
    const earlier = await this.#get(since);
    if (this.#wanted === moment) this.since = earlier;
  }

  async #get(moment: number): Promise<Past> {
    const kept = this.#kept.get(moment);
    if (kept) return kept;
    const past = await read<Past>(this.table.at(`/positions/${moment}`));
    this.#kept.set(moment, past);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return past;
  }

  /** Forgets everything: the game was taken back. */
  forget(): void {
    this.#kept.clear();
  }
}

/** A position to look at: nothing can be chosen in it. */
function asPosition(past: Past): Position {
  return {
    ...past,
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
