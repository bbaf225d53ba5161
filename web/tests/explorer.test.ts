/** The explorer: what an address asks, how lines are named and sorted, and their scale. */

import { describe, expect, it } from "vitest";

import type { LineTold } from "../src/api/generated/types.gen.ts";
import type { Words } from "../src/api/told.ts";
import { lineName, placeOn, scaleOf, sorted, thenText } from "../src/explorer/lines.ts";
import { apiOf, hrefOf, questionIn } from "../src/explorer/question.ts";
import { text } from "../src/i18n.svelte.ts";

const words = {
  nations: { china: { name: "China" }, usa: { name: "United States" } },
  regions: { beijing: { name: "Beijing" } },
  slots: { production_1: { name: "Production" }, factory: { name: "Factory" } },
  canals: {},
} as unknown as Words;

const line = (step: string, seats: number, mean: number | null, more = {}): LineTold => ({
  step,
  nation: "china",
  space: null,
  bonds: [],
  seats,
  share: mean === null ? null : { mean, margin: 0.01 },
  won: mean === null ? null : { mean, margin: 0.02 },
  governs: null,
  then: [],
  games: [],
  ...more,
});

describe("the address", () => {
  it("says what is looked at, and survives the way there and back", () => {
    const query = new URLSearchParams(
      "game=imperial&setup=draft&players=3&games=both&path=italy:9&path=italy/factory",
    );
    const question = questionIn(query);
    expect(question).toEqual({
      game: "imperial",
      setup: "draft",
      players: 3,
      source: "both",
      path: ["italy:9", "italy/factory"],
    });
    const there = new URL(hrefOf(question), "http://localhost");
    expect(questionIn(there.searchParams)).toEqual(question);
    expect(apiOf(question)).toMatch(/^\/api\/explorer\/imperial\?setup=draft&players=3&games=both/);
  });

  it("is as usual where it says nothing, or nonsense", () => {
    const usual = questionIn(new URLSearchParams());
    expect(usual).toMatchObject({ game: "imperial2030", setup: "standard", players: 4 });
    expect(questionIn(new URLSearchParams("game=chess&players=9&games=all"))).toEqual(usual);
  });
});

describe("lines", () => {
  it("are named by their bonds or their space", async () => {
    await text.use("en");
    const bonds = [
      { nation: "china", value: 9 },
      { nation: "usa", value: 2 },
    ];
    expect(lineName(line("china", 1, null, { bonds }), words)).toBe("China 9, United States 2");
    const space = line("china/production", 1, null, { space: "production" });
    expect(lineName(space, words)).toBe("Production");
  });

  it("say what mostly came then", async () => {
    await text.use("en");
    expect(thenText({ space: "factory", part: 0.613 }, words, "imperial")).toBe(
      "Factory 61\u00a0%",
    );
    expect(thenText({ region: "beijing", part: 0.5 }, words, "imperial")).toBe("Beijing 50\u00a0%");
    const units = { armies: 2, fleets: 1, part: 0.38 };
    expect(thenText(units, words, "imperial")).toBe("2 armies, 1 fleet 38\u00a0%");
    expect(thenText(undefined, words, "imperial")).toBe("");
  });

  it("are sorted by figures, those with too few games last either way", () => {
    const lines = [line("a", 40, 0.2), line("few", 90, null), line("b", 50, 0.3)];
    const steps = (up: boolean): string[] => sorted(lines, "share", up).map(({ step }) => step);
    expect(steps(false)).toEqual(["b", "a", "few"]);
    expect(steps(true)).toEqual(["a", "b", "few"]);
    expect(sorted(lines, "seats", false)[0]?.step).toBe("few");
  });

  it("share one scale that holds every interval and the even share", () => {
    const scale = scaleOf([line("a", 40, 0.305), line("few", 3, null)], 0.25);
    expect(scale).toEqual({ low: 0.23, high: 0.32 });
    expect(placeOn(scale, 0.23)).toBe(0);
    expect(placeOn(scale, 0.9)).toBe(100);
  });
});
