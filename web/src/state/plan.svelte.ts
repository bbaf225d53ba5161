/** Decisions made one upon the other but sent together: nobody learns of them before. */

import type { Ahead, Choice, Position } from "../api/told.ts";

/** Asks the server what would be open after some decisions; null where it refuses them. */
export type Foresee = (steps: Choice[]) => Promise<Ahead | null>;

/** Decisions, and what is open after them. */
export interface Planned {
  steps: Choice[];
  ahead: Ahead;
}

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
    const before = this.steps;
    this.steps = steps;
    const ahead = async () => (steps.length > 0 ? await foresee(steps) : position);
    await this.find(async () => {
      const told = await ahead();
      return told && isWhole(told, steps) ? { steps, ahead: told } : null;
    }, before);
  }

  /** Looks for a plan; what comes late changes nothing, and where there is none another stands. */
  async find(search: () => Promise<Planned | null>, otherwise: Choice[]): Promise<void> {
    const number = ++this.#asked;
    this.pending = true;
    const found = await search();
    if (number !== this.#asked) return;
    this.pending = false;
    this.steps = found?.steps ?? otherwise;
    if (found) this.ahead = found.ahead;
  }
}

/** Whether all steps can be made, or lead to the decision of somebody else. */
const isWhole = ({ taken, choices }: Ahead, steps: Choice[]): boolean =>
  taken === undefined || taken === steps.length || choices.length === 0;
