/**
 * Lays Pyodide beside the page, and a list of what a game on cardboard needs, so that all of it can
 * be brought before the line is cut.
 */

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Plugin, Rolldown } from "vite";

const PACKAGE = fileURLToPath(new URL("../node_modules/pyodide", import.meta.url));
const { version, license, homepage } = JSON.parse(
  readFileSync(join(PACKAGE, "package.json"), "utf8"),
) as Record<"version" | "license" | "homepage", string>;
const FOLDER = `assets/pyodide-${version}`;
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"];
/** It names packages to be loaded from elsewhere; we load none. */
const LOCK = "pyodide-lock.json";
const NOTICE = `Pyodide ${version}, under the licence ${license}. Its source: ${homepage}
It carries CPython, under the Python Software Foundation License. Both are unchanged.
`;
const PAGE = "CompanionPage";
const LANGUAGE = /\/messages\/([a-z]{2})\//;

export const runtimeFrom = (isBuilt: boolean): string =>
  isBuilt ? `/${FOLDER}/` : "/node_modules/pyodide/";

export function runtime(): Plugin {
  return {
    name: "runtime",
    apply: "build",
    async generateBundle(_, bundle) {
      for (const name of FILES)
        this.emitFile({
          type: "asset",
          fileName: `${FOLDER}/${name}`,
          source: await readFile(join(PACKAGE, name)),
        });
      const lock = JSON.parse(await readFile(join(PACKAGE, LOCK), "utf8")) as object;
      const source = JSON.stringify({ ...lock, packages: {} });
      this.emitFile({ type: "asset", fileName: `${FOLDER}/${LOCK}`, source });
      this.emitFile({ type: "asset", fileName: `${FOLDER}/NOTICE.txt`, source: NOTICE });
      const needs = JSON.stringify(needsIn(bundle));
      this.emitFile({ type: "asset", fileName: "companion.json", source: needs });
    },
  };
}

/** The files for every language, and those of each. */
function needsIn(bundle: Rolldown.OutputBundle): Record<string, string[]> {
  const needs: Record<string, string[]> = {
    all: [...FILES, LOCK].map((name) => `/${FOLDER}/${name}`),
  };
  for (const chunk of reachedFrom(bundle)) {
    const lang = languageOf(chunk) ?? "all";
    const css = (chunk as { viteMetadata?: { importedCss: Set<string> } }).viteMetadata;
    const files = [chunk.fileName, ...(css?.importedCss ?? [])].map((name) => `/${name}`);
    needs[lang] = [...new Set([...(needs[lang] ?? []), ...files])];
  }
  for (const { fileName, type } of Object.values(bundle))
    if (type === "asset" && /engine-.*\.js$/.test(fileName)) needs["all"]?.push(`/${fileName}`);
  return needs;
}

/** The language that a chunk is made of; undefined for all others. */
function languageOf({ moduleIds }: Rolldown.OutputChunk): string | undefined {
  const found = new Set(moduleIds.map((id) => LANGUAGE.exec(id)?.[1]));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Everything that the page can come to ask for. */
function reachedFrom(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [[one.fileName, one]] : [])),
  );
  const waiting = [...chunks.values()].filter(({ name }) => name === PAGE);
  const reached = new Set(waiting);
  for (const chunk of waiting)
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = chunks.get(name);
      if (!next || reached.has(next) || next.isEntry) continue;
      reached.add(next);
      waiting.push(next);
    }
  return [...reached];
}
