/** The review of a game: asked for, followed while it is made, read when it is there. */

import { post } from "../api/client.ts";
import { read } from "../api/patience.ts";
import type { ReviewTold } from "../api/generated/types.gen.ts";
import { text } from "../i18n.svelte.ts";
import { Attempt } from "../state/attempt.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";

/** Milliseconds between two looks at a review that is being made. */
const PACE = 700;

export class Reviewing {
  told = $state.raw<ReviewTold | null>(null);
  /** Seconds until it is likely to be there; null before one can say. */
  left = $state<number | null>(null);
  readonly asking = new Attempt();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #began: { at: number; done: number } | null = null;
  #closed = false;

  constructor(private readonly table: TableState) {}

  get underway(): boolean {
    return this.told?.state === "waiting" || this.told?.state === "running";
  }

  /** Reads the review, and has it made if there is none; who has no name only reads. */
  async open(mayAsk: boolean): Promise<void> {
    await this.#look();
    if (this.told?.state === "none" && mayAsk) await this.make();
  }

  /** Has it made, anew if there is one. */
  async make(anew = false): Promise<void> {
    this.#began = null;
    await this.asking.make(() => post(this.table.at("/review"), { anew }));
    await this.#look();
  }

  /** Nobody looks any more; the server goes on. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    const address = this.table.at("/review");
    const join = address.includes("?") ? "&" : "?";
    this.told = await read<ReviewTold>(`${address}${join}lang=${text.lang}`);
    this.#expect(this.told);
    if (this.underway && !this.#closed) this.#timer = setTimeout(() => void this.#look(), PACE);
  }

  /** The close look at the suspects takes about as long as the glance at everything. */
  #expect({ done, of }: ReviewTold): void {
    const now = performance.now();
    if (!this.#began || done < this.#began.done) this.#began = { at: now, done };
    const made = done - this.#began.done;
    this.left = made > 0 ? (((now - this.#began.at) / made) * (of - done) * 2) / 1000 : null;
  }
}
