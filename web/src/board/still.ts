/**
 * In place of d3-transition, which d3-zoom would bring along: the view glides by itself, and
 * people should not wait for what is never used.
 */

import { selection } from "d3-selection";

/** There is nothing to interrupt. */
export function interrupt(): void {}

Object.assign(selection.prototype as object, {
  interrupt(this: unknown): unknown {
    return this;
  },
});
