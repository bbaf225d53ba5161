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
/** What is done here takes no longer than this to show; much of it shares the time. */
const LONGEST = 2500;
/** Shorter than this nobody sees a step: several are then one. */
const SHORTEST = 130;
/** So much slower than usual things may move. */
const SLOWEST = 1.8;
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

/** Events that are shown in a given time. */
export interface Played {
  events: GameEvent[];
  duration: number;
}

interface Step {
  /** The board while it happens, and afterwards. */
  during: Snapshot;
  after: Snapshot;
  duration: number;
  flights: Flight[];
  moved: Moved[];
  clash: Clash | null;
  /** Where something appears or changes. */
  places: RegionId[];
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

  constructor(readonly position: () => Snapshot) {}

  /** Shows events that lead from the position to the next one, which need not be there yet. */
  play(events: GameEvent[]): void {
    const start = this.#steps.at(-1)?.after ?? this.shown ?? this.position();
    const steps = stepsOf(onBoard(events), start);
    if (steps.length === 0) return;
    if (isStill()) return this.#ring(steps.flatMap((step) => step.places));
    this.#steps = within([...this.#steps, ...steps], LONGEST, 1);
    if (!this.#base) this.#begin(PATIENCE);
  }

  /** Shows events in a given time, and their outcome until the position changes. */
  show(events: GameEvent[], duration: number): void {
    this.stop();
    if (isStill()) return;
    this.#steps = within(stepsOf(onBoard(events), this.position()), duration, SLOWEST);
    if (this.#steps.length > 0) this.#begin(Infinity);
  }

  /** Jumps to the position. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
    this.#base = null;
    this.shown = this.clash = null;
    this.flights = [];
    this.fresh = new Set();
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
    this.fresh = new Set(isChange(step) ? step.places : []);
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

const isChange = (step: Step): boolean => step.flights.length === 0 && !step.clash;

/** The same steps in so much time: many moves are made at once, and all of it faster or slower. */
function within(steps: Step[], duration: number, slowest: number): Step[] {
  const most = Math.max(1, Math.floor(duration / SHORTEST));
  const fewer = together(steps, Math.ceil(steps.length / most));
  const sum = fewer.reduce((total, step) => total + step.duration, 0);
  return fewer.map((step) => atSpeed(step, Math.min(slowest, duration / sum)));
}

/** Moves that follow one another become one step, so many at a time. */
function together(steps: Step[], size: number): Step[] {
  const found: Step[] = [];
  for (const step of steps) {
    const before = found.at(-1);
    if (before && isMove(before) && isMove(step) && before.flights.length < size)
      found[found.length - 1] = joined(before, step);
    else found.push(step);
  }
  return found;
}

const isMove = (step: Step): boolean => step.flights.length > 0;

/** All of the units have left, and none has come yet. */
function joined(first: Step, second: Step): Step {
  const flights = [...first.flights, ...second.flights];
  const during = second.moved.reduce(departed, first.during);
  return {
    ...second,
    during,
    flights,
    moved: [...first.moved, ...second.moved],
    duration: Math.max(first.duration, second.duration),
    places: [...first.places, ...second.places],
  };
}

function atSpeed(step: Step, factor: number): Step {
  const duration = step.duration * factor;
  const flights = step.flights.map((flight) => ({ ...flight, duration }));
  return { ...step, duration, flights };
}

function stepOf(event: BoardEvent, now: Snapshot): Step {
  const then = after(now, event);
  const still = {
    during: then,
    after: then,
    duration: CHANGE,
    flights: [],
    moved: [],
    clash: null,
  };
  if (event.event === "unit_moved") {
    const flight = flightOf(event);
    const move = { flights: [flight], moved: [event], duration: flight.duration };
    return { ...still, ...move, during: departed(now, event), places: [event.target] };
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
