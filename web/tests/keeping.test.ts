import { expect, test } from "vitest";

import { fileFrom, newestFrom, type Store, wayOf } from "../src/worker/keeping.ts";

const HERE = "https://rondel.example.org";

function store() {
  const kept = new Map<string, Response>();
  const here: Store = {
    match: (key) => Promise.resolve(kept.get(key)?.clone()),
    put: (key, answer) => Promise.resolve(void kept.set(key, answer)),
    delete: (key) => Promise.resolve(kept.delete(key)),
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))),
  };
  return { here, kept };
}

const says =
  (text: string, status = 200) =>
  () =>
    Promise.resolve(new Response(text, { status }));
const noLine = () => Promise.reject(new TypeError("no line"));
const way = (path: string, navigates = false) => wayOf(new URL(path, HERE), navigates);

test("what is asked for is known by its address", () => {
  expect(way("/t/abc", true)).toBe("page");
  expect(way("/assets/common-x.js")).toBe("file");
  expect(way("/favicon.svg")).toBe("file");
  expect(way("/assets/pyodide-1/pyodide.asm.wasm")).toBe("file");
  expect(way("/engine.zip")).toBe("newest");
  expect(way("/api/rules/en")).toBe("told");
  expect(way("/api/tables/abc/positions?first=25")).toBe("told");
  expect(way("/api/tables/abc/log?since=3&wait=10")).toBeNull();
  expect(way("/api/me/export")).toBeNull();
  expect(way("/api/admin/people")).toBeNull();
  expect(way("/metrics")).toBeNull();
});

test("without a line the last answer is given", async () => {
  const { here } = store();
  await newestFrom(here, "/api/rules/en", says("old"));
  await newestFrom(here, "/api/rules/en", says("new"));
  expect(await (await newestFrom(here, "/api/rules/en", noLine)).text()).toBe("new");
  expect(await (await newestFrom(here, "/api/rules/en", says("", 503))).text()).toBe("new");
});

test("what was never told is not made up", async () => {
  expect((await newestFrom(store().here, "/api/rules/en", noLine)).type).toBe("error");
});

test("what is no longer one's own is forgotten", async () => {
  const { here, kept } = store();
  await newestFrom(here, "/api/tables/a", says("mine"));
  expect((await newestFrom(here, "/api/tables/a", says("", 404))).status).toBe(404);
  expect(kept.size).toBe(0);
});

test("a file is fetched once", async () => {
  const { here } = store();
  const url = new URL("/assets/a-1.js", HERE);
  await fileFrom(here, url, says("program"));
  expect(await (await fileFrom(here, url, noLine)).text()).toBe("program");
});

test("not everything is kept for ever", async () => {
  const { here, kept } = store();
  for (let i = 0; i < 520; i++) await newestFrom(here, `/api/tables/${i}`, says("x"));
  expect(kept.size).toBe(500);
  expect(kept.has("/api/tables/519")).toBe(true);
  expect(kept.has("/api/tables/0")).toBe(false);
});
