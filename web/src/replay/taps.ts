/** Fingers on the board while others' turns are shown: one goes on, two skip all. */

import type { Attachment } from "svelte/attachments";

/** A finger that stays longer, or moves farther, does something else. */
const LONGEST = 300;
const FARTHEST = 10;
/** What has its own use for a finger. */
const OWN = "[data-own], button, a";

interface Taps {
  onnext: () => void;
  onskip: () => void;
}

type Spot = Pick<Touch, "clientX" | "clientY">;

const isNear = (a: Spot, b: Spot): boolean =>
  Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) < FARTHEST;

/** Listens on the parent of the element. */
export function taps({ onnext, onskip }: Taps): Attachment<HTMLElement> {
  let begun = 0;
  let first: Spot | null = null;
  let fingers = 0;

  function down({ touches, timeStamp, target }: TouchEvent): void {
    if (touches.length === 1) {
      [begun, first] = [timeStamp, (target as Element).closest(OWN) ? null : touches[0]!];
    }
    fingers = touches.length === 1 ? 1 : Math.max(fingers, touches.length);
  }

  function up(event: TouchEvent): void {
    const { touches, changedTouches, timeStamp } = event;
    const last = changedTouches[0];
    if (touches.length > 0 || !first || !last || timeStamp - begun > LONGEST) return;
    if (fingers > 2 || (fingers === 1 && !isNear(first, last))) return;
    // What was done so is done: it does not ask for the tip of a place as well.
    if (event.cancelable) event.preventDefault();
    if (fingers === 2) onskip();
    else onnext();
  }

  // The map keeps what fingers do to itself, so they are heard on their way to it.
  const early = { capture: true, passive: true };
  const late = { capture: true, passive: false };
  return ({ parentElement: board }) => {
    board?.addEventListener("touchstart", down, early);
    board?.addEventListener("touchend", up, late);
    return () => {
      board?.removeEventListener("touchstart", down, early);
      board?.removeEventListener("touchend", up, late);
    };
  };
}
