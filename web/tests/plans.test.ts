import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Plans } from "../src/state/plans.svelte.ts";

let asked: number;
let told: unknown[];
let plans: Plans;

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  told = [];
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return Promise.resolve(Response.json({ plans: told }));
  });
  plans = new Plans("/api/tables/t1/plans");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("who has no plans is asked about now and then, as another screen may make some", async () => {
  await plans.follow(0);
  await plans.follow(0);
  expect(asked).toBe(1);
  told = [{ id: "a" }];
  vi.advanceTimersByTime(20_000);
  await plans.follow(0);
  expect(plans.all).toEqual(told);
});

test("what a plan has decided is read at once", async () => {
  await plans.follow(0);
  await plans.follow(1);
  expect(asked).toBe(2);
});

test("who has plans is asked about at each decision", async () => {
  told = [{ id: "a" }];
  await plans.follow(0);
  await plans.follow(0);
  expect(asked).toBe(2);
});
