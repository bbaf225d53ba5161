/** Whether something that is done asks for a tip. */

import { coaching } from "../state/coaching.svelte.ts";
import { preferences } from "../state/preferences.svelte.ts";

const TYPED = "input, select, textarea, [contenteditable], dialog";
/** What does something else when it is tapped. */
const ACTS = "button, a, [role=radio], label, summary";

/** The figure that an event happens in. */
export const figureAt = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;

/** Whether a key asks for the tip of a figure: I, and with Alt where single keys are off. */
export function isTipKey(event: KeyboardEvent): boolean {
  if (event.code !== "KeyI" || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const types = event.target instanceof Element && event.target.closest(TYPED) !== null;
  return event.altKey || (preferences.shortcuts && !types);
}

/** A place of the map where something can be chosen. */
const CHOOSABLE = "[data-region][role=button]";

/** Whether places of the board are to be chosen now: then it tells what choosing brings. */
const isChosenOn = (board: Element): boolean => board.querySelector(CHOOSABLE) !== null;

/** The figure that is pointed at; of the map only what stands there, and while nothing is chosen. */
export function pointedAt(event: Event): HTMLElement | null {
  const figure = figureAt(event);
  const board = figure?.closest(".frame");
  if (!figure || !board) return figure;
  return isChosenOn(board) || figure.matches("[data-region]") ? null : figure;
}

/** Whether a click is one on a figure that does nothing else. */
export function isTap(event: Event): boolean {
  const figure = figureAt(event);
  const board = figure?.closest(".frame");
  // In a lesson a click on the map is told what the rules say to it.
  if (board && (coaching.active || isChosenOn(board))) return false;
  return figure !== null && (event.target as Element).closest(ACTS) === null;
}

/** Whether an event is the first sign that somebody wants tips. */
export function asked(event: Event): boolean {
  if (event instanceof KeyboardEvent) return isTipKey(event);
  if (event.type === "click") return isTap(event);
  return (event as PointerEvent).pointerType === "mouse" && pointedAt(event) !== null;
}
