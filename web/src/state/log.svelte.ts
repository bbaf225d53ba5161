/** The table's log as this screen has heard it: every line once, in order. */

import type { Row } from "./rows.ts";

export class Log {
  rows = $state.raw<Row[]>([]);
  #last = 0;

  /** Number of the last line heard; the server goes on after it. */
  get last(): number {
    return this.#last;
  }

  /** Takes in a line; false if it was heard before, as after a connection was lost. */
  add(row: Row): boolean {
    if (row.seq <= this.#last) return false;
    this.#last = row.seq;
    this.rows = [...this.rows, row];
    return true;
  }

  /** Forgets every line, to hear them again in another language. */
  forget(): void {
    this.rows = [];
    this.#last = 0;
  }
}
