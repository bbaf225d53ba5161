/** What has changed: the whole list, the five lines of the card, and since when they tell. */

import { beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Changes, GameEvent, Words } from "../src/api/told.ts";
import { allOf, countOf, tripsOf } from "../src/changes/figures.ts";
import { fitted, type Line, linesOf, MOST, type Reader } from "../src/changes/lines.ts";
import { remember, remembered } from "../src/changes/memory.ts";
import { lastDone, later, roundsBetween, turnsBetween } from "../src/changes/since.ts";
import { text } from "../src/i18n.svelte.ts";
import { lastDecided, type Told, turnsOf } from "../src/state/record.svelte.ts";
import type { Row } from "../src/state/rows.ts";
import { changes } from "./positions.ts";

const named = (...ids: string[]) =>
  Object.fromEntries(ids.map((id) => [id, { name: id, short: id.toUpperCase() }]));
const words: Words = {
  nations: named("usa", "china", "india"),
  regions: named("mexico", "korea", "japan", "chicago"),
  slots: named("factory", "import"),
  canals: {},
};
const reader: Reader = {
  viewer: "ann",
  several: false,
  words,
  facts: { home_provinces: [] },
  snapshot: { game: "imperial2030", governments: { usa: "ann", china: "bob", india: "cid" } },
};
const told = (made: Partial<Changes>, more: Partial<Reader> = {}): [string, string][] =>
  linesOf(changes(made), { ...reader, ...more }).map((line) => [
    line.text.replaceAll("\u00a0", " "),
    line.figure.replaceAll("\u00a0", " "),
  ]);
const passed = (before: string | null, after: string | null) => ({
  before,
  after,
  credit_before: 6,
  credit_after: 9,
});

beforeAll(async () => {
  await text.use("en");
  await text.bring("changes");
});

describe("the list of all changes", () => {
  test("has every figure that differs, nations first", () => {
    const { figures } = allOf(
      changes({
        rondel: { usa: { before: null, after: "factory" } },
        governments: { usa: passed("ann", "bob") },
        treasuries: { usa: { before: 4, after: 13 } },
        cash: { ann: { before: 1, after: 0 } },
        bonds: { bob: { usa: { before: [2], after: [2, 9] } } },
      }),
      words,
      "imperial2030",
    );
    expect(figures.map((one) => [one.nation ?? one.player, one.before, one.after])).toEqual([
      ["usa", "–", "factory"],
      ["usa", "ann", "bob"],
      ["usa", "4\u00a0M", "13\u00a0M"],
      ["ann", "1\u00a0M", "0\u00a0M"],
      ["bob", "2", "2 + 9"],
    ]);
  });

  test("counts units that went the same way together", () => {
    const there = {
      nation: "usa",
      unit: "army" as const,
      from: "chicago",
      to: "mexico",
      way: "rail" as const,
      canals: [],
      seas: [],
    };
    const moved = [there, there, { ...there, to: "korea" }];
    expect(tripsOf(moved).map(({ to, units }) => [to, units])).toEqual([
      ["mexico", 2],
      ["korea", 1],
    ]);
    const all = allOf(changes({ units: { gained: [], lost: [], moved } }), words, "imperial2030");
    expect(countOf(all)).toBe(2);
  });
});

describe("the lines", () => {
  test("tell governments won and lost with the credit on both sides, one's own first", () => {
    expect(
      told({
        governments: {
          china: passed("cid", "bob"),
          usa: passed("bob", "ann"),
          india: passed("ann", "cid"),
        },
      }).map(([text]) => text),
    ).toEqual([
      "You took the USA, 9 M to 6 M",
      "You lost INDIA to cid, 9 M to 6 M",
      "bob took CHINA from cid, 9 M to 6 M",
    ]);
  });

  test("tell where the reader's cash came from, and never that of others", () => {
    const cash = { ann: { before: 2, after: 9 }, bob: { before: 0, after: 5 } };
    const sources = {
      ann: [
        { event: "interest_paid", amount: 5 },
        { event: "investor_paid", amount: 2 },
      ],
    };
    expect(told({ cash, sources })).toEqual([
      ["Interest 5 M, investor card 2 M", "your cash 2 → 9 M"],
    ]);
  });

  test("tell what was taken from the reader before what others have put elsewhere", () => {
    const flags = {
      won: [
        { nation: "china", region: "mexico" },
        { nation: "china", region: "korea" },
        { nation: "india", region: "japan" },
      ],
      lost: [{ nation: "usa", region: "mexico" }],
    };
    const revenue = { usa: { before: 8, after: 7 }, china: { before: 5, after: 7 } };
    expect(told({ flags, revenue })).toEqual([
      ["CHINA took your flag: mexico", "tax 8 → 7 M"],
      ["CHINA put 2 flags, INDIA 1", "tax CHINA 5 → 7 M"],
    ]);
  });

  test("call nobody you where several people look at the screen", () => {
    const more = { several: true };
    expect(told({ governments: { usa: passed("bob", "ann") } }, more)).toEqual([
      ["ann took the USA from bob, 9 M to 6 M", "government"],
    ]);
    const lost = [{ nation: "usa", unit: "fleet" as const, region: "korea" }];
    expect(told({ units: { gained: [], lost, moved: [] } }, more)).toEqual([
      ["The USA lost 1 fleet: korea", ""],
    ]);
  });

  test("each point at their places", () => {
    const bonds = { bob: { china: { before: [2], after: [2, 9] } } };
    const power = { india: { before: 0, after: 1 } };
    const bonuses = [
      { nation: "india", player: "cid", amount: 1 },
      { nation: "india", player: "cid", amount: 2 },
    ];
    const lines = linesOf(changes({ bonds, power, bonuses }), reader);
    expect(lines.map(({ nations, bonds }) => [nations, bonds])).toEqual([
      [["india"], []],
      [["china"], ["bob/china"]],
    ]);
    expect(lines[0]!.text.replaceAll("\u00a0", " ")).toBe("INDIA taxed, cid got 3 M");
  });

  test("are no more than five: equal kinds share one, and the lightest are left out", () => {
    const line = (text: string): Line => ({
      text,
      figure: "",
      regions: [],
      nations: [text],
      players: [],
      bonds: [],
    });
    const kinds = [["a", "b"], ["c"], ["d", "e"], ["f", "g"]].map((kind) => kind.map(line));
    expect(fitted(kinds).map(({ text }) => text)).toEqual(["a", "b", "c", "d; e", "f; g"]);
    expect(fitted(kinds)[4]!.nations).toEqual(["f", "g"]);
    const many = ["a", "b", "c", "d", "e", "f"].map((one) => [line(one)]);
    expect(fitted(many)).toHaveLength(MOST);
  });
});

describe("since when", () => {
  const begins = (nation: string, round: number): GameEvent => ({
    event: "turn_started",
    nation,
    player: "ann",
    round,
  });
  const entry = (number: number, decided: string | null, ...events: GameEvent[]): Told => ({
    number,
    events,
    sentences: [],
    ...(decided !== null && { decided }),
  });
  /** Ann ends the turn of the USA with entry 2; China, India and the USA follow. */
  const turns = turnsOf([
    entry(0, null, begins("usa", 1)),
    entry(1, "ann"),
    entry(2, "ann", begins("china", 1)),
    entry(3, null),
    entry(4, null, begins("india", 1)),
    entry(5, null, begins("usa", 2)),
  ]);
  test("it is told since the last decision, if another turn lies between", () => {
    expect(lastDecided(turns, "ann", 5)).toBe(2);
    expect(lastDecided(turns, "ann", 2)).toBeNull();
    expect(lastDecided(turns, "bob", 5)).toBeNull();
    expect(lastDecided(turns, null, 5)).toBeNull();
  });

  test("what a plan has decided is not one's own", () => {
    const planned = turns.map((turn) => ({
      ...turn,
      told: turn.told.map((one) => (one.number === 2 ? { ...one, planned: true } : one)),
    }));
    expect(lastDecided(planned, "ann", 5)).toBe(1);
  });

  test("turns and rounds between two moments are those of others", () => {
    expect(turnsBetween(turns, 2, 5).map(({ nation }) => nation)).toEqual(["china", "india"]);
    expect(roundsBetween(turns, 0, 6)).toEqual([
      { round: 2, since: 5, until: 6 },
      { round: 1, since: 0, until: 5 },
    ]);
  });

  test("the last time somebody was here is the later one of log and browser", () => {
    const row = (seq: number, user: string | null): Row =>
      ({ seq, at: seq * 10, kind: "action", user, body: { number: seq } }) as Row;
    const done = lastDone([row(1, "ann"), row(2, "bob"), row(3, null)], "bob");
    expect(done).toEqual({ entries: 2, at: 20 });
    expect(later(done, { entries: 9, at: 90 }).entries).toBe(9);
    expect(later(null, { entries: 1, at: 1 }).entries).toBe(1);
  });
});

describe("the memory of tables", () => {
  beforeEach(() => localStorage.clear());

  test("keeps what is new and what was known", () => {
    remember("a", { entries: 4, at: 100 });
    remember("a", { folded: true });
    expect(remembered("a")).toEqual({ entries: 4, at: 100, folded: true, absence: null });
    expect(remembered("b").at).toBe(0);
  });

  test("forgets the tables of long ago, and what is not as it should be", () => {
    for (let i = 0; i < 70; i++) remember(`table ${i}`, { at: i });
    expect([remembered("table 9").at, remembered("table 10").at]).toEqual([0, 10]);
    localStorage.setItem("rondel.tables", '{"a": {"entries": "many"}, "b": 3}');
    expect(remembered("a").entries).toBe(0);
    localStorage.setItem("rondel.tables", "no JSON");
    expect(remembered("a").entries).toBe(0);
  });
});
