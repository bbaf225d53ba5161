/**
 * Writes src/board/maps from region polygons (GeoJSON in planar units, one feature per region):
 *
 *     node tools/maps.ts FOLDER
 *
 * Regions share their borders point by point, so every line is kept once, as an arc.
 * The shapes are derived from Natural Earth, which is in the public domain.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

import type { LabelBox, LineKind, MapFile, Point, RegionFile, Ring } from "../src/board/mapfile.ts";

type Position = [number, number];
type Polygons = Position[][][];

interface Properties {
  id: string;
  kind: "home" | "land" | "sea" | "impassable" | "decor";
  nation?: string;
  surface?: "land" | "ice" | "water";
  label?: LabelBox;
  more_labels?: LabelBox[];
  anchor?: { x: number; y: number };
  mirror_anchor?: { x: number; y: number };
  slots?: Position[];
  flag?: Position;
  city?: { x: number; y: number; type: "armaments" | "shipyard" };
  port?: { sea: string; fleet: Position };
}

interface Source {
  viewBox: [number, number, number, number];
  features: { properties: Properties; geometry: { coordinates: Polygons } }[];
  borders: { between: [string, string]; kind: Exclude<LineKind, "coast" | "frame"> }[];
  straits: {
    kind: "link" | "closed";
    line: [Position, Position];
    mark?: boolean;
    rail?: boolean;
  }[];
  canals: { id: string; line: Position[] }[];
  lakes: Polygons;
  graticule: Position[][];
  hit: Record<string, Polygons>;
}

const KINDS: LineKind[] = ["coast", "sea", "edge", "province", "nation", "region", "frame"];
const TINTS = 4;

const rounded = (value: number): number => Math.round(value * 10) / 10;
const point = ([x, y]: readonly number[]): Point => [rounded(x ?? 0), rounded(y ?? 0)];
const key = (at: Position): string => at.join();
const pair = (a: string, b: string): string => [a, b].sort().join(" ");

/** Cuts the outlines of all features into arcs that two of them share. */
class Arcs {
  readonly arcs: number[][] = [];
  readonly sides: string[][] = [];
  #owners = new Map<string, Set<string>>();
  #exits = new Map<string, Set<string>>();
  #numbers = new Map<string, number>();

  constructor(features: Source["features"]) {
    for (const { properties, geometry } of features)
      for (const ring of geometry.coordinates.flat())
        for (let i = 1; i < ring.length; i++) this.#segment(properties.id, ring[i - 1]!, ring[i]!);
  }

  #segment(owner: string, a: Position, b: Position): void {
    const [from, to] = [key(a), key(b)];
    set(this.#owners, pair(from, to)).add(owner);
    set(this.#exits, from).add(to);
    set(this.#exits, to).add(from);
  }

  #between(a: Position, b: Position): string[] {
    return [...this.#owners.get(pair(key(a), key(b)))!].sort();
  }

  /** Whether lines meet here, or the neighbour changes. */
  #isJunction(before: Position, at: Position, after: Position): boolean {
    if (this.#exits.get(key(at))!.size > 2) return true;
    return this.#between(before, at).join() !== this.#between(at, after).join();
  }

  ring(closed: Position[]): Ring {
    const points = closed.slice(0, -1);
    const at = (i: number): Position => points[(i + points.length) % points.length]!;
    const cuts = points
      .map((_, i) => i)
      .filter((i) => this.#isJunction(at(i - 1), at(i), at(i + 1)));
    if (cuts.length === 0) cuts.push(lowest(points));
    return cuts.map((start, n) => {
      const end = cuts[n + 1] ?? cuts[0]! + points.length;
      return this.#number(Array.from({ length: end - start + 1 }, (_, i) => at(start + i)));
    });
  }

  #number(line: Position[]): number {
    const there = line.map(key).join(" ");
    const back = line.map(key).reverse().join(" ");
    const known = this.#numbers.get(there);
    if (known !== undefined) return known;
    const reversed = this.#numbers.get(back);
    if (reversed !== undefined) return ~reversed;
    this.#numbers.set(there, this.arcs.length);
    this.sides.push(this.#between(line[0]!, line[1]!));
    return this.arcs.push(steps(line)) - 1;
  }
}

function set<T>(map: Map<string, Set<T>>, name: string): Set<T> {
  const found = map.get(name) ?? new Set<T>();
  map.set(name, found);
  return found;
}

/** A ring that meets nobody begins at the same point for both sides. */
function lowest(points: Position[]): number {
  const names = points.map(key);
  return names.indexOf([...names].sort()[0]!);
}

function steps(line: Position[]): number[] {
  const tenths = line.map(([x, y]) => [Math.round(x * 10), Math.round(y * 10)] as Position);
  return tenths.flatMap(([x, y], i) =>
    i ? [x - tenths[i - 1]![0], y - tenths[i - 1]![1]] : [x, y],
  );
}

function path(line: Position[], closed: boolean): string {
  const numbers = steps(line).map((n) => String(n / 10));
  return `M${numbers.slice(0, 2).join(" ")}l${numbers.slice(2).join(" ")}${closed ? "z" : ""}`;
}

const areas = (polygons: Polygons): string =>
  polygons
    .flat()
    .map((ring) => path(ring.slice(0, -1), true))
    .join("");

/** Tints for the seas, so that no two that touch have the same. */
function tints(seas: string[], touching: Set<string>): Map<string, number> {
  const chosen = new Map<string, number>();
  for (const sea of seas) {
    const taken = seas.filter((other) => touching.has(pair(sea, other))).map((o) => chosen.get(o));
    const free = Array.from({ length: TINTS }, (_, i) => i).filter((i) => !taken.includes(i));
    const used = (tint: number): number => [...chosen.values()].filter((t) => t === tint).length;
    chosen.set(sea, free.sort((a, b) => used(a) - used(b))[0]!);
  }
  return chosen;
}

/** How far one can go from a point before leaving an area, on a line of the grid. */
function reach(rings: Position[][], [x, y]: Position, across: boolean): number {
  const [here, level] = across ? [x, y] : [y, x];
  let nearest = Infinity;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [a, b] = [ring[i - 1]!, ring[i]!].map(([px, py]) => (across ? [px, py] : [py, px])) as [
        Position,
        Position,
      ];
      if (a[1] > level === b[1] > level) continue;
      const crossing = a[0] + ((level - a[1]) / (b[1] - a[1])) * (b[0] - a[0]);
      nearest = Math.min(nearest, Math.abs(crossing - here));
    }
  return nearest;
}

/** The label box, widened to the room its region has: names are longer in some languages. */
function box({ x, y, w, h, size }: LabelBox, polygons: Polygons): LabelBox {
  const rings = polygons.flat();
  const wide = [y - h / 2, y, y + h / 2].map((level) => reach(rings, [x, level], true));
  const high = [x - w / 3, x, x + w / 3].map((level) => reach(rings, [level, y], false));
  const room = (box: number, reaches: number[], most: number): number =>
    rounded(Math.max(box, Math.min(most, 1.7 * Math.min(...reaches))));
  return { x, y, size, w: room(w, wide, 8 * size), h: room(h, high, 3 * size) };
}

function region(p: Properties, polygons: Polygons, arcs: Arcs, source: Source): RegionFile {
  const holes = polygons.flatMap((polygon) => polygon.slice(1)).map((ring) => arcs.ring(ring));
  const hit = source.hit[p.id];
  return {
    kind: p.kind as RegionFile["kind"],
    ...(p.nation && { nation: p.nation }),
    outer: polygons.map((polygon) => arcs.ring(polygon[0]!)),
    ...(holes.length > 0 && { holes }),
    labels: [p.label!, ...(p.more_labels ?? [])].map((label) => box(label, polygons)),
    anchor: [p.anchor!.x, p.anchor!.y],
    ...(p.mirror_anchor && { mirror: [p.mirror_anchor.x, p.mirror_anchor.y] as Point }),
    slots: p.slots!.map(point),
    flag: point(p.flag ?? [p.label!.x, p.label!.y + p.label!.h]),
    ...(p.city && { city: { at: [p.city.x, p.city.y], kind: p.city.type } }),
    ...(p.port && { port: { at: point(p.port.fleet), sea: p.port.sea } }),
    ...(hit && { hit: areas(hit) }),
  };
}

function lines(arcs: Arcs, source: Source): MapFile["lines"] {
  const kinds = new Map(source.borders.map(({ between: [a, b], kind }) => [pair(a, b), kind]));
  const found = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[]]));
  arcs.sides.forEach(([a, b], n) => {
    const kind = b === undefined ? "frame" : (kinds.get(pair(a!, b)) ?? "coast");
    found[kind]!.push(n);
  });
  return found as MapFile["lines"];
}

/** A sea seen at both edges is named at both. */
function labelMirrors(regions: MapFile["regions"]): void {
  for (const { labels, mirror } of Object.values(regions))
    if (mirror && labels.length === 1) {
      const [{ size }] = labels as [LabelBox];
      labels.push({ x: mirror[0], y: mirror[1] - 50, w: 80, h: 1.9 * size, size });
    }
}

function compact(source: Source): MapFile {
  const arcs = new Arcs(source.features);
  const isRegion = (p: Properties): boolean => ["home", "land", "sea"].includes(p.kind);
  const regions: MapFile["regions"] = {};
  const background: MapFile["background"] = [];
  for (const { properties: p, geometry } of source.features) {
    if (isRegion(p)) regions[p.id] = region(p, geometry.coordinates, arcs, source);
    else {
      const rings = geometry.coordinates.flat().map((ring) => arcs.ring(ring));
      background.push({ id: p.id, surface: p.surface!, rings });
    }
  }
  const seas = Object.keys(regions).filter((id) => regions[id]!.kind === "sea");
  const touching = new Set(arcs.sides.filter((s) => s.length === 2).map(([a, b]) => pair(a!, b!)));
  for (const [sea, tint] of tints(seas, touching)) regions[sea]!.tint = tint;
  labelMirrors(regions);
  return {
    size: [source.viewBox[2], source.viewBox[3]],
    arcs: arcs.arcs,
    lines: lines(arcs, source),
    regions,
    background,
    lakes: areas(source.lakes),
    graticule: source.graticule.map((line) => path(line, false)).join(""),
    canals: source.canals.map(({ id, line }) => ({
      id,
      at: point(line[Math.floor(line.length / 2)]!),
      d: path(line, false),
    })),
    straits: source.straits.map(({ kind, mark, rail, line: [a, b] }) => ({
      open: kind === "link",
      marked: mark ?? false,
      rail: rail ?? false,
      line: [point(a), point(b)],
    })),
  };
}

const folder = argv[2];
if (!folder) throw new Error("node tools/maps.ts FOLDER");
for (const game of ["imperial", "imperial2030"]) {
  const source = JSON.parse(readFileSync(`${folder}/${game}.geo.json`, "utf-8")) as Source;
  const target = fileURLToPath(new URL(`../src/board/maps/${game}.json`, import.meta.url));
  writeFileSync(target, JSON.stringify(compact(source)) + "\n");
}
