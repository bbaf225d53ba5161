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

interface Wanted {
  moment: number;
  since: number;
}

const KEPT = 60;

export class PastState {
  /** The moment that is shown. */
  shown = $state.raw<Position | null>(null);
  /** The moment since which changes are told. */
  since = $state.raw<Past | null>(null);
  #kept = new Map<number, Past>();
  #wanted: Wanted | null = null;
  #busy = false;

  constructor(readonly table: TableState) {}

  /** Shows the position after so many entries, and the one to compare it with; null: none. */
  show(moment: number | null, since: number): void {
    this.#wanted = moment === null ? null : { moment, since };
    if (moment === null) this.shown = this.since = null;
    else if (!this.#busy) void this.#follow();
  }

  /** One moment at a time: of those a slider passes quickly, some are left out. */
  async #follow(): Promise<void> {
    this.#busy = true;
    let wanted = this.#wanted;
    while (wanted) {
      const [past, since] = await Promise.all([
        this.#get(wanted.moment),
        this.#get(wanted.since),
      ]);
      if (this.#wanted) [this.shown, this.since] = [asPosition(past), since];
      wanted = this.#wanted === wanted ? null : this.#wanted;
    }
    this.#busy = false;
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
