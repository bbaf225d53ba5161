/** Decisions made one upon the other but sent together: nobody learns of them before. */

import type { Ahead, Choice, Position } from "../api/told.ts";

/** Asks the server what would be open after some decisions; null where it refuses them. */
export type Foresee = (steps: Choice[]) => Promise<Ahead | null>;

export class Plan {
  steps = $state.raw<Choice[]>([]);
  /** What is open after these steps. */
  ahead = $state.raw<Ahead | null>(null);
  /** While the server is asked. */
  pending = $state(false);
  #asked = 0;

  begin(now: Ahead | null, steps: Choice[] = []): void {
    this.#asked++;
    this.steps = steps;
    this.ahead = now;
    this.pending = false;
  }

  /** Changes the plan, and asks what it leaves open; a plan that is refused is given up. */
  async change(steps: Choice[], position: Position, foresee: Foresee): Promise<void> {
    const [number, before] = [++this.#asked, this.steps];
    this.steps = steps;
    this.pending = true;
    const ahead = steps.length > 0 ? await foresee(steps) : position;
    if (number !== this.#asked) return;
    this.pending = false;
    if (ahead) this.ahead = ahead;
    else this.steps = before;
  }
}
