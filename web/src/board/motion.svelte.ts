/** Plays what happened: units travel, fight and vanish, flags change, one after the other. */

import type { GameEvent, RegionId, Snapshot } from "../api/told.ts";
import { onBoard } from "./events.ts";
import type * as Steps from "./steps.ts";
import type { Clash, Flight, Step } from "./steps.ts";

const RING = 1200;
/** What is done here takes no longer than this to show; much of it shares the time. */
const LONGEST = 2500;
/** So much slower than usual things may move. */
const SLOWEST = 1.8;
/** How long the position after the events may take to come. */
const PATIENCE = 1500;

/** What works out the steps comes when something is about to move: nobody waits for it. */
let made: typeof Steps | null = null;

export async function prepare(): Promise<void> {
  made ??= await import("./steps.ts");
}

/** Events that are shown in a given time. */
export interface Played {
  events: GameEvent[];
  duration: number;
}

export class Motion {
  /** What the board shows in place of the position, while something moves. */
  shown = $state.raw<Snapshot | null>(null);
  flights = $state.raw<Flight[]>([]);
  clash = $state.raw<Clash | null>(null);
  /** Regions where a piece has just appeared. */
  fresh = $state.raw<Set<RegionId>>(new Set());
  /** Regions that have just changed, where nothing may move. */
  ringed = $state.raw<Set<RegionId>>(new Set());

  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #base: Snapshot | null = null;
  #closed = false;

  constructor(readonly position: () => Snapshot) {}

  /** Shows events that lead from the position to the next one, which need not be there yet. */
  play(events: GameEvent[]): void {
    if (!made) return this.#later(() => this.play(events));
    const start = this.#steps.at(-1)?.after ?? this.shown ?? this.position();
    const steps = made.stepsOf(onBoard(events), start);
    if (steps.length === 0) return;
    if (isStill()) return this.#ring(steps.flatMap((step) => step.places));
    this.#steps = made.within([...this.#steps, ...steps], LONGEST, 1);
    if (!this.#base) this.#begin(PATIENCE);
  }

  /** Shows events in a given time, and their outcome until the position changes. */
  show(events: GameEvent[], duration: number): void {
    if (!made) return this.#later(() => this.show(events, duration));
    this.stop();
    if (isStill()) return;
    const steps = made.stepsOf(onBoard(events), this.position());
    this.#steps = made.within(steps, duration, SLOWEST);
    if (this.#steps.length > 0) this.#begin(Infinity);
  }

  /** Does it as soon as it can be done, if the board still stands as it did. */
  #later(move: () => void): void {
    const position = this.position();
    void prepare().then(() => !this.#closed && this.position() === position && move());
  }

  /** The board is gone: nothing moves any more. */
  close(): void {
    this.stop();
    this.#closed = true;
  }

  /** Jumps to the position. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
    this.#base = null;
    this.shown = this.clash = null;
    this.flights = [];
    this.fresh = this.ringed = new Set();
  }

  #begin(patience: number): void {
    this.#base = this.position();
    this.#next(patience);
  }

  #next(patience: number): void {
    const step = this.#steps.shift();
    if (!step) return this.#wait(patience, performance.now() + patience);
    this.shown = step.during;
    this.flights = step.flights;
    this.clash = step.clash;
    this.fresh = new Set(step.flights.length > 0 || step.clash ? [] : step.places);
    this.#timer = setTimeout(() => {
      this.shown = step.after;
      this.flights = [];
      this.clash = null;
      this.#next(patience);
    }, step.duration);
  }

  /** Keeps the last picture until the position it leads to has come. */
  #wait(patience: number, until: number): void {
    if (this.#steps.length > 0) return this.#next(patience);
    if (this.position() !== this.#base || performance.now() > until) return this.stop();
    this.#timer = setTimeout(() => this.#wait(patience, until), 40);
  }

  #ring(places: RegionId[]): void {
    this.ringed = new Set(places);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.ringed = new Set()), RING);
  }
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
