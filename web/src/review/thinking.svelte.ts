/** The judge thinks about a position for as long as somebody looks. */

import { isFailure, post } from "../api/client.ts";
import type { AnalysisTold } from "../api/generated/types.gen.ts";
import { text } from "../i18n.svelte.ts";
import { reason } from "../state/reasons.ts";
import type { TableState } from "../state/table.svelte.ts";

/** Milliseconds between two questions: figures change at most twice a second. */
const PACE = 500;
/** Milliseconds after which it stops by itself. */
const LONGEST = 60_000;

export class Thinking {
  told = $state.raw<AnalysisTold | null>(null);
  running = $state(false);
  /** Why it does not think; empty if it does. */
  refused = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #entries = -1;
  #end = 0;

  constructor(private readonly table: TableState) {}

  /** Turns to a position, and begins to think about it. */
  face(entries: number): void {
    if (entries === this.#entries) return;
    this.#entries = entries;
    this.told = null;
    this.go();
  }

  /** Thinks on. */
  go(): void {
    this.running = true;
    this.#end = performance.now() + LONGEST;
    void this.#ask();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    const entries = this.#entries;
    const address = this.table.at("/analysis");
    const join = address.includes("?") ? "&" : "?";
    try {
      const told = await post<AnalysisTold>(`${address}${join}lang=${text.lang}`, { entries });
      if (entries !== this.#entries) return;
      this.told = told;
      this.refused = "";
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.refused = reason(error);
      this.stop();
    }
    if (this.told?.judgement.done || performance.now() > this.#end) this.stop();
    if (this.running) this.#timer = setTimeout(() => void this.#ask(), PACE);
  }
}
