/** Watching, searching and framed pages: what is asked for, and what stands in for a browser. */

import { expect, test } from "vitest";

import type { Watched } from "../src/api/generated/types.gen.ts";
import { filtersOf, nothing, queryOf } from "../src/lobby/wanted.ts";
import { standIn } from "../src/parts/storage.ts";
import { embedIn } from "../src/router.svelte.ts";
import { joined } from "../src/state/watched.svelte.ts";
import { wayOf } from "../src/worker/keeping.ts";

test("a search asks for what is filled in, and for numbers that are some", () => {
  const wanted = { ...nothing(), winner: " ann ", rounds_from: "8", rounds_to: "many" };
  expect(queryOf(wanted)).toEqual({ winner: "ann", rounds_from: "8" });
  expect(filtersOf({ ...nothing(), search: "x", order: "longest", person: "0f" })).toBe(0);
  expect(filtersOf({ ...nothing(), players: "3", option: "setup:draft" })).toBe(2);
});

test("games of further pages stay behind the newest, once each", () => {
  const game = (id: string): Watched => ({ table: { id }, glance: null }) as unknown as Watched;
  const ids = joined([game("b"), game("c")], [game("a"), game("b")]).map(({ table }) => table.id);
  expect(ids).toEqual(["b", "c", "a"]);
});

test("where nothing may be kept, what is kept lasts as long as the page", () => {
  const page = {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  } as Window;
  standIn("localStorage", page);
  page.localStorage.setItem("a", "1");
  expect(page.localStorage.getItem("a")).toBe("1");
  page.localStorage.removeItem("a");
  expect(page.localStorage.getItem("a")).toBeNull();
});

test("what other sites frame is left to the browser, with its own policy", () => {
  expect(embedIn("/embed/0f")).toBe("0f");
  expect(embedIn("/embed/0f/x")).toBeUndefined();
  const at = (path: string): URL => new URL(path, "http://here.example");
  expect(wayOf(at("/embed/0f"), true)).toBeNull();
  expect(wayOf(at("/api/tables/0f/picture?lang=en"), false)).toBeNull();
  expect(wayOf(at("/watch"), true)).toBe("page");
});
