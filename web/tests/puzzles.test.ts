/** Puzzles: which are wanted, which comes next, and what this browser has kept. */

import { beforeEach, describe, expect, it } from "vitest";

import type { PuzzleRow } from "../src/api/generated/types.gen.ts";
import { addressOf, filterIn, listed, nextAfter, valuesOf } from "../src/puzzles/filter.ts";
import { donePuzzles, keepDone } from "../src/state/puzzles.ts";

const row = (number: number, more: Partial<PuzzleRow> = {}): PuzzleRow => ({
  id: `a${number}`,
  number,
  game: "imperial",
  players: 4,
  theme: "convoy",
  heading: 1,
  grade: 1,
  ...more,
});
const ALL = [row(1), row(2, { game: "imperial2030" }), row(3, { grade: 2 }), row(4)];
const ids = (rows: PuzzleRow[]): string[] => rows.map(({ id }) => id);

describe("the list", () => {
  it("shows what is wanted, and what is done last", () => {
    const filter = filterIn(new URLSearchParams("game=imperial&other=1"));
    expect(filter).toEqual({ game: "imperial" });
    expect(ids(listed(ALL, filter, { a1: "solved" }))).toEqual(["a3", "a4", "a1"]);
    expect(ids(listed(ALL, { grade: "2" }, {}))).toEqual(["a3"]);
  });

  it("keeps its filter in the address", () => {
    expect(addressOf("/puzzles", {})).toBe("/puzzles");
    expect(addressOf("/puzzles", { theme: "convoy", game: "" })).toBe("/puzzles?theme=convoy");
  });

  it("offers the values that there are", () => {
    expect(valuesOf(ALL, "grade")).toEqual(["1", "2"]);
  });
});

describe("the next puzzle", () => {
  it("is the next that is not done, and after the last the first", () => {
    expect(nextAfter("a1", ALL, {}, { a2: "seen" })?.id).toBe("a3");
    expect(nextAfter("a4", ALL, {}, { a1: "solved" })?.id).toBe("a2");
  });

  it("stays within the filter, and is none when all are done", () => {
    expect(nextAfter("a1", ALL, { game: "imperial" }, {})?.id).toBe("a3");
    expect(nextAfter("a2", ALL, { game: "imperial2030" }, {})).toBeNull();
  });
});

describe("what is done", () => {
  beforeEach(() => localStorage.clear());

  it("is kept as it was first done", () => {
    keepDone("a1", "seen");
    keepDone("a1", "solved");
    keepDone("a2", "solved");
    expect(donePuzzles()).toEqual({ a1: "seen", a2: "solved" });
  });

  it("is nothing where something else was kept", () => {
    for (const kept of ["nonsense", "null", '{"a1":5}']) {
      localStorage.setItem("rondel.puzzles", kept);
      expect(donePuzzles()).toEqual({});
    }
  });
});
