/** Something asked of the server: under way, done, or refused with a sentence to show. */

import { reason } from "./reasons.ts";

export class Attempt {
  busy = $state(false);
  /** Why the last one did not work; empty if it did. */
  refused = $state("");

  /** Whether it worked. While one is under way another is not begun. */
  async make(ask: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = "";
    try {
      await ask();
      return true;
    } catch (error) {
      this.refused = reason(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
