/** The table's log: every line once, in order, whatever the connection repeats. */

import { expect, test } from "vitest";

import type { GameEvent } from "../src/api/told.ts";
import { Log } from "../src/state/log.svelte.ts";
import { RecordState, type Told } from "../src/state/record.svelte.ts";
import type { Row } from "../src/state/rows.ts";

const body = { room: "table", name: "ann", text: "" } as const;
const row = (seq: number): Row => ({ seq, at: 0, kind: "chat", user: null, body });

test("a line that comes twice is heard once", () => {
  const log = new Log();
  expect([row(1), row(2), row(2), row(1), row(4)].map((line) => log.add(line))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(log.rows.map(({ seq }) => seq)).toEqual([1, 2, 4]);
  expect(log.last).toBe(4);
});

test("a log that was forgotten hears everything again", () => {
  const log = new Log();
  log.add(row(3));
  log.forget();
  expect([log.rows, log.last]).toEqual([[], 0]);
  expect(log.add(row(1))).toBe(true);
});

test("what has read the lines keeps what it has read", () => {
  const log = new Log();
  log.add(row(1));
  const before = log.rows;
  log.add(row(2));
  expect(before).toHaveLength(1);
});

test("turns that are over stay the same when others are heard of", () => {
  const record = new RecordState({ at: (path) => path, position: null });
  const turn = { event: "turn_started", round: 1, nation: "china" } as GameEvent;
  const told = (number: number, turned: boolean): Told => ({
    number,
    events: turned ? [turn] : [],
    sentences: [],
  });
  record.told = [told(0, true), told(1, false), told(2, true), told(3, false)];
  const before = record.turns;
  record.told = [...record.told, told(4, false)];
  expect(record.turns).toHaveLength(3);
  expect([0, 1].map((i) => record.turns[i] === before[i])).toEqual([true, true]);
  expect(record.turns[2]?.told.map(({ number }) => number)).toEqual([3, 4]);
  // What was taken back and decided in another way is told anew.
  record.told = [...record.told.slice(0, 2), told(2, true)];
  expect(record.turns[1]).not.toBe(before[1]);
});
