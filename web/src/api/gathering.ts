/**
 * What comes in quick succession is heard together, in order: bots decide faster than a page is
 * painted, and one that paints each of their decisions falls behind them.
 */

import type { LiveTold } from "./generated/types.gen.ts";

/** So many milliseconds a frame is waited for; a page that nobody sees has none. */
const PAINTED = 100;
/** So many milliseconds what was decided waits for the position that it leads to. */
const FOLLOWED = 50;

/** Whether a position comes right after it: one frame shows both. */
const leadsOn = (message: LiveTold | undefined): boolean =>
  message?.type === "row" && message.row.kind === "action";

export class Gathering {
  #kept: LiveTold[] = [];
  /** Whether a position is on its way to the screen: what comes meanwhile waits for it. */
  #isPainting = false;
  #late: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly hear: (message: LiveTold) => void) {}

  take(message: LiveTold): void {
    this.#kept.push(message);
    this.#goOn();
  }

  /** Tells what is kept. */
  tell(): void {
    clearTimeout(this.#late);
    if (this.#kept.some(({ type }) => type === "position")) this.#paint();
    for (let next = this.#kept.shift(); next; next = this.#kept.shift()) this.hear(next);
  }

  /** Forgets what is kept: it will be told again. */
  forget(): void {
    clearTimeout(this.#late);
    this.#kept = [];
  }

  /** Tells what is kept unless it waits: for the screen, or for the position that follows. */
  #goOn(): void {
    clearTimeout(this.#late);
    if (this.#isPainting) return;
    if (leadsOn(this.#kept.at(-1))) this.#late = setTimeout(() => this.tell(), FOLLOWED);
    else this.tell();
  }

  #paint(): void {
    this.#isPainting = true;
    const done = (): void => {
      clearTimeout(late);
      if (!this.#isPainting) return;
      this.#isPainting = false;
      this.#goOn();
    };
    const late = setTimeout(done, PAINTED);
    requestAnimationFrame(() => setTimeout(done));
  }
}
