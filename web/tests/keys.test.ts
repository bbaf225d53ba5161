/** Single keys at the table: what they choose, press and do again. */

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { isForTable, keyOf, press } from "../src/decisions/keys.ts";
import { undoneIn } from "../src/decisions/redo.ts";
import { Desk } from "../src/state/desk.svelte.ts";
import { firstSteps } from "../src/decisions/composing.ts";
import type { Row } from "../src/state/rows.ts";
import { choice, position } from "./positions.ts";

const move = (id: number, from: string, to: string) => choice(id, { order: "move", from, to });

const fleets = position("fleet_order", [
  move(1, "north_pacific", "china_sea"),
  move(2, "north_pacific", "south_pacific"),
  move(3, "north_atlantic", "caribbean_sea"),
  choice(99, { order: "done" }),
]);

let desk: Desk;

beforeEach(() => {
  desk = new Desk(firstSteps);
  desk.turnTo(fleets);
});

afterEach(() => document.body.replaceChildren());

/** A key as the browser tells of it. */
const typed = (key: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent("keydown", { key, ...more });

test("N and M go through the units, a number chooses", () => {
  press("N", fleets, desk);
  expect(desk.origin).toBe("north_pacific");
  press("M", fleets, desk);
  expect(desk.origin).toBe("north_atlantic");
  press("N", fleets, desk);
  press("2", fleets, desk);
  expect(desk.chosen?.id).toBe(2);
});

test("a number takes up the unit in that place of the list", () => {
  press("2", fleets, desk);
  expect(desk.origin).toBe("north_atlantic");
});

test("on the rondel a number is that of the steps", () => {
  const steps = (number: number) => ({ rondel: { steps: number } }) as never;
  const slots = [2, 1].map((number) => ({
    ...choice(number + 10, { slot: `slot_${number}` }),
    consequences: steps(number),
  }));
  press("2", position("choose_slot", slots), desk);
  expect(desk.chosen?.id).toBe(12);
});

test("other keys press the button that names them, and only while it is there", () => {
  expect(press("E", fleets, desk)).toBe(false);
  const pressed: string[] = [];
  const button = document.createElement("button");
  button.setAttribute("aria-keyshortcuts", "E");
  button.onclick = () => pressed.push("E");
  document.body.append(button);
  expect(press("E", fleets, desk)).toBe(true);
  expect(pressed).toEqual(["E"]);
});

test("who does not decide chooses nothing", () => {
  expect(press("1", { ...fleets, yours: false }, desk)).toBe(false);
});

describe("a key is known", () => {
  test("with and without Shift", () => {
    expect(keyOf(typed("z", { code: "KeyZ" }))).toBe("Z");
    expect(keyOf(typed("Z", { code: "KeyZ", shiftKey: true }))).toBe("Shift+Z");
    expect(keyOf(typed("{", { code: "BracketLeft", shiftKey: true }))).toBe("{");
  });

  test("by its place on a Russian keyboard", () => {
    expect(keyOf(typed("я", { code: "KeyZ" }))).toBe("Z");
    expect(keyOf(typed("б", { code: "Comma" }))).toBe(",");
    expect(keyOf(typed("Х", { code: "BracketLeft", shiftKey: true }))).toBe("{");
  });

  test("unless somebody types", () => {
    const heard: boolean[] = [];
    for (const type of ["text", "radio"]) {
      const input = document.createElement("input");
      input.type = type;
      input.onkeydown = (event) => heard.push(isForTable(event));
      document.body.append(input);
      input.dispatchEvent(typed("z"));
    }
    expect(heard).toEqual([false, true]);
  });
});

describe("what was taken back", () => {
  const entry = (slot: string) => ({ decision: "choose_slot", actor: "Ann", choice: { slot } });
  const action = (number: number, slot: string): Row =>
    ({ kind: "action", body: { number, entry: entry(slot) } }) as unknown as Row;
  const undone = (to: number): Row => ({ kind: "undone", body: { to } }) as unknown as Row;
  const slots = (rows: Row[]) => undoneIn(rows).map(({ choice }) => choice["slot"]);

  test("can be done again in its order", () => {
    const rows = [action(1, "a"), action(2, "b"), undone(1), undone(0)];
    expect(slots(rows)).toEqual(["b", "a"]);
    expect(slots([...rows, action(1, "a")])).toEqual(["b"]);
  });

  test("is forgotten once something else is decided", () => {
    expect(slots([action(1, "a"), undone(0), action(1, "c")])).toEqual([]);
  });
});
