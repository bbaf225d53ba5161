/**
 * What is asked of the rules at a table: which clause is to be shown, and what it answers.
 *
 * The room `rules`, which is loaded when somebody asks, shows it over the table.
 */

import type { DecisionKind } from "../api/told.ts";

export interface Asked {
  /** The clause, or the kind of decision whose clause is meant. */
  about: { clause: string } | { decision: DecisionKind };
  /** What was said at the table. */
  said: string;
}

class Why {
  asked = $state.raw<Asked | null>(null);
  /** Where the keyboard was. */
  #from: HTMLElement | null = null;

  ask(asked: Asked): void {
    this.#from = document.activeElement as HTMLElement | null;
    this.asked = asked;
  }

  /** Back to the table, to where the question was asked. */
  close(): void {
    this.asked = null;
    if (this.#from?.isConnected) this.#from.focus();
    this.#from = null;
  }
}

export const why = new Why();
