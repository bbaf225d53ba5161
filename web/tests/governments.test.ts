/** The line above the log: which governments it tells of, and from when on. */

import { expect, test } from "vitest";

import type { PlayerId } from "../src/api/told.ts";
import type { Acted } from "../src/state/rows.ts";
import { governmentsIn } from "../src/talk/governments.ts";

/** Somebody's decision, by which governments change: nation, before, after. */
function row(
  seq: number,
  actor: PlayerId,
  ...changes: [string, PlayerId | null, PlayerId][]
): Acted {
  const events = changes.map(([nation, before, after]) => ({
    event: "government_changed",
    nation,
    before,
    after,
  }));
  const entry = { decision: "invest", actor, nation: null, choice: {} };
  return { seq, at: 0, kind: "action", user: "u", body: { entry, events } } as unknown as Acted;
}

const mine = new Set(["Ann", "Bob"]);

test("a government that others take from each other is not told", () => {
  expect(governmentsIn([row(1, "Cid", ["india", "Dan", "Cid"])], mine, "Ann")).toEqual([]);
});

test("those won and lost at this screen are told, the newest last", () => {
  const rows = [row(1, "Ann"), row(2, "Cid", ["india", "Ann", "Cid"], ["china", "Cid", "Bob"])];
  expect(governmentsIn(rows, mine, "Ann")).toEqual([
    { seq: 2, nation: "india", player: "Cid", lost: true },
    { seq: 2, nation: "china", player: "Bob", lost: false },
  ]);
});

test("each hears what has changed since his own last decision", () => {
  const rows = [
    row(1, "Ann", ["india", null, "Ann"]),
    row(2, "Bob", ["india", "Ann", "Bob"]),
    row(3, "Cid"),
  ];
  const told = (viewer: PlayerId | null): number[] =>
    governmentsIn(rows, mine, viewer).map(({ seq }) => seq);
  expect(told("Ann")).toEqual([1, 2]);
  expect(told("Bob")).toEqual([2]);
  expect(told("Dan")).toEqual([1, 2]);
});
