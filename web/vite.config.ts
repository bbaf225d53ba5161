import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { compressed } from "./tools/compressed.ts";
import { fetched } from "./tools/fetched.ts";
import { rem } from "./tools/rem.ts";
import { runtime, runtimeFrom } from "./tools/runtime.ts";

// Many small files weigh more than a few: those that most pages need come as one, and those that
// most parts of a table need. What is filled in stands on pages without a table, and the rondel and
// orders are for some decisions only: who comes to a table does not wait for them.
const fields = /src.(parts.(CopyLine|Field|InputLine|Picker|Refusal|Segments|Switch)|lobby.levels)/;
const seldom =
  /src.(rondel.(Rondel|Markers|geometry|slots|measure)|decisions.(Arrival|ConsequenceCard|PickList|Steps|goals)|changes.(ChangeList|figures)|state.puzzles)/;
// Lists of tables stand on pages of their own.
const lists = /src.(lobby.(Badge|GamePick|TableRow|known|options|status)|parts.Sure|state.tables)/;
// What works while the page is closed has nothing in common with it.
const closed = /src.worker/;
const table =
  /src.(board|decisions|history|market|panels|rondel|state.(desk|notices|past|record|widths)|tips.asking)/;
const groups = [
  {
    name: "common",
    minShareCount: 4,
    test: (id: string) => ![fields, seldom, lists, closed].some((one) => one.test(id)),
  },
  { name: "table", minShareCount: 2, test: (id: string) => table.test(id) && !seldom.test(id) },
  { name: "fields", test: fields },
  { name: "lists", test: lists },
];

// What whole pages and forms need is fetched with them. Other parts of a page need little besides themselves that is
// not there already, and to name it would weigh more.
const fetchedWith = (file: string, needs: string[]): string[] =>
  /(StartPage|TablePage|GameTable|Forms|Maneuver)-/.test(file) ? needs : [];

// The page is served by the Python package, from a folder of its own.
const served = "../src/rondel/server/web";

export default defineConfig(({ command }) => ({
  plugins: [svelte(), fetched(), runtime(), compressed()],
  // The engine is a script of its own, which lies where the server finds it by its name.
  worker: { format: "es" },
  define: { __PYODIDE__: JSON.stringify(runtimeFrom(command === "build")) },
  css: { postcss: { plugins: [rem] } },
  build: {
    outDir: served,
    emptyOutDir: true,
    target: "es2022",
    // No inline data: the content security policy lets fonts and scripts come from files only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needs) => fetchedWith(file, needs),
    },
    rolldownOptions: {
      // The worker stands beside the page, under a name that stays: browsers ask for it by that.
      input: { index: "index.html", worker: "src/worker/worker.ts" },
      output: {
        advancedChunks: { groups },
        entryFileNames: ({ name }) => (name === "worker" ? "worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: process.env["RONDEL_API"] ?? "http://127.0.0.1:8000", ws: true },
      "/engine.zip": process.env["RONDEL_API"] ?? "http://127.0.0.1:8000",
    },
  },
  resolve: {
    alias: { "d3-transition": fileURLToPath(new URL("src/board/still.ts", import.meta.url)) },
    ...(process.env["VITEST"] && { conditions: ["browser"] }),
  },
  test: { environment: "happy-dom", pool: "vmThreads", include: ["tests/**/*.test.ts"] },
}));
