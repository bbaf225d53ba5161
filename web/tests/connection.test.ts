/** The line to a table: it comes back by itself, goes on where it was, and knows when to stop. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { LiveTold } from "../src/api/generated/types.gen.ts";
import { text } from "../src/i18n.svelte.ts";
import { Address } from "../src/state/address.ts";
import { Connection } from "../src/state/connection.svelte.ts";
import { Log } from "../src/state/log.svelte.ts";
import type { Row } from "../src/state/rows.ts";
import { REFUSED, TableServer } from "./table-server.ts";

const AWAIT = { timeout: 8000 };
const TABLE = "GET /api/tables/t1";
const body = { room: "table", name: "ann", text: "" } as const;
const row = (seq: number): Row => ({ seq, at: 0, kind: "chat", user: "ann", body });

let server: TableServer;
let log: Log;
let heard: LiveTold[];
let connection: Connection;

beforeEach(async () => {
  await text.use("en");
  server = await TableServer.open();
  log = new Log();
  heard = [];
  connection = new Connection(new Address("t1", "code"), log, (message) => heard.push(message));
  await vi.waitFor(() => expect(connection.state).toBe("open"), AWAIT);
});

afterEach(() => {
  connection.close();
  server.close();
});

test("it shows that we may see the table, and hears everything from the beginning", async () => {
  expect(Object.fromEntries(server.knocks[0]!)).toEqual({
    since: "0",
    lang: "en",
    shared: "true",
    invite: "code",
  });
  server.tell({ type: "presence", users: [] });
  await vi.waitFor(() => expect(heard.map(({ type }) => type)).toEqual(["hello", "presence"]));
});

test("a connection that is lost is told, comes back by itself and goes on where it was", async () => {
  log.add(row(7));
  server.cut();
  await vi.waitFor(() => expect(connection.state).toBe("lost"), AWAIT);
  expect(connection.retryAt).toBeGreaterThan(Date.now());
  await vi.waitFor(() => expect(connection.state).toBe("open"), AWAIT);
  expect(server.knocks.at(-1)?.get("since")).toBe("7");
  expect(connection.catchUp()).toEqual({ since: 7, cut: true, late: false });
  expect(connection.isAbsent).toBe(false);
});

test("an absence is counted from the first moment nothing was heard", async () => {
  log.add(row(3));
  connection.retry();
  log.add(row(4));
  connection.retry();
  await vi.waitFor(() => expect(server.knocks.length).toBeGreaterThan(1), AWAIT);
  expect(connection.catchUp()).toEqual({ since: 3, cut: false, late: false });
});

test("a connection is not trusted when the game went on without it", async () => {
  log.add(row(5));
  connection.fallBehind();
  await vi.waitFor(() => expect(server.knocks).toHaveLength(2), AWAIT);
  expect(connection.catchUp()).toEqual({ since: 5, cut: false, late: true });
});

test("whoever may not see the table any more is told, and does not knock again", async () => {
  server.answers[TABLE] = [REFUSED(404, "table/unknown")];
  server.cut();
  await vi.waitFor(() => expect(connection.refused?.code).toBe("table/unknown"), AWAIT);
  dispatchEvent(new Event("online"));
  const next = new Connection(new Address("t1", "other"), log, () => undefined);
  await vi.waitFor(() => expect(next.state).toBe("open"), AWAIT);
  next.close();
  expect(server.knocks.map((query) => query.get("invite"))).toEqual(["code", "other"]);
});

test("a table that is damaged is told, and shown when it is mended", async () => {
  server.answers[TABLE] = [REFUSED(500, "table/damaged")];
  server.cut();
  await vi.waitFor(() => expect(connection.refused?.code).toBe("table/damaged"), AWAIT);
  await vi.waitFor(() => expect(connection.state).toBe("open"), AWAIT);
  expect(connection.refused).toBeNull();
});
