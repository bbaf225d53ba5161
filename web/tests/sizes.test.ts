/** What grows with the screen, and what stays inside its place. */

import { expect, test } from "vitest";

import { CENTRE, HUB, linesIn, RIM } from "../src/rondel/geometry.ts";
import { inRem } from "../tools/rem.ts";

test("pixels become parts of the root's type, and nothing else does", () => {
  expect(inRem("14px")).toBe("1rem");
  expect(inRem("0 -7px 2px 28px")).toBe("0 -0.5rem 0.1429rem 2rem");
  expect(inRem("calc(100dvh - 42px)")).toBe("calc(100dvh - 3rem)");
  expect(inRem("var(--piece-2px) 50% 1.5rem")).toBe("var(--piece-2px) 50% 1.5rem");
});

const MARKER = 12;

test("the words of a sector stay between markers and rim, each line in the middle of its room", () => {
  for (let index = 0; index < 8; index++)
    for (const { x, y, width } of linesIn(index, 3)) {
      const ends = [x - width / 2, x + width / 2].map((end) =>
        Math.hypot(end - CENTRE, y - CENTRE),
      );
      expect(Math.max(...ends)).toBeLessThan(RIM);
      expect(Math.min(...ends)).toBeGreaterThan(HUB + MARKER);
      expect(width).toBeGreaterThan(50);
    }
});
