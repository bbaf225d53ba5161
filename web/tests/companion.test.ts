/** Games on cardboard: how they are set up, what the table is told to do, the engine as a source. */

import { beforeAll, describe, expect, test, vi } from "vitest";

import type { GameFacts } from "../src/api/told.ts";
import { heldText, whyStopped, type CorrectionTold } from "../src/companion/correction.ts";
import { Engine } from "../src/companion/engine.svelte.ts";
import { fileOf } from "../src/companion/files.ts";
import { newest, onBoard } from "../src/companion/onboard.ts";
import { agreed, Setup } from "../src/companion/setup.svelte.ts";
import type { Asked, Said } from "../src/engine/engine.ts";
import { text } from "../src/i18n.svelte.ts";
import type { Option } from "../src/state/library.ts";
import type { Told } from "../src/state/record.svelte.ts";

beforeAll(async () => {
  await text.use("en");
  await text.bring("companion");
});

describe("a game is set up", () => {
  const facts = {
    setup: { by_players: { 2: { dealt: ["usa", "china"] }, 4: { dealt: ["usa", "china"] } } },
  } as unknown as GameFacts;
  const known: Option[] = [
    { name: "setup", values: ["standard", "draft"], default: "standard" },
    { name: "secret_cash", values: [false, true], default: false },
    { name: "seating", values: ["as_given", "random"], default: "as_given" },
  ];

  function two(): Setup {
    const setup = new Setup();
    setup.remove(3);
    setup.remove(2);
    setup.names = ["Ann ", "Bob"];
    return setup;
  }

  test("by names and cards", () => {
    const setup = two();
    expect(setup.missing(facts)).toBe("deal");
    setup.deal(0, "usa");
    setup.deal(1, "china");
    expect(setup.missing(facts)).toBeNull();
    expect(setup.body(known, "Friday")).toEqual({
      game: "imperial2030",
      name: "Friday",
      players: ["Ann", "Bob"],
      options: { setup: "standard", secret_cash: false },
      start: { deal: { Ann: ["usa"], Bob: ["china"] } },
    });
  });

  test("with every card once", () => {
    const setup = two();
    setup.deal(0, "usa");
    setup.deal(1, "usa");
    expect(setup.cards).toEqual(["", "usa"]);
  });

  test("with names that differ", () => {
    const setup = two();
    setup.names = ["Ann", "Ann"];
    expect(setup.missing(facts)).toBe("names");
    setup.names = ["Ann", " "];
    expect(setup.missing(facts)).toBe("names");
  });

  test("for two to six", () => {
    const setup = two();
    expect(setup.mayRemove).toBe(false);
    for (let seat = 2; seat < 6; seat++) setup.add();
    expect([setup.mayAdd, setup.names.length, setup.cards.length]).toEqual([false, 6, 6]);
  });

  test("where bonds are chosen, by who begins", () => {
    const setup = two();
    setup.terms.options = { setup: "draft" };
    expect(setup.missing(facts)).toBe("first");
    setup.first = 1;
    expect(setup.missing(facts)).toBeNull();
    expect(setup.body(known, "x").start).toEqual({ start_player: "Bob" });
  });

  test("without what means nothing at a table of one's own", () => {
    expect(agreed(known).map(({ name }) => name)).toEqual(["setup", "secret_cash"]);
  });
});

describe("what is to be done on the board", () => {
  const told = (number: number, sentences: string[], begins = false): Told => ({
    number,
    sentences: begins ? [...sentences, "Next turn."] : sentences,
    events: begins
      ? [{ event: "turn_started", nation: "china", round: 1, player: "Ann" }]
      : ([] as Told["events"]),
  });
  const entries = [
    told(0, []),
    told(1, ["Russia taxes."], true),
    told(2, ["China builds."]),
    told(3, ["It pays 5."]),
    told(4, ["It is done."], true),
  ];

  test("is what the turn has brought so far", () => {
    expect(onBoard(entries, 3)).toEqual(["China builds.", "It pays 5."]);
    expect(onBoard(entries, 3, true)).toEqual(["It pays 5."]);
  });

  test("stays when the turn is over", () => {
    expect(onBoard(entries, 4)).toEqual(["China builds.", "It pays 5.", "It is done."]);
    expect(newest(entries, 1).map(({ number }) => number)).toEqual([1]);
    expect(onBoard(entries, 0)).toEqual([]);
  });
});

describe("what no longer fits", () => {
  const correction: CorrectionTold = {
    number: 5,
    way: "change",
    waits: false,
    kept: 0,
    waiting: 2,
    next: { number: 6, actor: "Bob", nation: "usa", label: "Factory" },
    left_out: [],
    stopped: { code: "game/other_decision", message: "English", clause: "R-DEC-5" },
  };

  test("is said with its reason", () => {
    expect(whyStopped(correction)).toBe(
      "Here it no longer fits: decision 6, Bob, Factory. " +
        "Something else is to be decided now. Enter it, or leave the old decision out.",
    );
    const illegal = { code: "factory/occupied", message: "Rome is occupied.", clause: "R-FAC-2" };
    expect(whyStopped({ ...correction, stopped: illegal })).toMatch(/Rome is occupied\.$/);
  });

  test("is a gift where it has no label", () => {
    expect(heldText({ number: 7, actor: "Ann", nation: null })).toBe("7. Ann: a gift");
  });
});

test("files are called as games are", () => {
  expect(fileOf("Imperial, 3 мая")).toBe("Imperial-3-мая.rondel.json");
  expect(fileOf("…")).toBe("rondel.rondel.json");
});

describe("the engine", () => {
  /** A worker that answers everything with the same; only what is entered is to be kept. */
  function fake(answer: object) {
    const asked: Asked[] = [];
    const worker = {
      onmessage: null as ((event: { data: Said }) => void) | null,
      postMessage(data: Asked) {
        asked.push(data);
        const told = data.method === "GET" ? { ...answer, saved: null } : answer;
        const said: Said = { kind: "answer", id: data.id, answer: JSON.stringify(told) };
        queueMicrotask(() => worker.onmessage?.({ data: said }));
      },
      terminate: vi.fn(),
    };
    return { engine: new Engine(() => worker as unknown as Worker), worker, asked };
  }
  const saved = { id: "ab12", name: "x", created_at: 1, changed_at: 1, record: {}, before: null };

  test("answers for its own tables, and leaves others to the server", async () => {
    const { engine } = fake({ status: 201, body: { id: "ab12" }, saved, epoch: 0 });
    expect(engine.answer("GET", "/api/tables/ab12", undefined)).toBeNull();
    await engine.ask("POST", "/api/tables", {});
    expect(await (await engine.answer("GET", "/api/tables/ab12", undefined))?.json()).toEqual({
      id: "ab12",
    });
    expect(engine.answer("GET", "/api/tables/cd34", undefined)).toBeNull();
    expect(engine.answer("GET", "/api/me", undefined)).toBeNull();
    expect(engine.live("/api/tables/cd34/live", {} as never)).toBeNull();
  });

  test("says when what was entered is not kept", async () => {
    const { engine } = fake({ status: 200, body: {}, saved, epoch: 3 });
    await engine.ask("POST", "/api/tables/ab12/actions", {});
    // Here there is no storage at all.
    expect([engine.unkept, engine.epoch, engine.changes]).toEqual([true, 3, 1]);
  });

  test("refuses as the server does", async () => {
    const body = { error: { code: "position/stale", message: "Late." } };
    const { engine } = fake({ status: 409, body, saved: null, epoch: 0 });
    await expect(engine.ask("POST", "/api/tables/ab12/actions", {})).rejects.toMatchObject({
      status: 409,
      code: "position/stale",
    });
  });

  test("tells the line what has happened", async () => {
    const row = { type: "row", row: {} };
    const { engine } = fake({ status: 200, body: [row], saved, epoch: 0 });
    await engine.ask("POST", "/api/kept", {});
    const listener = { query: () => "since=0", hear: vi.fn(), opened: vi.fn(), lost: vi.fn() };
    const line = engine.live("/api/tables/ab12/live", listener);
    await vi.waitFor(() => expect(listener.hear).toHaveBeenCalledWith(row));
    line?.close();
    expect(listener.lost).not.toHaveBeenCalled();
  });

  test("tells all again with the eyes of who takes the screen", async () => {
    const { engine, asked } = fake({ status: 200, body: [], saved, epoch: 0 });
    await engine.ask("POST", "/api/kept", {});
    let seat = "shared=true";
    const listener = { query: () => seat, hear: vi.fn(), opened: vi.fn(), lost: vi.fn() };
    const line = engine.live("/api/tables/ab12/live", listener);
    await vi.waitFor(() => expect(listener.opened).toHaveBeenCalledTimes(1));
    seat = "seat=1";
    line?.send({ type: "seat", seat: 1 });
    await vi.waitFor(() => expect(listener.opened).toHaveBeenCalledTimes(2));
    expect(asked.slice(1).map(({ path }) => path)).toEqual([
      "/api/tables/ab12/live?shared=true",
      "/api/tables/ab12/live?seat=1",
    ]);
    line?.close();
  });

  test("says why it does not run", () => {
    const { engine, worker } = fake({});
    worker.onmessage?.({ data: { kind: "failed", reason: "no WebAssembly" } });
    expect([engine.state, engine.reason]).toEqual(["failed", "no WebAssembly"]);
    engine.close();
    expect(worker.terminate).toHaveBeenCalled();
  });
});
