/** A value that follows another one when that rests: a slider is dragged past many moments. */

import { untrack } from "svelte";

/** Milliseconds after which a value rests. */
const REST = 120;

export class Rested<T> {
  current = $state.raw() as T;

  /** To be made where a component is set up. */
  constructor(value: () => T) {
    this.current = untrack(value);
    $effect(() => {
      const now = value();
      const timer = setTimeout(() => (this.current = now), REST);
      return () => clearTimeout(timer);
    });
  }
}
