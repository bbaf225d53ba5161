/** The judge, asked about a position for as long as somebody looks. */

import { isFailure, post } from "../api/client.ts";
import type { AnalysisTold, Chosen, RankedChoice } from "../api/generated/types.gen.ts";
import { text } from "../i18n.svelte.ts";
import { reason } from "../state/reasons.ts";
import type { TableState } from "../state/table.svelte.ts";

/** Milliseconds between two questions: figures change at most twice a second. */
const PACE = 500;
/** Milliseconds after which it stops by itself. */
const LONGEST = 60_000;

type Sequence = Chosen[];

/** What is chosen in one go. */
export const sequenceOf = ({ entries }: RankedChoice): Sequence =>
  entries.map(({ choice }) => choice);

/** By which a choice is known while the ranks change. */
export const keyOf = (one: RankedChoice): string => JSON.stringify(sequenceOf(one));

export class Judge {
  told = $state.raw<AnalysisTold | null>(null);
  running = $state(false);
  /** Why it does not think; empty if it does. */
  refused = $state("");
  /** The keys of two choices that are compared. */
  compared = $state.raw<string[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Negative while there is no position to think about. */
  #entries = -1;
  #position = -1;
  #end = 0;
  #flight = new AbortController();

  constructor(private readonly table: TableState) {}

  /** Turns to a position, and begins to think about it; what is taken back makes it another. */
  face(entries: number, position: number): void {
    if (entries === this.#entries && position === this.#position) return;
    this.#entries = entries;
    this.#position = position;
    this.told = null;
    this.compared = [];
    this.go();
  }

  /**
   * Lets go of a position that is about to be another one.
   *
   * What is taken back is no moment of the game any more, and asking about it would be refused.
   */
  leave(): void {
    this.stop();
    this.#entries = -1;
    this.#flight.abort();
  }

  /** Thinks on. */
  go(): void {
    if (this.#entries < 0) return;
    this.running = true;
    this.#end = performance.now() + LONGEST;
    void this.#ask();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  /** Picks a choice to be compared with another, or no longer; of three the oldest goes. */
  pick(key: string): void {
    const { compared } = this;
    this.compared = compared.includes(key)
      ? compared.filter((one) => one !== key)
      : [...compared, key].slice(-2);
    if (this.compared.length === 2 && !this.running) this.go();
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const [entries, position, compared] = [this.#entries, this.#position, this.compared];
    const compare =
      compared.length === 2 ? compared.map((key) => JSON.parse(key) as Sequence) : null;
    this.#flight.abort();
    const { signal } = (this.#flight = new AbortController());
    try {
      const told = await post<AnalysisTold>(
        this.table.at("/analysis", { lang: text.lang }),
        { entries, compare },
        signal,
      );
      if (entries !== this.#entries || position !== this.#position) return;
      this.told = told;
      this.refused = "";
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (signal.aborted) return;
      this.refused = reason(error);
      this.stop();
    }
    this.#rest(compare !== null && (this.told?.judgement.comparison ?? null) === null);
  }

  /** Asks again after a while, unless it is sure enough or was long enough. */
  #rest(owed: boolean): void {
    const done = this.told?.judgement.done && !owed && this.compared.length < 2;
    if (done || performance.now() > this.#end) this.stop();
    if (this.running) this.#timer = setTimeout(() => void this.#ask(), PACE);
  }
}
