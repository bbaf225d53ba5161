/** Names fitted into the label boxes of the map, in whatever language. */

import type { Named } from "../api/told.ts";
import type { LabelBox, Region } from "./map.ts";

export interface Label {
  key: string;
  region: Region;
  box: LabelBox;
  /** From the longest wording to the shortest. */
  wordings: Wording[];
}

export interface Wording {
  lines: string[];
  /** Size in map units at which it fills its box. */
  size: number;
  /** Width in ems. */
  width: number;
}

export interface ShownLabel {
  key: string;
  x: number;
  y: number;
  /** Font size on the screen. */
  size: number;
  lines: string[];
  sea: boolean;
  /** Whether it is larger than its box. */
  spills: boolean;
  width: number;
  height: number;
}

export const LINE = 1.04;
/** How much larger than its box a name may be before it is dropped. */
const SPILL = 1.75;
/** How much larger a name has to become to be worth another line. */
const WORTH = 1.15;
const SIZES = { land: [10, 17], sea: [11, 19] } as const;
/** No name is larger, on whatever screen. */
const LARGEST = 22;
const SPACING = 0.055;
const FONTS = {
  land: '650 100px "Rondel Sans", "Rondel Sans stand-in"',
  sea: 'italic 400 100px "Rondel Serif", "Rondel Serif stand-in"',
};

/** Waits for the fonts the names are written in, or until it is clear that they do not come. */
export async function loadFonts(names: Record<string, Named>): Promise<void> {
  const letters = Object.values(names)
    .map(({ name, short }) => name + short)
    .join("");
  // Not every browser has them.
  const fonts = document.fonts as FontFaceSet | undefined;
  if (fonts)
    await Promise.allSettled(Object.values(FONTS).map((font) => fonts.load(font, letters)));
}

let context: CanvasRenderingContext2D | null | undefined;

/** Width of a line in ems. */
function widthOf(line: string, sea: boolean): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return line.length * 0.5;
  context.font = sea ? FONTS.sea : FONTS.land;
  return context.measureText(line).width / 100 + (sea ? line.length * SPACING : 0);
}

/** All ways to break a name into at most three lines. */
export function breaks(name: string): string[][] {
  const parts = name.match(/[^ -]+-?/g) ?? [name];
  const line = (from: number, to?: number): string =>
    parts.slice(from, to).join(" ").replaceAll("- ", "-");
  const ways: string[][] = [[name]];
  for (let i = 1; i < parts.length; i++) {
    ways.push([line(0, i), line(i)]);
    for (let j = i + 1; j < parts.length; j++) ways.push([line(0, i), line(i, j), line(j)]);
  }
  return ways;
}

function wording(name: string, box: LabelBox, sea: boolean): Wording {
  const ways = breaks(name).map((lines) => {
    const width = Math.max(...lines.map((line) => widthOf(line, sea)));
    const tall = (box.h + box.size * 0.3) / (0.75 + (lines.length - 1) * LINE);
    return { lines, width, size: Math.min(box.size * 1.1, box.w / width, tall) };
  });
  const value = ({ lines, size }: Wording): number => size / WORTH ** lines.length;
  return ways.reduce((best, way) => (value(way) > value(best) * 1.01 ? way : best));
}

export function labelsOf(regions: Iterable<Region>, names: Record<string, Named>): Label[] {
  return [...regions].flatMap((region) => {
    const { name, short } = names[region.id] ?? { name: region.id, short: region.id };
    const texts = [...new Set([name, short])];
    return region.labels.map((box, i) => ({
      key: `${region.id}:${i}`,
      region,
      box,
      wordings: texts.map((text) => wording(text, box, region.kind === "sea")),
    }));
  });
}

/** The label at a scale, or null where it would be too small to read; larger on a large screen. */
export function shown(
  { key, region, box, wordings }: Label,
  scale: number,
  grown = 1,
): ShownLabel | null {
  const sea = region.kind === "sea";
  const sizes = SIZES[sea ? "sea" : "land"];
  const [least, most] = [sizes[0] * grown, Math.min(LARGEST, sizes[1] * grown)];
  const legible = wordings.filter(({ size }) => size * scale * SPILL >= least);
  const found = legible.find(({ lines }) => lines.length < 3) ?? legible[0];
  if (!found) return null;
  const size = Math.min(most, Math.max(least, found.size * scale));
  return {
    key,
    sea,
    size,
    spills: found.size * scale < least,
    x: box.x,
    y: box.y,
    lines: found.lines,
    width: found.width * size,
    height: (0.75 + (found.lines.length - 1) * LINE) * size,
  };
}
