/** What people do at a table: sent once, in order, kept while the server is away. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Position } from "../src/api/told.ts";
import { text } from "../src/i18n.svelte.ts";
import { Acting, type Shown } from "../src/state/acting.svelte.ts";
import { Address } from "../src/state/address.ts";
import { Connection } from "../src/state/connection.svelte.ts";
import { Log } from "../src/state/log.svelte.ts";
import { choice, position } from "./positions.ts";
import { BREAK, REFUSED, TableServer } from "./table-server.ts";

const AWAIT = { timeout: 8000 };
const ACTIONS = "POST /api/tables/t1/actions";
const led = (to: number) => ({ body: { position: to } });
const [first, second] = [choice(1, { to: "a" }), choice(2, { to: "b" })];
const at = (number: number): Position =>
  position("fleet_order", [first, second], { position: number });

let server: TableServer;
let log: Log;
let connection: Connection;
let shown: Shown;
let acting: Acting;

beforeEach(async () => {
  await text.use("en");
  server = await TableServer.open();
  log = new Log();
  shown = { position: at(1), news: null };
  const address = new Address("t1", null);
  connection = new Connection(address, log, () => undefined);
  acting = new Acting(address, shown, log, connection);
  await vi.waitFor(() => expect(connection.state).toBe("open"), AWAIT);
});

afterEach(() => {
  connection.close();
  server.close();
});

const sent = (): unknown[] => server.posted.map(({ body }) => body);

describe("a decision", () => {
  test("is sent with the position it is made for, and under way until its outcome is seen", async () => {
    server.answers[ACTIONS] = [led(2)];
    expect(await acting.decide(first)).toBe(true);
    expect(sent()).toEqual([{ position: 1, entry: first.entry }]);
    expect(acting.sending).toBe(true);
    shown.position = at(2);
    expect(acting.sending).toBe(false);
  });

  test("is not sent while another one is under way", async () => {
    server.answers[ACTIONS] = [led(2)];
    const both = await Promise.all([acting.decide(first), acting.decide(second)]);
    expect(both).toEqual([true, false]);
    expect(sent()).toHaveLength(1);
  });

  test("follows upon the one before", async () => {
    server.answers[ACTIONS] = [led(2), led(3)];
    expect(await acting.decide(first, second)).toBe(true);
    expect(sent()).toEqual([
      { position: 1, entry: first.entry },
      { position: 2, entry: second.entry },
    ]);
  });

  test("that is refused says why, and what would follow is not sent", async () => {
    server.answers[ACTIONS] = [REFUSED(409, "action/illegal")];
    expect(await acting.decide(first, second)).toBe(false);
    expect(acting.answer).toMatchObject({ code: "action/illegal" });
    expect(sent()).toHaveLength(1);
    expect(acting.sending).toBe(false);
  });

  test("ends what was told about an absence, and is remembered by its label", async () => {
    shown.news = { kind: "back", since: 1, dropped: null };
    server.answers[ACTIONS] = [led(2)];
    await acting.decide(first);
    expect([shown.news, acting.tried]).toEqual([null, "choice 1"]);
  });

  test("about a position that is gone says nothing, but the connection is not trusted", async () => {
    server.answers[ACTIONS] = [REFUSED(409, "position/stale")];
    expect(await acting.decide(first)).toBe(false);
    expect(acting.answer).toBeNull();
    expect(connection.catchUp()).toMatchObject({ late: true });
  });
});

describe("a decision that does not reach the server", () => {
  beforeEach(async () => {
    server.answers[ACTIONS] = [BREAK, led(2)];
    await acting.decide(first);
  });

  test("is kept, and nothing else is sent meanwhile", async () => {
    expect([acting.answer, acting.sending]).toEqual([null, true]);
    expect(await acting.decide(second)).toBe(false);
  });

  test("is sent when the connection is back and the game has not gone on", async () => {
    expect(acting.lostBy(at(1))).toBeNull();
    acting.resume(at(1));
    await vi.waitFor(() => expect(sent()).toHaveLength(2), AWAIT);
    expect(sent()[1]).toEqual(sent()[0]);
  });

  test("is lost where the game has gone on, and named", () => {
    expect(acting.lostBy(at(2))).toBe("choice 1");
    acting.resume(at(2));
    expect(acting.sending).toBe(false);
    expect(sent()).toHaveLength(1);
  });

  test("is not lost where the server had taken it before the answer broke off", () => {
    const { entry } = first;
    const body = { position: 2, number: 2, entry, events: [], seat: 0, bot: null };
    log.add({ seq: 2, at: 0, kind: "action", user: "ann", body });
    expect(acting.lostBy(at(2))).toBeNull();
  });
});

describe("what is asked before", () => {
  test("consequences are told of the choices that came without", async () => {
    const known = { ...second, consequences: { price: 1 } } as typeof second;
    shown.position = position("fleet_order", [first, known]);
    server.answers["POST /api/tables/t1/consequences"] = [
      { body: { consequences: [{ price: 5 }] } },
    ];
    acting.explain([first, known]);
    await vi.waitFor(() =>
      expect(shown.position?.choices.map(({ consequences }) => consequences?.price)).toEqual([
        5, 1,
      ]),
    );
    expect(sent()).toEqual([{ position: 1, entries: [first.entry] }]);
  });

  test("a decision waits for the answer", async () => {
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    server.answers = { [ACTIONS]: [led(2)], "POST /api/tables/t1/plan": [{ until }] };
    const plan = acting.foresee([first]);
    const done = acting.decide(second);
    await vi.waitFor(() => expect(server.posted).toHaveLength(1), AWAIT);
    expect(server.posted[0]?.path).toMatch(/plan$/);
    answer();
    await plan;
    expect(await done).toBe(true);
    expect(server.posted.map(({ path }) => path.split("/").at(-1))).toEqual(["plan", "actions"]);
  });

  test("a plan that is refused leaves nothing open", async () => {
    server.answers["POST /api/tables/t1/plan"] = [
      REFUSED(409, "action/illegal"),
      { body: { choices: [] } },
    ];
    expect(await acting.foresee([first])).toBeNull();
    expect(await acting.foresee([first])).toEqual({ choices: [] });
  });
});
