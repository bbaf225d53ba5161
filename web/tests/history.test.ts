import { describe, expect, test } from "vitest";

import type { GameEvent, Reason } from "../src/api/told.ts";
import { reignsOf, turningPoints } from "../src/charts/reigns.ts";
import type { Moment } from "../src/charts/series.ts";
import { placesOf } from "../src/end/places.ts";
import { notchesIn, stepped, turnAt } from "../src/history/stops.ts";
import { rowsOf } from "../src/market/cells.ts";
import { momentsOf } from "../src/state/past.svelte.ts";
import { linesOf, type Told, turnsOf } from "../src/state/record.svelte.ts";
import { span } from "../src/decisions/time.ts";
import { changes, choice, position } from "./positions.ts";

const told = (number: number, ...events: Told["events"]): Told => ({
  number,
  events,
  sentences: [`sentence ${number}`],
});
const turn = (nation: string, round: number): GameEvent => ({
  event: "turn_started",
  nation,
  player: "ann",
  round,
});
const fought: GameEvent = {
  event: "battle_fought",
  region: "iran",
  nation: "russia",
  unit: "army",
  stance: null,
  enemy: "china",
  enemy_unit: "army",
  enemy_stance: null,
};

const record = [
  told(0, turn("russia", 1)),
  told(1),
  told(2, fought, turn("china", 1)),
  told(3, turn("russia", 2)),
  told(4),
];

describe("looking back", () => {
  test("goes by decision, turn and round and stays within the game", () => {
    expect(stepped(record, 4, "decision", -1)).toBe(3);
    expect(stepped(record, 4, "decision", 1)).toBe(4);
    expect(stepped(record, 4, "turn", -1)).toBe(3);
    expect(stepped(record, 3, "turn", -1)).toBe(2);
    expect(stepped(record, 0, "round", 1)).toBe(3);
    expect(stepped(record, 3, "round", 1)).toBe(4);
  });

  test("has notches for rounds and battles", () => {
    const notches = notchesIn(record);
    expect(notches.filter(({ kind }) => kind === "battle").map(({ entry }) => entry)).toEqual([2]);
    expect(notches.filter(({ kind }) => kind === "round").map(({ entry }) => entry)).toEqual([
      0, 3,
    ]);
  });

  test("a decision that ends a turn belongs to it", () => {
    expect([0, 1, 2, 3, 4].map((moment) => turnAt(turnsOf(record), moment).nation)).toEqual([
      null,
      "russia",
      "russia",
      "china",
      "russia",
    ]);
  });

  test("reads a stretch; what does not change is not made anew", () => {
    const { snapshot, facts } = position("invest", []);
    const [nation = ""] = Object.keys(snapshot.treasuries);
    const first = { entries: 7, viewer: null, snapshot, facts, changes: changes() };
    const change = { path: ["snapshot", "treasuries", nation], value: 99 };
    const [, second, third] = momentsOf({ first, steps: [[change], []] });
    expect(second?.entries).toBe(8);
    expect(second?.snapshot.treasuries).toEqual({ ...snapshot.treasuries, [nation]: 99 });
    expect(second?.snapshot.units).toBe(snapshot.units);
    expect(third).toEqual({ ...second, entries: 9 });
  });

  test("the beginning of the next turn is told by its heading alone", () => {
    expect(linesOf({ ...told(2, turn("china", 1)), sentences: ["Done.", "Round 1."] })).toEqual([
      "Done.",
    ]);
    expect(linesOf(told(4))).toEqual(["sentence 4"]);
  });

  test("the log has a heading for every turn", () => {
    expect(turnsOf(record).map(({ nation, round }) => [nation, round])).toEqual([
      [null, 1],
      ["russia", 1],
      ["china", 1],
      ["russia", 2],
    ]);
  });
});

describe("the end", () => {
  test("shared places have the same number", () => {
    const result = { scores: { a: 9, b: 9, c: 4 }, ranking: [["a", "b"], ["c"]] };
    expect(placesOf(result).map(({ place, player }) => [place, player])).toEqual([
      [1, "a"],
      [1, "b"],
      [3, "c"],
    ]);
  });

  test("reigns and turning points follow the governments", () => {
    const moment = (entries: number, government: string | null): Moment => ({
      entries,
      round: entries + 1,
      nation: "usa",
      power: {},
      treasuries: {},
      governments: { usa: government },
      scores: {},
      interest: {},
    });
    const moments = [moment(0, null), moment(1, "a"), moment(2, "a"), moment(3, "b")];
    expect(reignsOf(moments, "usa").map(({ player, turns }) => [player, turns])).toEqual([
      [null, 1],
      ["a", 2],
      ["b", 1],
    ]);
    expect(turningPoints(moments)).toMatchObject([{ kind: "taken", before: "a", after: "b" }]);
  });
});

test("a turn that brought many points is a turning point of its nation", () => {
  const moment = (nation: string, a: number, b: number): Moment => ({
    entries: a + b,
    round: 3,
    nation,
    power: {},
    treasuries: {},
    governments: {},
    scores: { a, b },
    interest: {},
  });
  const moments = [moment("usa", 4, 4), moment("china", 9, 21), moment("india", 9, 21)];
  expect(turningPoints(moments)).toMatchObject([{ nation: "usa", player: "b", points: 17 }]);
});

test("the market shows ways to get a bond, who holds it, and why not", () => {
  const buy = choice(1, { choice: "buy", nation: "usa", value: 4 });
  const trade = choice(2, { choice: "upgrade", nation: "usa", from: 9, to: 12 });
  const invest = position("invest", [buy, trade]);
  const refusal: Reason = {
    choice: { choice: "buy", nation: "usa", value: 16 },
    code: "invest/cash_too_low",
    clause: "R-INV-4",
    sentence: "",
    values: {},
    price: 16,
    holder: null,
    donation: null,
  };
  const [row] = rowsOf(["usa"], [2, 4, 9, 12, 16], {
    snapshot: invest.snapshot,
    facts: invest.facts,
    choices: invest.choices,
    refused: [refusal],
    you: "ann",
  });
  const [two, four, nine, twelve, sixteen] = row?.cells ?? [];
  expect(two?.holder).toBe("bob");
  expect(four?.ways.map((way) => way.choice.id)).toEqual([1]);
  expect(nine?.yours).toBe(true);
  expect(twelve?.ways[0]?.from).toBe(9);
  expect(sixteen?.refusal).toBe(refusal);
});

test("a span of time reads like a clock", () => {
  expect([42, 860, 3725, 101520].map(span)).toEqual(["0:42", "14:20", "1:02:05", "1 day 04:12"]);
});
