/** Choices of a judgement in words and on a scale, and what keys mean beside them. */

import { describe, expect, it } from "vitest";

import type { AnalysisTold, Entry, RankedChoice } from "../src/api/generated/types.gen.ts";
import { barOf, rowsOf, shortName } from "../src/analysis/rows.ts";

const entry = (choice: Entry["choice"]): Entry => ({
  decision: "army_order",
  actor: "Ann",
  nation: "usa",
  choice,
});

const ranked = (share: number, margin: number, ...chosen: Entry["choice"][]): RankedChoice => ({
  entries: chosen.map(entry),
  price: 0,
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
