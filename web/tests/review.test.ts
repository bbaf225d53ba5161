/** Shares in words, and the lines of the curve. */

import { describe, expect, it } from "vitest";

import type { CurvePoint } from "../src/api/generated/types.gen.ts";
import {
  apart,
  bandOf,
  byRound,
  lineOf,
  percent,
  shareAt,
  signed,
  ticksOf,
} from "../src/review/figures.ts";

const point = (entries: number, round: number, ann: number, margin = 0.01): CurvePoint => ({
  entries,
  round,
  nation: null,
  shares: { Ann: ann, Bob: 1 - ann },
  margins: { Ann: margin, Bob: margin },
});
const CURVE = [point(0, 1, 0.5), point(4, 1, 0.55), point(9, 2, 0.42, 0)];
const same = (value: number): number => value;

describe("shares", () => {
  it("have one decimal and a sign of their own", () => {
    expect(percent(0.2345, "en")).toBe("23.5");
    expect(signed(0.0061, "en")).toBe("+0.6");
    expect(signed(-0.048, "en")).toBe("−4.8");
  });

  it("have no sign where nothing is left to tell", () => {
    expect(signed(-0.0002, "en")).toBe("0.0");
  });
});

describe("the curve", () => {
  it("goes through every point, and its band around it", () => {
    expect(lineOf(CURVE, "Ann", same, (share) => share * 100)).toBe("M0.0 50.0L4.0 55.0L9.0 42.0");
    const band = bandOf(CURVE, "Ann", same, (share) => share * 100);
    expect(band).toBe("M0.0 51.0L4.0 56.0L9.0 42.0L9.0 42.0L4.0 54.0L0.0 49.0Z");
  });

  it("is marked by full percents around all that is drawn", () => {
    const ticks = ticksOf(CURVE, 0.5);
    expect(ticks[0]).toBeLessThanOrEqual(0.42);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(0.58);
  });

  it("tells the last of every round, and what was true at a moment", () => {
    expect(byRound(CURVE).map(({ entries }) => entries)).toEqual([4, 9]);
    expect(shareAt(CURVE, "Ann", 6)).toBe(0.55);
  });

  it("keeps names apart", () => {
    expect(apart([20, 10, 12], 8)).toEqual([26, 10, 18]);
  });
});
