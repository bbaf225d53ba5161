/** Telling a finger from a mouse. */

/** Whether a click came from a finger: browsers that do not tell are judged by their screen. */
export function isTouch(event: MouseEvent): boolean {
  if ("pointerType" in event) return event.pointerType === "touch";
  return matchMedia("(pointer: coarse)").matches;
}
