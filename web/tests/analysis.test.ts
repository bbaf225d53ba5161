/** Choices of a judgement in words and on a scale, and what keys mean beside them. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AnalysisTold, Entry, RankedChoice } from "../src/api/generated/types.gen.ts";
import { Judge } from "../src/analysis/judge.svelte.ts";
import { barOf, rowsOf, shortName } from "../src/analysis/rows.ts";
import { Address } from "../src/state/address.ts";
import type { TableState } from "../src/state/table.svelte.ts";
import { REFUSED, TableServer } from "./table-server.ts";

const entry = (choice: Entry["choice"]): Entry => ({
  decision: "army_order",
  actor: "Ann",
  nation: "usa",
  choice,
});

const ranked = (share: number, margin: number, ...chosen: Entry["choice"][]): RankedChoice => ({
  entries: chosen.map(entry),
  price: 0,
  liking: null,
  units: { gained: [], lost: [], moved: [] },
  shares: { Ann: share, Bob: 1 - share },
  margins: { Ann: margin, Bob: margin },
  behind: 0,
  behind_margin: 0,
  playouts: 8,
  line: [],
});

describe("ranked choices", () => {
  const told = {
    judgement: {
      choices: [
        ranked(0.5, 0.1, { from: "a", to: "b" }, { order: "done" }, { from: "c", to: "d" }),
        ranked(0.4, 0.05, { order: "done" }),
      ],
    },
    labels: [["Fleet to the sea", "done", "Army to Iran"], ["done"]],
    lines: [["Taxation"], []],
  } as unknown as AnalysisTold;

  it("tell whole plans, and that nothing is done only where that is all", () => {
    expect(rowsOf(told).map(({ label }) => label)).toEqual([
      "Fleet to the sea, Army to Iran",
      "done",
    ]);
    expect(rowsOf(told)[0]?.line).toEqual(["Taxation"]);
  });

  it("lie on one scale, each with its interval around its share", () => {
    const all = told.judgement.choices;
    const [first, second] = all.map((one) => barOf(one, all, "Ann"));
    expect(first?.left).toBeCloseTo(20);
    expect(first?.width).toBeCloseTo(80);
    expect(first?.mark).toBeCloseTo(60);
    expect(second?.left).toBeCloseTo(0);
  });

  it("have short names above narrow columns", () => {
    expect(shortName("Ann")).toBe("Ann");
    expect(shortName("Mendelssohn")).toBe("Mend.");
  });
});

describe("the judge", () => {
  const ANALYSIS = "POST /api/tables/t1/analysis";
  const found = (entries: number) => ({ body: { entries, judgement: { done: true } } });
  let server: TableServer;
  let judge: Judge;

  beforeEach(async () => {
    server = await TableServer.open();
    const address = new Address("t1", null);
    judge = new Judge({ at: address.at.bind(address) } as unknown as TableState);
  });
  afterEach(() => {
    judge.stop();
    server.close();
  });

  it("asks nothing more about a moment that is being taken back", async () => {
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => (answer = resolve));
    server.answers[ANALYSIS] = [{ ...REFUSED(422, "position/number"), until }, found(2)];
    judge.face(3, 7);
    await vi.waitFor(() => expect(server.posted).toHaveLength(1));
    judge.leave();
    judge.go();
    answer();
    judge.face(2, 8);
    await vi.waitFor(() => expect(judge.told?.entries).toBe(2));
    expect(judge.refused).toBe("");
    expect(server.posted.map(({ body }) => body)).toEqual([
      { entries: 3, compare: null },
      { entries: 2, compare: null },
    ]);
  });

  it("goes on with the same moment if it was not taken back after all", async () => {
    server.answers[ANALYSIS] = [found(3), found(3)];
    judge.face(3, 7);
    await vi.waitFor(() => expect(judge.told?.entries).toBe(3));
    judge.leave();
    expect(judge.running).toBe(false);
    judge.face(3, 7);
    await vi.waitFor(() => expect(server.posted).toHaveLength(2));
  });
});
