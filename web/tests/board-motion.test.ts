import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { GameEvent, Snapshot } from "../src/api/told.ts";
import { type Moved, onBoard } from "../src/board/events.ts";
import { Motion, prepare } from "../src/board/motion.svelte.ts";
import { after } from "../src/board/replaying.ts";
import { SNAPSHOT } from "./board-fixture.ts";

const moved = (
  fields: Pick<Moved, "nation" | "unit" | "origin" | "target"> & Partial<Moved>,
): Moved => ({
  event: "unit_moved",
  way: "sea",
  stance: null,
  canals: [],
  seas: [],
  ...fields,
});

const SAILED = moved({
  nation: "usa",
  unit: "fleet",
  origin: "north_pacific",
  target: "sea_of_japan",
});
const BATTLE: GameEvent = {
  event: "battle_fought",
  region: "sea_of_japan",
  nation: "usa",
  unit: "fleet",
  stance: null,
  enemy: "russia",
  enemy_unit: "fleet",
  enemy_stance: null,
};

const play = (events: GameEvent[]): Snapshot => onBoard(events).reduce(after, SNAPSHOT);

describe("the board after events", () => {
  test("counts units that move, fight and enter", () => {
    expect(play([SAILED]).units["usa"]).toEqual({
      north_pacific: { fleets: 1 },
      sea_of_japan: { fleets: 1 },
    });
    expect(play([SAILED, BATTLE]).units["russia"]!["sea_of_japan"]).toEqual({ fleets: 0 });
    const left = moved({
      nation: "china",
      unit: "army",
      origin: "vladivostok",
      target: "moscow",
      stance: "hostile",
    });
    const entered: GameEvent = {
      event: "army_entered",
      nation: "china",
      region: "moscow",
      stance: "friendly",
    };
    expect(play([left, entered]).units["china"]).toMatchObject({
      vladivostok: { hostile_armies: 1 },
      moscow: { armies: 0, friendly_armies: 1 },
    });
  });

  test("shows flags and factories that come and go", () => {
    const now = play([
      { event: "flag_lost", nation: "russia", region: "iran", to: "usa" },
      { event: "flag_placed", nation: "usa", region: "iran" },
      {
        event: "factory_destroyed",
        nation: "china",
        region: "vladivostok",
        owner: "russia",
        factory: "shipyard",
        hostile_armies: 2,
        friendly_armies: 0,
      },
    ]);
    expect(now.flags).toEqual({ russia: ["sea_of_japan"], usa: ["iran"] });
    expect(now.factories["russia"]).toEqual(["moscow"]);
    expect(now.units["china"]!["vladivostok"]).toMatchObject({ hostile_armies: 0 });
  });

  test("leaves aside what is not on the board", () => {
    expect(play([{ event: "nation_skipped", nation: "usa" }])).toBe(SNAPSHOT);
  });
});

describe("motion", () => {
  let position = SNAPSHOT;
  let motion: Motion;

  beforeAll(prepare);
  beforeEach(() => {
    vi.useFakeTimers();
    position = SNAPSHOT;
    motion = new Motion(() => position);
  });
  afterEach(() => vi.useRealTimers());

  test("shows a unit on its way, then the position it leads to", () => {
    motion.play([SAILED]);
    expect(motion.flights[0]?.arrow).toMatchObject({ from: "north_pacific", to: "sea_of_japan" });
    expect(motion.shown?.units["usa"]!["north_pacific"]).toEqual({ fleets: 1 });
    position = play([SAILED]);
    vi.advanceTimersByTime(400);
    expect(motion.flights).toEqual([]);
    expect(motion.shown).toBeNull();
  });

  test("keeps the last picture until the position has come", () => {
    motion.play([SAILED]);
    vi.advanceTimersByTime(600);
    expect(motion.shown?.units["usa"]!["sea_of_japan"]).toEqual({ fleets: 1 });
    position = play([SAILED]);
    vi.advanceTimersByTime(100);
    expect(motion.shown).toBeNull();
  });

  test("plays one thing after the other; much of it shares the time, and nothing is dropped", () => {
    motion.play([SAILED, BATTLE]);
    vi.advanceTimersByTime(330);
    expect(motion.clash?.sides.map(({ nation }) => nation)).toEqual(["usa", "russia"]);
    const many = Array(30).fill(SAILED) as GameEvent[];
    motion.play(many);
    vi.advanceTimersByTime(430);
    expect(motion.flights.length).toBeGreaterThan(1);
    vi.advanceTimersByTime(2500);
    expect(motion.shown?.units).toEqual(play([SAILED, BATTLE, ...many]).units);
  });

  test("what is shown in a given time keeps its last picture as long as the position stays", () => {
    const moves = Array(8).fill(SAILED) as GameEvent[];
    motion.show(moves, 650);
    expect(motion.flights.length).toBeGreaterThan(1);
    vi.advanceTimersByTime(60_000);
    expect(motion.shown?.units).toEqual(play(moves).units);
    position = play(moves);
    vi.advanceTimersByTime(100);
    expect(motion.shown).toBeNull();
  });

  test("what comes while something moves follows upon it", () => {
    motion.play([SAILED]);
    motion.play([BATTLE]);
    expect(motion.clash).toBeNull();
    vi.advanceTimersByTime(330);
    expect(motion.clash?.region).toBe("sea_of_japan");
    vi.advanceTimersByTime(430);
    expect(motion.shown?.units).toEqual(play([SAILED, BATTLE]).units);
  });

  test("what changes on the spot changes at once, and is pointed out", () => {
    motion.play([
      { event: "flag_placed", nation: "usa", region: "north_pacific" },
      { event: "unit_produced", nation: "usa", region: "chicago", unit: "army" },
    ]);
    expect([...motion.fresh]).toEqual(["north_pacific", "chicago"]);
    expect(motion.shown?.flags["usa"]).toEqual(["north_pacific"]);
    expect(motion.shown?.units["usa"]!["chicago"]).toEqual({ armies: 1 });
    expect(motion.flights).toEqual([]);
  });

  test("a way over many seas takes longer, but not for ever", () => {
    const took = (...seas: string[]): number => {
      motion.stop();
      motion.play([moved({ nation: "usa", unit: "army", origin: "a", target: "b", seas })]);
      return motion.flights[0]!.duration;
    };
    expect(took("one")).toBeGreaterThan(took());
    expect(took("one", "two", "three", "four")).toBe(took("one", "two", "three", "four", "five"));
  });

  test("rings what changed where nothing may move", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    motion.play([SAILED]);
    expect(motion.shown).toBeNull();
    expect([...motion.ringed]).toEqual(["sea_of_japan"]);
    vi.advanceTimersByTime(1300);
    expect(motion.ringed.size).toBe(0);
    vi.unstubAllGlobals();
  });
});
