// @vitest-environment node
/** The rooms of the page, as docs/web.md tells them: what may import what, and what lies where. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize, relative } from "node:path";

import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "web/src");
const PAGE = readFileSync(join(ROOT, "docs/web.md"), "utf-8");

interface Import {
  file: string;
  from: string;
  to: string;
}

const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** Room -> what it may import, in the order of the table. */
const ROOMS = new Map(
  PAGE.split("\n")
    .map((line) => /^\| `(\w+)` \|[^|]*\|([^|]*)\|$/.exec(line))
    .filter((found) => found !== null)
    .map(([, room, allowed]) => [room!, quoted(allowed!)]),
);

/** The room of a file: its folder, or what a script beside the folders is called. */
const roomOf = (path: string): string => path.split("/")[0]!.split(".")[0]!;

const FILES = readdirSync(SOURCES, { recursive: true, encoding: "utf-8" }).filter((name) =>
  /\.(ts|svelte)$/.test(name),
);

function importsOf(file: string): Import[] {
  const code = readFileSync(join(SOURCES, file), "utf-8");
  const named = [...code.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => path!);
  return named.map((path) => {
    const target = relative(SOURCES, normalize(join(SOURCES, file, "..", path)));
    return { file, from: roomOf(file), to: roomOf(target) };
  });
}

const IMPORTS = FILES.flatMap(importsOf).filter(({ from, to }) => from !== to);

describe("rooms", () => {
  test("every room is in the table, and nothing else", () => {
    const names = readdirSync(SOURCES).map(roomOf);
    expect([...ROOMS.keys()].sort()).toEqual([...new Set(names)].sort());
  });

  test.each([...ROOMS])("%s imports what it may and no more", (room, allowed) => {
    const others = IMPORTS.filter(({ from, to }) => from === room && !allowed.includes(to));
    expect(others).toEqual([]);
    const used = new Set(IMPORTS.filter(({ from }) => from === room).map(({ to }) => to));
    expect(allowed.filter((name) => !used.has(name))).toEqual([]);
  });

  test.each([...ROOMS])("what %s may import stands above it", (room, allowed) => {
    const order = [...ROOMS.keys()];
    expect(allowed.filter((name) => order.indexOf(name) >= order.indexOf(room))).toEqual([]);
  });
});

describe("the map of the page", () => {
  const paths = quoted(PAGE).filter((name) => /^(web|tests|docs)\//.test(name));

  test("names only files that exist", () => {
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  /** "`isEnd` in `web/src/decisions/reading.ts`" */
  const NAMED = [...PAGE.matchAll(/`(\w+)` in `(web\/[^`]+)`/g)].map(
    ([, name, path]): [string, string] => [name!, path!],
  );

  test.each(NAMED)("%s stands in %s", (name, path) => {
    const code = readFileSync(join(ROOT, path), "utf-8");
    expect(code).toMatch(new RegExp(`(?:const|function|class) ${name}\\b`));
  });
});
