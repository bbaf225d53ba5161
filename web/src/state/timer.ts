/** A time that passes only while it is let go on. */

export class Timer {
  #done: () => void = () => {};
  #left = 0;
  #since = 0;
  #id: ReturnType<typeof setTimeout> | undefined;
  #held = false;

  /** Done after so many milliseconds, or as soon as it is ended. */
  run(duration: number): Promise<void> {
    this.end();
    this.#left = duration;
    return new Promise((done) => {
      this.#done = done;
      if (!this.#held) this.#go();
    });
  }

  /** Ends what is waited for at once. */
  end(): void {
    clearTimeout(this.#id);
    this.#left = 0;
    this.#done();
    this.#done = () => {};
  }

  /** Lets the time stand still, or go on. */
  hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    clearTimeout(this.#id);
    if (held) this.#left -= performance.now() - this.#since;
    else this.#go();
  }

  #go(): void {
    this.#since = performance.now();
    // What has no end is ended by somebody.
    if (this.#left !== Infinity) this.#id = setTimeout(() => this.end(), Math.max(0, this.#left));
  }
}
