import { expect, test } from "vitest";

import { emblemAt } from "../src/board/emblems.ts";

test("an emblem is drawn smaller, around its place", () => {
  expect(emblemAt("M12 4.5 20.5 19h-17Z", 0.5, [0, 0])).toBe("M0 -3.75 4.25 3.5h-8.5Z");
  expect(emblemAt("M12 12V14H6l2-.6Z", 0.5, [3, -1])).toBe("M3 -1V0H0l1 -0.3Z");
});

test("angles and flags of arcs stay as they are", () => {
  expect(emblemAt("M12 4a8 8 0 1 1 0 16A8 8 0 0 1 12 4Z", 0.5, [0, 0])).toBe(
    "M0 -4a4 4 0 1 1 0 8A4 4 0 0 1 0 -4Z",
  );
});
