import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import Board from "../src/board/Board.svelte";
import BoardTable from "../src/board/BoardTable.svelte";
import { type Highlights, noHighlights } from "../src/board/highlights.ts";
import { text } from "../src/i18n.svelte.ts";
import { FACTS, FILE_2030, MAP_2030, SNAPSHOT, WORDS } from "./board-fixture.ts";

beforeAll(async () => {
  await text.use("en");
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(FILE_2030)));
});

afterEach(cleanup);

async function board(highlights: Partial<Highlights> = {}) {
  const [onpick, onpoint] = [vi.fn(), vi.fn()];
  const all = { ...noHighlights(), ...highlights };
  render(Board, {
    facts: FACTS,
    words: WORDS,
    snapshot: SNAPSHOT,
    highlights: all,
    onpick,
    onpoint,
  });
  await screen.findByRole("group", { name: "Board" });
  return { onpick, onpoint };
}

test("every region that can be chosen is a button with its full name", async () => {
  await board({
    targets: new Set(["sea_of_japan", "south_pacific"]),
    asks: new Set(["caribbean_sea"]),
  });
  const names = screen
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"))
    .filter((name) => name?.includes("chosen"));
  expect(names.sort()).toEqual([
    "Caribbean Sea; can be chosen with consent",
    "Sea of Japan; Russia: 1 fleet; flag: Russia; can be chosen",
    "South Pacific; can be chosen",
  ]);
});

test("one Tab stop, arrow keys walk on, Enter picks", async () => {
  const { onpick, onpoint } = await board({ targets: new Set(["korea", "japan", "mongolia"]) });
  const stops = screen.getAllByRole("button").filter((button) => button.dataset["region"]);
  expect(stops.filter((button) => button.getAttribute("tabindex") === "0")).toHaveLength(1);
  const korea = screen.getByRole("button", { name: /^Korea/ });
  korea.focus();
  await fireEvent.keyDown(korea, { key: "ArrowRight" });
  expect(document.activeElement?.getAttribute("data-region")).toBe("japan");
  expect(onpoint).toHaveBeenLastCalledWith("japan");
  await fireEvent.keyDown(document.activeElement!, { key: "Enter" });
  expect(onpick).toHaveBeenCalledWith("japan");
});

test("what cannot be chosen is veiled, but only while there is something to choose", async () => {
  const veiled = (id: string) =>
    document.querySelector(`[data-region=${id}]`)!.classList.contains("veiled");
  await board({ targets: new Set(["korea"]), origin: "beijing" });
  expect([veiled("korea"), veiled("beijing"), veiled("alaska")]).toEqual([false, false, true]);
  cleanup();
  await board();
  expect(veiled("alaska")).toBe(false);
});

test("a click on a region or on a piece picks its region", async () => {
  const { onpick } = await board();
  await fireEvent.click(document.querySelector("[data-region=alaska]")!);
  expect(onpick).toHaveBeenLastCalledWith("alaska");
  await fireEvent.click(document.querySelector(".piece")!);
  expect(MAP_2030.regions.has(onpick.mock.lastCall?.[0] as string)).toBe(true);
  expect(onpick).toHaveBeenCalledTimes(2);
});

test("the board as a table tells every region", async () => {
  render(BoardTable, { snapshot: SNAPSHOT, words: WORDS });
  const row = await screen.findByRole("row", { name: /^Vladivostok/ });
  expect(row.textContent).toContain("home province: Russia");
  expect(row.textContent).toContain("China: 2 hostile armies");
  expect(row.textContent).toContain("shipyard, occupied");
  expect(screen.getAllByRole("row")).toHaveLength(MAP_2030.regions.size + 1);
});

test("the focus goes on to what can be chosen, and nowhere without it", async () => {
  const onpoint = vi.fn();
  const props = { facts: FACTS, words: WORDS, snapshot: SNAPSHOT, onpoint };
  const { rerender } = render(Board, {
    ...props,
    highlights: { ...noHighlights(), targets: new Set(["korea"]) },
  });
  (await screen.findByRole("button", { name: /^Korea/ })).focus();
  await rerender({ ...props, highlights: { ...noHighlights(), targets: new Set(["japan"]) } });
  expect(document.activeElement?.getAttribute("data-region")).toBe("japan");
  expect(onpoint).toHaveBeenLastCalledWith("japan");
  await rerender({ ...props, highlights: noHighlights() });
  expect(onpoint).toHaveBeenLastCalledWith(null);
});
