/** Plays what happened: units travel, fight and vanish, flags change, one after the other. */

import type { GameEvent, NationId, RegionId, Snapshot } from "../api/told.ts";
import { arrowOf, type BoardEvent, type Fought, type Moved, onBoard } from "./events.ts";
import type { Arrow } from "./marks.ts";
import type { Shape } from "./pieces.ts";
import { after, departed } from "./replaying.ts";

const LEG = 320;
const LONGEST_MOVE = 900;
const BATTLE = 420;
const CHANGE = 200;
const RING = 1200;
/** What takes longer than this to show is not shown step by step. */
const LONGEST = 2500;
/** How long the position after the events may take to come. */
const PATIENCE = 1500;

export interface Flight {
  arrow: Arrow;
  shape: Shape;
  duration: number;
}

export interface Clash {
  region: RegionId;
  sides: { nation: NationId; shape: Shape }[];
}

interface Step {
  /** The board while it happens, and afterwards. */
  during: Snapshot;
  after: Snapshot;
  duration: number;
  flight: Flight | null;
  clash: Clash | null;
  /** Where something appears or changes. */
  places: RegionId[];
}

export class Motion {
  /** What the board shows in place of the position, while something moves. */
  shown = $state.raw<Snapshot | null>(null);
  flight = $state.raw<Flight | null>(null);
  clash = $state.raw<Clash | null>(null);
  /** Regions where a piece has just appeared. */
  fresh = $state.raw<Set<RegionId>>(new Set());
  /** Regions that have just changed, where nothing may move. */
  ringed = $state.raw<Set<RegionId>>(new Set());

  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #base: Snapshot | null = null;

  constructor(readonly position: () => Snapshot) {}

  /** Shows events that lead from the position to the next one, which need not be there yet. */
  play(events: GameEvent[]): void {
    const start = this.#steps.at(-1)?.after ?? this.shown ?? this.position();
    const steps = stepsOf(onBoard(events), start);
    if (steps.length === 0) return;
    if (isStill()) return this.#ring(steps.flatMap((step) => step.places));
    this.#steps.push(...steps);
    if (this.#steps.reduce((sum, step) => sum + step.duration, 0) > LONGEST) return this.stop();
    if (this.#base) return;
    this.#base = this.position();
    this.#next();
  }

  /** Jumps to the position. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
    this.#base = null;
    this.shown = this.flight = this.clash = null;
    this.fresh = new Set();
  }

  #next(): void {
    const step = this.#steps.shift();
    if (!step) return this.#wait(performance.now() + PATIENCE);
    this.shown = step.during;
    this.flight = step.flight;
    this.clash = step.clash;
    this.fresh = new Set(step.flight || step.clash ? [] : step.places);
    this.#timer = setTimeout(() => {
      this.shown = step.after;
      this.flight = this.clash = null;
      this.#next();
    }, step.duration);
  }

  /** Keeps the last picture until the position it leads to has come. */
  #wait(until: number): void {
    if (this.#steps.length > 0) return this.#next();
    if (this.position() !== this.#base || performance.now() > until) return this.stop();
    this.#timer = setTimeout(() => this.#wait(until), 40);
  }

  #ring(places: RegionId[]): void {
    this.ringed = new Set(places);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.ringed = new Set()), RING);
  }
}

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

function stepsOf(events: BoardEvent[], start: Snapshot): Step[] {
  const steps: Step[] = [];
  let now = start;
  for (const event of events) {
    const step = stepOf(event, now);
    const before = steps.at(-1);
    // What changes on the spot changes at once.
    if (before && isChange(before) && isChange(step)) {
      before.during = before.after = step.after;
      before.places.push(...step.places);
    } else steps.push(step);
    now = step.after;
  }
  return steps;
}

const isChange = (step: Step): boolean => !step.flight && !step.clash;

function stepOf(event: BoardEvent, now: Snapshot): Step {
  const then = after(now, event);
  const still = { during: then, after: then, duration: CHANGE, flight: null, clash: null };
  if (event.event === "unit_moved") {
    const flight = flightOf(event);
    const during = departed(now, event);
    return { ...still, during, duration: flight.duration, flight, places: [event.target] };
  }
  const places = [event.region];
  if (event.event === "battle_fought")
    return { ...still, duration: BATTLE, clash: clashOf(event), places };
  return { ...still, places };
}

const shapeOf = (unit: "army" | "fleet", stance: "hostile" | "friendly" | null): Shape =>
  unit === "fleet" ? "fleet" : (stance ?? "army");

function flightOf(moved: Moved): Flight {
  const duration = Math.min(LONGEST_MOVE, LEG * (moved.seas.length + 1));
  return { arrow: arrowOf(moved), duration, shape: shapeOf(moved.unit, moved.stance) };
}

const clashOf = (fought: Fought): Clash => ({
  region: fought.region,
  sides: [
    { nation: fought.nation, shape: shapeOf(fought.unit, fought.stance) },
    { nation: fought.enemy, shape: shapeOf(fought.enemy_unit, fought.enemy_stance) },
  ],
});
