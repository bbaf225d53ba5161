/** Others' turns as they are shown: in which order, how long, and what one can do meanwhile. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { GameEvent, Position } from "../src/api/told.ts";
import { spotFor } from "../src/replay/spots.ts";
import { Film } from "../src/state/film.svelte.ts";
import { captionOf, concerns, sentencesOf, stepsOf } from "../src/state/parts.ts";
import { type Pace, preferences } from "../src/state/preferences.svelte.ts";
import { type Told, turnsOf, until } from "../src/state/record.svelte.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import { position } from "./positions.ts";

const turn = (nation: string): GameEvent => ({
  event: "turn_started",
  nation,
  player: "bob",
  round: 2,
});
const marker = (nation: string): GameEvent => ({
  event: "marker_moved",
  nation,
  origin: "factory",
  slot: "maneuver_1",
  steps: 2,
  passes_investor: false,
});
const moved: GameEvent = {
  event: "unit_moved",
  nation: "usa",
  unit: "army",
  origin: "chicago",
  target: "mexico",
  way: "land",
  stance: null,
  canals: [],
  seas: [],
};
const flag: GameEvent = { event: "flag_placed", nation: "usa", region: "mexico" };
const tax: GameEvent = {
  event: "tax_collected",
  nation: "usa",
  revenue: 5,
  factories: 2,
  flags: 1,
  to_treasury: 5,
};

const told = (number: number, ...events: GameEvent[]): Told => ({
  number,
  events,
  sentences: events.map(({ event }) => `${event} ${number}.`),
});

const at = (entries: number, snapshot: Partial<Position["snapshot"]> = {}): Position => {
  const base = position("choose_slot", [], { entries, yours: false });
  return { ...base, snapshot: { ...base.snapshot, ...snapshot } };
};
const before = at(0);
const after = at(3, {
  rondel: { usa: "maneuver_1" },
  units: { usa: { mexico: { armies: 1 } } },
  treasuries: { usa: 9 },
  flags: { usa: ["mexico"] },
  turn: { ...before.snapshot.turn, nation: "europe" },
});
const everything = [marker("usa"), moved, tax, flag, turn("europe")];

describe("a turn in parts", () => {
  test("goes from the marker to the pieces, the money, the flags", () => {
    const steps = stepsOf(before, after, everything, "brisk", true);
    expect(steps.map(({ part }) => part)).toEqual(["marker", "pieces", "money", "flags", "rest"]);
    const shown = steps.map(({ position: { snapshot } }) => [
      snapshot.rondel["usa"],
      snapshot.units["usa"]?.["mexico"]?.armies ?? 0,
      snapshot.treasuries["usa"],
      snapshot.flags["usa"]?.length,
    ]);
    expect(shown).toEqual([
      ["maneuver_1", 0, 4, 0],
      ["maneuver_1", 0, 4, 0],
      ["maneuver_1", 1, 9, 0],
      ["maneuver_1", 1, 9, 1],
      ["maneuver_1", 1, 9, 1],
    ]);
    expect(steps.map(({ events }) => events.length)).toEqual([0, 1, 0, 1, 0]);
  });

  test("stays in the turn until it is over, whoever is next", () => {
    const steps = stepsOf(before, after, everything, "brisk", true);
    expect(new Set(steps.map(({ position }) => position.snapshot.turn.nation))).toEqual(
      new Set(["usa"]),
    );
  });

  test.each<[Pace, number]>([
    ["brisk", 1500],
    ["calm", 4000],
    ["step", Infinity],
  ])("takes its time at %s, whatever there is in it", (pace, duration) => {
    const sum = (last: Position, events: GameEvent[]): number =>
      stepsOf(before, last, events, pace, true).reduce((total, step) => total + step.duration, 0);
    expect(sum(after, everything)).toBe(duration);
    expect(sum(at(1, { treasuries: { usa: 5 } }), [tax])).toBe(duration);
  });

  test("each sentence belongs to a part", () => {
    const sentences = sentencesOf([
      told(1, marker("usa")),
      told(2, moved),
      told(3, flag, turn("europe")),
    ]);
    expect(sentences).toEqual({
      marker: ["marker_moved 1."],
      pieces: ["unit_moved 2."],
      money: [],
      flags: ["flag_placed 3."],
    });
  });

  test("a caption has two sentences at most", () => {
    expect(captionOf(["A.", "B."])).toEqual({ said: "A. B.", more: 0 });
    expect(captionOf(["A.", "B.", "C."])).toEqual({ said: "A.", more: 2 });
  });

  test("concerns whom it names, and whose nation it meets", () => {
    const paid: GameEvent = { event: "investor_paid", player: "ann", amount: 2 };
    expect(concerns([told(1, paid)], "ann", [])).toBe(true);
    expect(concerns([told(1, paid)], "bob", [])).toBe(false);
    const lost: GameEvent = { event: "flag_lost", nation: "china", region: "iran", to: "usa" };
    expect(concerns([told(1, lost)], "bob", ["china"])).toBe(true);
    expect(concerns([told(1, turn("china"))], "bob", ["china"])).toBe(false);
  });
});

describe("a film", () => {
  const record = [
    told(0, turn("usa")),
    told(1, marker("usa")),
    told(2, moved, turn("china")),
    told(3, marker("china"), turn("india")),
    told(4, marker("india"), turn("brazil")),
  ];
  const positions = [
    before,
    at(1, { rondel: { usa: "maneuver_1" } }),
    at(2, { rondel: { usa: "maneuver_1" }, units: { usa: { mexico: { armies: 1 } } } }),
    at(3, { rondel: { usa: "maneuver_1", china: "import" } }),
    at(4, { rondel: { usa: "maneuver_1", china: "import", india: "import" } }),
  ];
  let film: Film;
  let seen: number[];
  let ended: number;
  let skipped: number;

  function open(to = 4): Film {
    const newest = positions[to];
    const table = { id: "t", record: { turns: turnsOf(record) }, table: null, position: newest };
    return new Film(table as unknown as TableState, 0, to, {
      at: (entries) => Promise.resolve(positions[entries] ?? null),
      saw: (entries) => seen.push(entries),
      ended: () => ended++,
      skipped: () => skipped++,
    });
  }

  const pass = (duration: number): Promise<unknown> => vi.advanceTimersByTimeAsync(duration);

  beforeEach(() => {
    vi.useFakeTimers();
    preferences.go("brisk");
    [seen, ended, skipped] = [[], 0, 0];
    film = open();
  });
  afterEach(() => {
    film.close();
    localStorage.clear();
    vi.useRealTimers();
  });

  test("shows one turn after the other, and is over", async () => {
    film.play(0);
    const shown: (string | null | undefined)[] = [];
    for (let i = 0; i < 3; i++) {
      await pass(10);
      shown.push(film.turn?.nation);
      await pass(1490);
    }
    await pass(20);
    expect(shown).toEqual(["usa", "china", "india"]);
    expect([film.turns.length, film.rests, ended]).toEqual([3, 3, 1]);
    expect(new Set(seen)).toEqual(new Set([2, 3, 4]));
  });

  test("never shows what comes later, nor tells it", async () => {
    film.play(0);
    await pass(10);
    expect(film.shown?.snapshot.units["usa"]).toEqual({});
    expect(film.seen).toBe(0);
    await pass(1400);
    expect(film.shown?.snapshot.units["usa"]).toEqual({ mexico: { armies: 1 } });
    expect(film.shown?.snapshot.rondel["china"]).toBeUndefined();
    expect(film.seen).toBe(2);
  });

  test("waits for the reader who goes step by step", async () => {
    preferences.go("step");
    film.play(0);
    await pass(60_000);
    expect(film.index).toBe(0);
    film.press("ArrowRight");
    await pass(60_000);
    expect(film.index).toBe(1);
    film.press("ArrowLeft");
    await pass(10);
    expect(film.index).toBe(0);
    expect(film.shown?.snapshot.units["usa"]).toEqual({});
  });

  test("stands still while it is paused", async () => {
    film.play(0);
    await pass(100);
    film.press(" ");
    await pass(60_000);
    expect([film.index, film.part]).toEqual([0, "marker"]);
    film.press(" ");
    await pass(1500);
    expect(film.index).toBe(1);
  });

  test("is skipped by a key", () => {
    film.play(0);
    expect(film.press("Escape")).toBe(true);
    expect(film.press("x")).toBe(false);
    expect(skipped).toBe(1);
  });

  test("takes in what comes while it plays", async () => {
    film.close();
    film = open(3);
    film.play(0);
    await pass(1600);
    expect(film.turns.length).toBe(2);
    film.extend(4);
    expect(film.turns.length).toBe(3);
    await pass(6000);
    expect([film.index, ended]).toEqual([2, 1]);
  });

  test("leaves out what does not concern the reader, if he likes", async () => {
    film.play(0);
    await pass(10);
    film.leaveOut(true);
    await pass(50);
    expect(ended).toBe(1);
  });
});

test("what was told up to an entry", () => {
  const turns = turnsOf([told(0, turn("usa")), told(1, marker("usa"), turn("china")), told(2)]);
  expect(until(turns, Infinity)).toBe(turns);
  expect(until(turns, 1).map(({ told }) => told.length)).toEqual([1, 1]);
  expect(until(turns, 0).map(({ nation }) => nation)).toEqual([null]);
});

test("the caption stands where nothing changes", () => {
  const board = { left: 0, right: 1000, top: 0, bottom: 500 };
  const caption = { width: 400, height: 60 } as DOMRect;
  const box = (left: number, right: number) => ({ left, right, top: 440, bottom: 500 });
  expect(spotFor(board, caption, [])).toBe("middle");
  expect(spotFor(board, caption, [box(400, 500)])).toBe("right");
  expect(spotFor(board, caption, [box(600, 1000)])).toBe("left");
  expect(spotFor(board, caption, [box(0, 1000)])).toBe("top");
});
