import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Gathering } from "../src/api/gathering.ts";
import type { LiveTold } from "../src/api/generated/types.gen.ts";

const told = (type: string, n = 0): LiveTold => ({ type, n }) as unknown as LiveTold;

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

test("a page that is not painted hears everything all the same", () => {
  gathering.take(told("position", 1));
  gathering.take(told("position", 2));
  vi.advanceTimersByTime(100);
  expect(heard).toHaveLength(2);
});

test("what is told again by the next connection is forgotten", () => {
  gathering.take(told("position"));
  gathering.take(told("row"));
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
