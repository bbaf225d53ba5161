/** What is put together before it is sent: units from factories, imports, flags. */

import { expect, test } from "vitest";

import type { Ahead, Choice, DecisionKind } from "../src/api/told.ts";
import { firstSteps, isComplete, toggled, toSend, without } from "../src/decisions/composing.ts";
import { asksOnce } from "../src/decisions/hand.svelte.ts";
import { Plan } from "../src/state/plan.svelte.ts";
import { choice, position } from "./positions.ts";

const factories = ["chicago", "new_orleans"].map((province, i) => choice(i + 1, { province }));
const all = choice(8, { all: true });
const done = choice(9, { done: true });
const production = position("produce", [...factories, all, done]);
const ids = (choices: Choice[]): number[] => choices.map(({ id }) => id);
const ahead = (...choices: Choice[]): Ahead => ({ choices, refused: [], facts: null });

function planned(now: Ahead, steps: Choice[]): Plan {
  const plan = new Plan();
  plan.begin(now, steps);
  return plan;
}

test("all factories are taken to begin with, and one choice sends them", () => {
  const plan = planned(production, firstSteps(production));
  expect(ids(plan.steps)).toEqual([1, 2]);
  expect(ids(toSend(production, plan))).toEqual([8]);
});

test("one that is left out is not sent, and the end is", () => {
  const steps = toggled(planned(production, factories), factories[0]!);
  expect(ids(toSend(production, planned(ahead(factories[0]!, done), steps)))).toEqual([2, 9]);
});

test("what ends by itself needs no end", () => {
  const short = position("produce", [...factories, done]);
  expect(firstSteps(short)).toEqual([]);
  expect(ids(toSend(short, planned(ahead(), [factories[1]!])))).toEqual([2]);
});

test("flags are complete when none is left to place", () => {
  const flags = position("place_flag", [
    choice(1, { region: "peru" }),
    choice(2, { region: "mexico" }),
  ]);
  expect(isComplete(flags, planned(flags, []))).toBe(false);
  expect(isComplete(flags, planned(ahead(), flags.choices.slice(0, 1)))).toBe(true);
});

test("of two alike one is taken back", () => {
  const army = choice(3, { province: "chicago", unit: "army" });
  expect(ids(without(planned(ahead(), [army, done, army]), army))).toEqual([3, 9]);
});

test("a plan that the server refuses is given up", async () => {
  const plan = planned(production, []);
  await plan.change(factories, production, () => Promise.resolve(null));
  expect(plan.steps).toEqual([]);
  expect(plan.pending).toBe(false);
});

test("an answer that comes late changes nothing", async () => {
  const plan = planned(production, []);
  let answer: (told: Ahead) => void = () => {};
  const first = plan.change(
    [factories[0]!],
    production,
    () => new Promise((told) => (answer = told)),
  );
  await plan.change([factories[1]!], production, () => Promise.resolve(ahead(done)));
  answer(ahead());
  await first;
  expect(ids(plan.steps)).toEqual([2]);
  expect(ids(plan.ahead?.choices ?? [])).toEqual([9]);
});

test("destroying a factory and doing nothing are asked about once more", () => {
  const told = (does_nothing: boolean) => ({ consequences: { does_nothing } as never });
  const destroy = choice(1, { order: "destroy_factory", province: "rome" }, told(false));
  expect(asksOnce(destroy, true)).toBe(true);
  expect(asksOnce(choice(2, { slot: "factory" }, told(true)), false)).toBe(true);
});

test("an end is asked about where it gives the turn away", () => {
  const asksAtEnd = (decision: DecisionKind, ordered: boolean): boolean =>
    asksOnce(choice(1, {}, { entry: { decision, actor: "ann", choice: { done: true } } }), ordered);
  expect(asksAtEnd("import_unit", false)).toBe(true);
  expect(asksAtEnd("build_factory", false)).toBe(true);
  expect(asksAtEnd("army_order", false)).toBe(true);
  expect(asksAtEnd("army_order", true)).toBe(false);
  expect(asksAtEnd("fleet_order", false)).toBe(false);
  expect(asksAtEnd("invest", false)).toBe(false);
});
