/**
 * Writes src/board/sketches from src/board/maps: the same maps with few points and no pieces, for
 * where they are only looked at.
 *
 *     node tools/sketches.ts
 */

import { readFileSync, writeFileSync } from "node:fs";

import type { MapFile, Point, Ring } from "../src/board/mapfile.ts";
import type { SketchFile } from "../src/board/sketch.ts";

interface Facts {
  nations: { id: string; color: string }[];
}

/** A point that lies no farther from the line than this is left out, in units of the map. */
const TOLERANCE = 1.5;
/** Islands smaller than this are left out. */
const SMALLEST = 60;

const read = (path: string): unknown =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));

function pointsOf(arc: number[]): Point[] {
  let [x, y] = [0, 0];
  return arc.flatMap((step, i) => {
    if (i % 2 === 0) x += step;
    else y += step;
    return i % 2 ? [[x / 10, y / 10] as Point] : [];
  });
}

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** Douglas and Peucker: the ends stay, and what lies far from the line between them. */
function simplified(line: Point[]): Point[] {
  const [first, last] = [line[0]!, line.at(-1)!];
  let [farthest, at] = [0, 0];
  for (let i = 1; i < line.length - 1; i++) {
    const away = distance(line[i]!, first, last);
    if (away > farthest) [farthest, at] = [away, i];
  }
  if (farthest <= TOLERANCE) return [first, last];
  return [...simplified(line.slice(0, at + 1)), ...simplified(line.slice(at)).slice(1)];
}

function path(points: Point[], closed: boolean): string {
  const whole = points.map(([x, y]) => [Math.round(x), Math.round(y)] as Point);
  const steps = whole.flatMap(([x, y], i) =>
    i ? [[x - whole[i - 1]![0], y - whole[i - 1]![1]]] : [],
  );
  const moved = steps.filter(([dx, dy]) => dx !== 0 || dy !== 0);
  const line = moved.flat().join(" ").replaceAll(" -", "-");
  return `M${whole[0]!.join(" ")}l${line}${closed ? "z" : ""}`;
}

function area(points: Point[]): number {
  const twice = points.map(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!;
    return x * ny - nx * y;
  });
  return Math.abs(twice.reduce((sum, part) => sum + part, 0)) / 2;
}

function sketch(map: MapFile, facts: Facts): SketchFile {
  const arcs = map.arcs.map((arc) => simplified(pointsOf(arc)));
  const along = (n: number): Point[] => (n < 0 ? arcs[~n]!.toReversed() : arcs[n]!);
  const ring = (numbers: Ring): Point[] => numbers.flatMap((n) => along(n).slice(1));
  const large = (numbers: Ring): boolean => area(ring(numbers)) >= SMALLEST;
  const shape = (rings: Ring[]): string =>
    rings
      .filter(large)
      .map((numbers) => path(ring(numbers), true))
      .join("");
  const regions = Object.values(map.regions);
  const all = (kind: string, nation?: string): string =>
    shape(
      regions
        .filter((region) => region.kind === kind && region.nation === nation)
        .flatMap(({ outer, holes }) => [...outer, ...(holes ?? [])]),
    );
  const behind = (surface: string): string =>
    shape(map.background.filter((part) => part.surface === surface).flatMap(({ rings }) => rings));
  return {
    size: map.size,
    ice: behind("ice"),
    water: behind("water"),
    background: behind("land"),
    land: all("land"),
    homes: facts.nations.map(({ id, color }) => ({ colour: color, d: all("home", id) })),
    seaLines: map.lines.sea.map((n) => path(arcs[n]!, false)).join(""),
    cities: regions.flatMap(({ city }) =>
      city ? [{ at: city.at.map(Math.round) as Point, kind: city.kind }] : [],
    ),
  };
}

for (const game of ["imperial", "imperial2030"]) {
  const map = read(`../src/board/maps/${game}.json`) as MapFile;
  const facts = read(`../../src/rondel/games/data/${game}.json`) as Facts;
  const target = new URL(`../src/board/sketches/${game}.json`, import.meta.url);
  writeFileSync(target, JSON.stringify(sketch(map, facts)) + "\n");
}
