/** Lists of tables: how each is named, what came of it, and the pages they come by. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { SeatTold, TableListed } from "../src/api/generated/types.gen.ts";
import { text } from "../src/i18n.svelte.ts";
import { aboutOf } from "../src/lobby/status.ts";
import { filtersOf, nothing, queryOf } from "../src/lobby/wanted.ts";
import { tableTitle } from "../src/state/naming.ts";
import { Tables } from "../src/state/tables.svelte.ts";

const NOW = new Date(2026, 10, 16, 12).getTime();
const YESTERDAY = NOW / 1000 - 86_400;

const seat = (name: string | null, yours = false): SeatTold =>
  ({ name, yours, away: false, user: null }) as SeatTold;

const table = (given: Partial<TableListed>): TableListed =>
  ({
    id: "1",
    name: "Ann: Imperial 2030",
    named: false,
    game: "imperial2030",
    status: "running",
    seats: [seat("Ann", true), seat("Boris"), seat("Cid")],
    created_at: YESTERDAY,
    started_at: YESTERDAY,
    ended_at: null,
    parent: null,
    pending: null,
    result: null,
    outcome: null,
    ...given,
  }) as TableListed;

const OVER = {
  status: "finished" as const,
  ended_at: YESTERDAY,
  result: { ranking: [["Boris"], ["Ann"]], scores: { Ann: 95, Boris: 120 } },
};

beforeEach(async () => {
  await text.use("en");
  await text.bring("lobby");
});

describe("a table is told apart", () => {
  it("by the others who play there", () => {
    expect(tableTitle(table({}))).toBe("Boris, Cid");
    expect(aboutOf(table({}), NOW, null)).toBe("Imperial 2030 · begun Nov 15, 2026");
  });

  it("by the name somebody gave it", () => {
    const named = table({ name: "Friday night", named: true });
    expect(tableTitle(named)).toBe("Friday night");
    expect(aboutOf(named, NOW, null)).toBe("Boris, Cid · Imperial 2030 · begun Nov 15, 2026");
  });

  it("by all players where they share a screen, and by its name where nobody else is there", () => {
    expect(tableTitle(table({ seats: [seat("Ann", true), seat("Eva", true)] }))).toBe("Ann, Eva");
    expect(tableTitle(table({ seats: [seat("Ann", true), seat(null)] }))).toBe(
      "Ann: Imperial 2030",
    );
  });

  it("as a study, by the moment it began from", () => {
    const study = table({ sandbox: true, parent: { table: "0", entry: 40 } });
    expect(aboutOf(study, NOW, null)).toContain("Study from decision 40 on");
  });
});

describe("what came of a game", () => {
  it.each([
    ["lost", "Ended · you came 2nd with 95"],
    ["by_bot", "Ended · a bot finished it for you: 2nd with 95, not counted as yours"],
    [null, "Ended · Boris won with 120"],
  ] as const)("is said for %s", (outcome, sentence) => {
    expect(aboutOf(table({ ...OVER, outcome }), NOW, null)).toBe(
      `Imperial 2030 · ${sentence} · Nov 15, 2026`,
    );
  });
});

describe("what is looked for", () => {
  it("is asked for as far as it is wanted", () => {
    expect(queryOf(nothing())).toEqual({});
    const wanted = { ...nothing(), search: " boris ", outcome: "won" as const };
    expect(queryOf(wanted)).toEqual({ search: "boris", outcome: "won" });
    expect(filtersOf(wanted)).toBe(1);
  });

  it("takes in the whole last day", () => {
    const { since, until } = queryOf({ ...nothing(), since: "2026-11-16", until: "2026-11-16" });
    expect(Number(until) - Number(since)).toBe(86_400);
  });
});

describe("a list", () => {
  let asked: URLSearchParams[];
  let pages: Record<string, { ids: string[]; more: string | null }>;

  beforeEach(() => {
    asked = [];
    vi.stubGlobal("fetch", (path: string) => {
      const query = new URL(path, "http://here").searchParams;
      asked.push(query);
      const { ids, more } = pages[query.get("after") ?? ""] ?? { ids: [], more: null };
      return Promise.resolve(Response.json({ tables: ids.map((id) => ({ id })), more, now: 0 }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const ids = (list: Tables): string[] => list.tables.map(({ id }) => id);

  it("goes on behind what it has, and stays so when it is looked up again", async () => {
    pages = { "": { ids: ["a", "b"], more: "p" }, p: { ids: ["c"], more: null } };
    const list = new Tables("played", 2);
    await list.load();
    await list.loadMore();
    expect([ids(list), list.hasMore]).toEqual([["a", "b", "c"], false]);
    pages[""] = { ids: ["n", "a", "b"], more: "q" };
    await list.load();
    expect(asked.at(-1)?.get("limit")).toBe("3");
    expect([ids(list), list.hasMore]).toEqual([["n", "a", "b"], false]);
  });

  it("looks further by itself where a search has found nothing yet", async () => {
    pages = {
      "": { ids: [], more: "p" },
      p: { ids: [], more: "q" },
      q: { ids: ["z"], more: null },
    };
    const list = new Tables("played", 2, () => ({ search: "z" }));
    await list.load();
    expect([ids(list), asked.length]).toEqual([["z"], 3]);
  });

  it("says that it could not be looked up", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    const list = new Tables("mine", 2);
    await list.load();
    expect([list.failure === null, list.known, list.busy]).toEqual([false, false, false]);
  });
});
