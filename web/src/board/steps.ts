/** What happened on the board as steps of a motion: who moves where, who fights, what appears. */

import type { NationId, RegionId, Snapshot } from "../api/told.ts";
import { arrowOf, type BoardEvent, type Fought, type Moved } from "./events.ts";
import type { Arrow } from "./highlights.ts";
import type { Shape } from "./pieces.ts";
import { after, departed } from "./replaying.ts";

const LEG = 320;
const LONGEST_MOVE = 900;
const BATTLE = 420;
const CHANGE = 200;
/** Shorter than this nobody sees a step: several are then one. */
const SHORTEST = 130;

export interface Flight {
  arrow: Arrow;
  shape: Shape;
  duration: number;
}

export interface Clash {
  region: RegionId;
  sides: { nation: NationId; shape: Shape }[];
}

export interface Step {
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

/** The steps from a board on; what changes on the spot is one of them. */
export function stepsOf(events: BoardEvent[], start: Snapshot): Step[] {
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
export function within(steps: Step[], duration: number, slowest: number): Step[] {
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
