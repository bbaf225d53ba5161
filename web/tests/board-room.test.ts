import { expect, test } from "vitest";

import type { Point, Region } from "../src/board/map.ts";
import { type Corner, cornerFor, samplesOf, type Size } from "../src/board/room.ts";

const square = (from: number, to: number): string =>
  `M${from} ${from}L${to} ${from}L${to} ${to}L${from} ${to}z`;

const region = (d: string, size: number): Region =>
  ({
    d,
    anchor: [1, 1],
    bounds: { left: 0, top: 0, right: size, bottom: size },
  }) as Partial<Region> as Region;

test("the points of a region lie all over it, and not on the islands in it", () => {
  const found = samplesOf(region(square(0, 90) + square(27, 63), 90));
  const isIsland = ([x, y]: Point): boolean => x > 27 && x < 63 && y > 27 && y < 63;
  expect(found).toHaveLength(100 - 16);
  expect(found.some(isIsland)).toBe(false);
});

test("what juts out is met row by row", () => {
  const found = samplesOf(region("M0 0L95 0L0 95z", 95));
  const rows = [4.5, 13.5, 76.5, 85.5].map((row) => found.filter(([, y]) => y === row).length);
  expect(rows).toEqual([10, 9, 2, 1]);
});

test("a region smaller than the grain has its place", () => {
  expect(samplesOf(region(square(0, 3), 3))).toEqual([[1, 1]]);
});

const points = (left: number, top: number, size: number): Point[] =>
  Array.from({ length: 100 }, (_, i): Point => [
    left + ((i % 10) * size) / 10,
    top + (Math.floor(i / 10) * size) / 10,
  ]);

const isOver =
  ({ left, top }: Corner, card: Size) =>
  ([x, y]: Point): boolean =>
    x > left && x < left + card.width && y > top && y < top + card.height;

test("a card stands beside its place, and over nothing that can be chosen", () => {
  const card = { width: 100, height: 50 };
  const area = points(290, 100, 200);
  const corner = cornerFor(card, [300, 200], { width: 600, height: 400 }, [area]);
  expect(area.filter(isOver(corner, card))).toEqual([]);
  expect(300 - corner.left - card.width).toBeLessThan(40);
});

test("where there is no room it stands where it hides least", () => {
  const card = { width: 200, height: 80 };
  const [wide, small] = [points(0, 0, 300), points(0, 200, 100)];
  const corner = cornerFor(card, [150, 150], { width: 300, height: 300 }, [wide, small]);
  expect(small.filter(isOver(corner, card)).length).toBeLessThan(20);
});
