/** The letters that stand for players: no two at a table have the same. */

import { expect, test } from "vitest";

import { monogramsOf } from "../src/parts/monograms.ts";

const letters = (...names: string[]): (string | undefined)[] =>
  names.map((name) => monogramsOf(names).get(name));

test("two letters of the name", () => {
  expect(letters("Ann", "bob", "Юлия")).toEqual(["An", "Bo", "Юл"]);
});

test("names that begin alike are told apart", () => {
  expect(letters("Hedgehog", "Heron", "Hope")).toEqual(["He", "Hr", "Ho"]);
  expect(letters("Ann", "Ann 2", "Ann 3")).toEqual(["An", "A2", "A3"]);
});

test.each([
  ["X", "X 1", "X1", "x", "X2", "xx"],
  ["aa", "AA", "Aa", "aA", "a a", "A a"],
])("six players have six, whatever their names", (...names) => {
  expect(new Set(letters(...names)).size).toBe(names.length);
});

test("a name in one letter, or of pictures, has one too", () => {
  expect(letters("Q", "👩‍🚀👩‍🚀")).toEqual(["Q", "👩‍🚀👩‍🚀"]);
});
