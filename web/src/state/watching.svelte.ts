/** Watching what has happened, one nation turn at a time. */

export class Watching {
  playing = $state(false);

  /** Plays the nation turns between the positions after two entries, then comes back to now. */
  show(from: number, to: number): void {
    this.playing = from < to;
  }

  stop(): void {
    this.playing = false;
  }
}
