/** Something asked of the server: under way, done, or refused with a sentence to show. */

import { type Failure, isFailure } from "../api/client.ts";
import { reason } from "./reasons.ts";

export class Attempt {
  busy = $state(false);
  /** Why the last one did not work; null if it did. */
  failure = $state.raw<Failure | null>(null);
  #last: (() => Promise<unknown>) | null = null;

  /** The same as a sentence; empty if it did. */
  get refused(): string {
    return this.failure ? reason(this.failure) : "";
  }

  /** Whether it worked. While one is under way another is not begun. */
  async make(ask: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.failure = null;
    this.#last = ask;
    try {
      await ask();
      return true;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.failure = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Makes the last one once more. */
  async again(): Promise<boolean> {
    return this.#last ? this.make(this.#last) : false;
  }
}
