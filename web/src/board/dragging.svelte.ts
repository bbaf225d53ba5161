/** Carrying units from place to place, by mouse or by a finger that rested on them before. */

import type { RegionId } from "../api/told.ts";
import type { Point } from "./map.ts";

/** Pixels that a mouse moves before it drags. */
const FAR = 6;
/** Pixels that a finger may tremble while it rests. */
const TREMBLE = 8;
/** Milliseconds that a finger rests before it drags; whoever is quicker moves the map. */
const REST = 180;
/** Milliseconds in which that goes back which was dropped nowhere. */
export const BACK = 200;

export interface Places {
  /** Whether there is something to carry at a place. */
  canLift: (region: RegionId) => boolean;
  /** Whether it may be dropped at a place. */
  canDrop: (region: RegionId) => boolean;
  lift: (region: RegionId) => void;
  /** Where it would be dropped now. */
  over: (region: RegionId | null) => void;
  drop: (region: RegionId | null) => void;
}

/** The region at a point of the screen: that of a piece, or the ground. */
export function regionAt([x, y]: Point): RegionId | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-at]");
  return found?.dataset["at"] ?? null;
}

/** One drag after the other. Nothing of it reaches the map, which would follow the pointer. */
export class Dragging {
  /** Where the pointer is, in pixels of the screen, while something is carried. */
  at = $state.raw<Point | null>(null);
  /** What is carried comes from there. */
  from = $state<RegionId | null>(null);
  /** It goes back to where it was taken up. */
  returning = $state(false);
  #start: Point = [0, 0];
  #pointer: number | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly places: Places) {}

  /** Listens to the frame of the map; returns what stops it. */
  attach(frame: HTMLElement): () => void {
    const stop = new AbortController();
    const options = { signal: stop.signal, capture: true };
    frame.addEventListener("pointerdown", (event) => this.#down(event), options);
    addEventListener("pointermove", (event) => this.#move(event), options);
    addEventListener("pointerup", (event) => this.#up(event), options);
    addEventListener("pointercancel", () => this.#end(null), options);
    addEventListener("keydown", (event) => this.#key(event), options);
    for (const kind of ["mousedown", "touchmove", "contextmenu"])
      frame.addEventListener(kind, (event) => this.#keep(event), { ...options, passive: false });
    return () => {
      clearTimeout(this.#resting);
      stop.abort();
    };
  }

  #down(event: PointerEvent): void {
    const from = regionOf(event.target);
    this.#give();
    if (!event.isPrimary || event.button !== 0 || !from || !this.places.canLift(from)) return;
    this.#pointer = event.pointerId;
    this.#start = [event.clientX, event.clientY];
    this.from = from;
    if (event.pointerType !== "mouse") this.#resting = setTimeout(() => this.#take(), REST);
  }

  /** Whatever was about to be carried is not. */
  #give(): void {
    clearTimeout(this.#resting);
    if (this.at) this.places.drop(null);
    this.at = this.#pointer = this.from = null;
    this.returning = false;
  }

  #take(): void {
    if (this.from === null) return;
    this.at = this.#start;
    this.places.lift(this.from);
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer || this.returning) return;
    const to: Point = [event.clientX, event.clientY];
    const far = Math.hypot(to[0] - this.#start[0], to[1] - this.#start[1]);
    if (!this.at && event.pointerType !== "mouse") return far > TREMBLE ? this.#give() : undefined;
    if (!this.at && far <= FAR) return;
    if (!this.at) this.#take();
    this.at = to;
    this.places.over(this.#goal(to));
  }

  #goal(at: Point): RegionId | null {
    const region = regionAt(at);
    return region !== null && this.places.canDrop(region) ? region : null;
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    const carried = this.at !== null;
    if (carried) swallowClick();
    this.#end(carried ? this.#goal([event.clientX, event.clientY]) : null);
  }

  #end(goal: RegionId | null): void {
    clearTimeout(this.#resting);
    const carried = this.at !== null;
    this.#pointer = null;
    if (!carried) this.from = null;
    else if (goal === null) this.#goBack();
    else {
      this.at = this.from = null;
      this.places.drop(goal);
    }
  }

  /** Goes back where it came from, and is let go there. */
  #goBack(): void {
    this.returning = true;
    this.at = this.#start;
    this.places.over(null);
    this.places.drop(null);
    setTimeout(() => this.returning && this.#give(), BACK);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.at || this.returning) return;
    event.stopPropagation();
    this.#end(null);
  }

  /** Keeps from the map what belongs to a drag. */
  #keep(event: Event): void {
    const begins = event.type === "mousedown" && this.#pointer !== null;
    if (!begins && !this.at) return;
    event.stopPropagation();
    if (event.cancelable && event.type !== "mousedown") event.preventDefault();
  }
}

const regionOf = (target: EventTarget | null): RegionId | null =>
  (target as Element | null)?.closest<HTMLElement>("[data-at]")?.dataset["at"] ?? null;

/** The click that ends a drag means nothing else. */
function swallowClick(): void {
  const swallow = (event: Event): void => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
