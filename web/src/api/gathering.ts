/**
 * What comes in quick succession is heard together, in order: bots decide faster than a page is
 * painted, and one that paints each of their decisions falls behind them.
 */

import type { LiveTold } from "./generated/types.gen.ts";

/** So many milliseconds a frame is waited for; a page that nobody sees has none. */
const PAINTED = 100;

export class Gathering {
  #kept: LiveTold[] = [];
  /** Whether a position is on its way to the screen: what comes meanwhile waits for it. */
  #isPainting = false;

  constructor(readonly hear: (message: LiveTold) => void) {}

  take(message: LiveTold): void {
    this.#kept.push(message);
    if (!this.#isPainting) this.tell();
  }

  /** Tells what is kept. */
  tell(): void {
    if (this.#kept.some(({ type }) => type === "position")) this.#paint();
    for (let next = this.#kept.shift(); next; next = this.#kept.shift()) this.hear(next);
  }

  /** Forgets what is kept: it will be told again. */
  forget(): void {
    this.#kept = [];
  }

  #paint(): void {
    this.#isPainting = true;
    const done = (): void => {
      clearTimeout(late);
      if (!this.#isPainting) return;
      this.#isPainting = false;
      this.tell();
    };
    const late = setTimeout(done, PAINTED);
    requestAnimationFrame(() => setTimeout(done));
  }
}
