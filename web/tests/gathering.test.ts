import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Gathering } from "../src/api/gathering.ts";
import type { LiveTold } from "../src/api/generated/types.gen.ts";

const told = (type: string, n = 0): LiveTold =>
  ({ type, n, row: { kind: "chat" } }) as unknown as LiveTold;
const decided = (n = 0): LiveTold =>
  ({ type: "row", n, row: { kind: "action" } }) as unknown as LiveTold;

let heard: LiveTold[];
let gathering: Gathering;
let frames: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => frames.push(paint));
  heard = [];
  gathering = new Gathering((message) => heard.push(message));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function paint(): void {
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(1);
}

test("what comes while nothing is painted is heard at once", () => {
  gathering.take(told("row"));
  expect(heard).toEqual([told("row")]);
  gathering.take(told("position"));
  expect(heard).toEqual([told("row"), told("position")]);
});

test("what comes before a position is painted is heard together, in order", () => {
  gathering.take(told("position", 1));
  const rest = [told("row", 2), told("position", 2), told("row", 3), told("position", 3)];
  for (const message of rest) gathering.take(message);
  expect(heard).toEqual([told("position", 1)]);
  paint();
  expect(heard).toEqual([told("position", 1), ...rest]);
  gathering.take(told("position", 4));
  expect(heard).toHaveLength(5);
  paint();
  expect(heard.at(-1)).toEqual(told("position", 4));
});

test("what was decided is heard together with the position that it leads to", () => {
  gathering.take(decided());
  expect(heard).toEqual([]);
  gathering.take(told("position"));
  expect(heard).toEqual([decided(), told("position")]);
});

test("what was decided is heard soon though no position follows", () => {
  gathering.take(decided(1));
  gathering.take(decided(2));
  vi.advanceTimersByTime(50);
  expect(heard).toEqual([decided(1), decided(2)]);
});

test("a decision that comes while something is painted waits for its position as well", () => {
  gathering.take(told("position", 1));
  gathering.take(decided(2));
  paint();
  expect(heard).toEqual([told("position", 1)]);
  gathering.take(told("position", 2));
  expect(heard).toHaveLength(3);
});

test("a page that is not painted hears everything all the same", () => {
  gathering.take(told("position", 1));
  gathering.take(told("position", 2));
  vi.advanceTimersByTime(100);
  expect(heard).toHaveLength(2);
});

test("what is told again by the next connection is forgotten", () => {
  gathering.take(told("position"));
  gathering.take(told("row"));
  gathering.take(decided());
  gathering.forget();
  vi.advanceTimersByTime(100);
  expect(heard).toEqual([told("position")]);
});

test("one message that fails keeps no other from being heard", () => {
  const failing = new Gathering((message) => {
    if (message.type === "beat") throw new Error("not this one");
    heard.push(message);
  });
  failing.take(told("position", 1));
  failing.take(told("beat"));
  failing.take(told("position", 2));
  expect(paint).toThrow("not this one");
  paint();
  expect(heard).toEqual([told("position", 1), told("position", 2)]);
});
