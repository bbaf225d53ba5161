/** The table's log: every line once, in order, whatever the connection repeats. */

import { expect, test } from "vitest";

import { Log } from "../src/state/log.svelte.ts";
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
