/** Whether something that is done asks for a tip. */

import { preferences } from "../state/preferences.svelte.ts";

const TYPED = "input, select, textarea, [contenteditable], dialog";
/** What does something else when it is tapped. */
const ACTS = "button, a, [role=radio], [role=button], label, summary";

/** The figure that an event happens in. */
export const figureAt = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;

/** Whether a key asks for the tip of a figure: I, and with Alt where single keys are off. */
export function isTipKey(event: KeyboardEvent): boolean {
  if (event.code !== "KeyI" || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const types = event.target instanceof Element && event.target.closest(TYPED) !== null;
  return event.altKey || (preferences.shortcuts && !types);
}

/** Whether a click is one on something that does nothing else. */
export const isBare = (event: Event): boolean =>
  figureAt(event) !== null && (event.target as Element).closest(ACTS) === null;

/** Whether an event is the first sign that somebody wants tips; what it opens is seen then. */
export function asked(event: Event): boolean {
  if (event instanceof KeyboardEvent) return isTipKey(event);
  if (event.type === "click") return isBare(event);
  const isMouse = (event as PointerEvent).pointerType === "mouse";
  return isMouse && figureAt(event)?.matches(":not([data-region])") === true;
}
