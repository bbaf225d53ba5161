/** A table as a screen hears of it: what others do is shown at the reader's pace. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { GameEvent } from "../src/api/told.ts";
import { text } from "../src/i18n.svelte.ts";
import { preferences } from "../src/state/preferences.svelte.ts";
import { TableState } from "../src/state/table.svelte.ts";
import { position } from "./positions.ts";
import { TableServer } from "./table-server.ts";

const AWAIT = { timeout: 8000 };
const moved = { event: "unit_moved", origin: "chicago", target: "mexico" };

let server: TableServer;
let table: TableState;
let shown: GameEvent[][];

const tellRow = (seq: number, user = "bob"): void => {
  const body = { number: seq, entry: { decision: "fleet_order", choice: {} }, events: [moved] };
  server.tell({ type: "row", row: { seq, at: 0, kind: "action", user, body } });
};
const tellPosition = (number: number, seq: number): void =>
  server.tell({
    type: "position",
    position: position("fleet_order", [], { position: number, seq }),
  });
const reached = (number: number): Promise<void> =>
  vi.waitFor(() => expect(table.position?.position).toBe(number), AWAIT);

beforeEach(async () => {
  await text.use("en");
  server = await TableServer.open();
  server.answers = {
    "GET /api/tables/t1/entries": [{ body: { entries: [] } }],
    "GET /api/tables/t1/positions": [
      { body: { first: position("fleet_order", [], { entries: 0 }), steps: [[], []] } },
    ],
  };
  table = new TableState("t1", null);
  shown = [];
  table.onevents = (events) => shown.push(events);
  await vi.waitFor(() => expect(table.table?.game).toBe("imperial2030"), AWAIT);
  tellRow(1);
  tellPosition(1, 1);
  await reached(1);
});

afterEach(() => {
  localStorage.clear();
  preferences.go("brisk");
  table.watching.stop();
  table.connection.close();
  server.close();
});

test("what led to the first position is in the log, and not shown as news", () => {
  expect(table.log.last).toBe(1);
  expect([shown, table.news]).toEqual([[], null]);
});

test("what we do is shown before its position comes", async () => {
  tellRow(2, "ann");
  await vi.waitFor(() => expect(shown).toEqual([[moved]]), AWAIT);
  expect(table.position?.position).toBe(1);
});

test("what others do is shown as a film, and the position before it meanwhile", async () => {
  tellRow(2);
  await vi.waitFor(() => expect(table.watching.playing).toBe(true), AWAIT);
  expect(shown).toEqual([]);
  expect(table.watching.shown).toMatchObject({ yours: false, choices: [] });
  table.watching.stop();
  expect([table.watching.playing, table.watching.shown]).toEqual([false, null]);
});

test("who wants it at once sees the newest position", async () => {
  preferences.go("at_once");
  tellRow(2);
  tellPosition(2, 2);
  await reached(2);
  expect([shown, table.watching.playing]).toEqual([[], false]);
});

test("after an absence it is said since when something has changed, and nothing moves", async () => {
  server.cut();
  await vi.waitFor(() => expect(table.connection.state).toBe("lost"), AWAIT);
  await vi.waitFor(() => expect(table.connection.state).toBe("open"), AWAIT);
  tellRow(2);
  tellPosition(2, 2);
  await reached(2);
  expect(table.news).toEqual({
    kind: "back",
    since: 1,
    dropped: null,
  });
});

test("who is there and how long a bot will think is told", async () => {
  server.tell({ type: "presence", users: [{ id: "ann" }, { id: "bob" }] });
  server.tell({ type: "thinking", position: 1, seconds: 3 });
  await vi.waitFor(() => expect(table.thinking?.position).toBe(1), AWAIT);
  expect(table.present).toEqual(["ann", "bob"]);
  expect(table.thinking?.at).toBeGreaterThan(Date.now());
});
