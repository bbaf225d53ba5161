/** Where tips stand, and what somebody is told to be. */

import { beforeAll, describe, expect, it } from "vitest";

import type { Facts } from "../src/api/told.ts";
import { whoText } from "../src/decisions/who.ts";
import { text } from "../src/i18n.svelte.ts";
import { type Box, spotFor } from "../src/tips/place.ts";

const WINDOW = { width: 1440, height: 900 };
const TIP = { width: 360, height: 240 };
const DECISION: Box = { left: 992, top: 52, width: 448, height: 440 };

const meets = (a: Box, b: Box): boolean =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;

describe("the place of a tip", () => {
  const figures: [string, Box][] = [
    ["below the map", { left: 180, top: 770, width: 140, height: 17 }],
    ["at the left edge", { left: 0, top: 640, width: 60, height: 17 }],
    ["in the decision", { left: 1390, top: 60, width: 40, height: 18 }],
    ["among the players", { left: 1390, top: 520, width: 50, height: 24 }],
    ["in the bar above", { left: 420, top: 14, width: 120, height: 24 }],
  ];

  it.each(figures)("hides neither its figure nor the decision: %s", (_, figure) => {
    const box = { ...spotFor(TIP, figure, [DECISION], WINDOW)!, ...TIP };
    expect([meets(box, figure), meets(box, DECISION)]).toEqual([false, false]);
    expect(box.left >= 0 && box.top >= 0).toBe(true);
    expect(box.left + box.width <= WINDOW.width && box.top + box.height <= WINDOW.height).toBe(
      true,
    );
  });

  it("goes above the market where a bond is chosen in it", () => {
    const market = { left: 0, top: 400, width: 990, height: 500 };
    const figure = { left: 500, top: 700, width: 50, height: 24 };
    const box = { ...spotFor(TIP, figure, [DECISION, market], WINDOW)!, ...TIP };
    expect([meets(box, market), meets(box, DECISION)]).toEqual([false, false]);
  });

  it("leaves the rail where a figure below the decision has no room beside it", () => {
    const window = { width: 1280, height: 720 };
    const decision = { left: 880, top: 52, width: 400, height: 480 };
    const figure = { left: 1240, top: 640, width: 30, height: 17 };
    const box = { ...spotFor(TIP, figure, [decision], window)!, ...TIP };
    expect([meets(box, figure), meets(box, decision)]).toEqual([false, false]);
  });

  it("finds the corner between the decision and the market", () => {
    const decision = { left: 992, top: 52, width: 448, height: 640 };
    const market = { left: 0, top: 590, width: 990, height: 310 };
    const figure = { left: 1170, top: 780, width: 40, height: 17 };
    const box = { ...spotFor(TIP, figure, [decision, market], WINDOW)!, ...TIP };
    expect([meets(box, market), meets(box, decision)]).toEqual([false, false]);
  });

  it("leaves the decision to where no figures stand", () => {
    const window = { width: 1280, height: 720 };
    const decision = { left: 832, top: 44, width: 448, height: 348 };
    const players = { left: 832, top: 392, width: 448, height: 170 };
    const nations = { left: 0, top: 494, width: 832, height: 226 };
    const space = { left: 852, top: 134, width: 80, height: 90 };
    const shown = spotFor(TIP, space, [decision], window, [players, nations])!;
    const box = { ...shown, ...TIP };
    expect([decision, players, nations].map((one) => meets(box, one))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("is nowhere in a window that has no room for it", () => {
    const figure = { left: 0, top: 0, width: 300, height: 200 };
    expect(spotFor(TIP, figure, [], { width: 390, height: 300 })).toBeNull();
  });
});

/** Facts as far as the sentence needs them. */
function facts(
  governs: Record<string, number>,
  credit: Record<string, number>,
  takeovers: Record<string, Record<string, number | null>>,
  tied: string[] = [],
): Facts {
  const nations = ["russia", "china"].map((id) => {
    const ways = Object.entries(takeovers[id] ?? {}).map(
      ([player, price]) => [player, price === null ? null : { price }] as const,
    );
    const told = { takeovers: Object.fromEntries(ways), tied: id in governs ? tied : [] };
    return [id, told] as const;
  });
  const own = { governs: Object.keys(governs), credit: { ...credit, ...governs } };
  return {
    nations: Object.fromEntries(nations),
    players: { Ann: own },
  } as unknown as Facts;
}

const WORDS = {
  nations: {
    russia: { name: "Russia", short: "Russia" },
    china: { name: "China", short: "China" },
  },
} as never;

describe("what one is", () => {
  beforeAll(async () => {
    await text.use("en");
    await text.bring("help");
  });

  /** With plain spaces between amounts and their unit. */
  const who = (told: Facts): string => whoText(told, "Ann", WORDS).replaceAll("\u00a0", " ");

  it("governs one nation, and somebody is near", () => {
    expect(who(facts({ russia: 9 }, {}, { russia: { Bob: 12, Cid: 16 } }))).toBe(
      "You are an investor. You govern Russia because you lent it most: 9 M. " +
        "Bob needs 12 M to pass you.",
    );
  });

  it("governs one nation, and nobody can pass", () => {
    expect(who(facts({ russia: 9 }, {}, { russia: { Bob: null } }))).toMatch(
      /9 M\. Nobody can pass you by one investment\.$/,
    );
  });

  it("governs by a tie", () => {
    expect(who(facts({ russia: 6 }, {}, { russia: { Bob: 2 } }, ["Bob"]))).toMatch(
      /^You are an investor\. You govern Russia with 6 M; Bob lent as much, and a tie/,
    );
  });

  it("governs several nations, and is told of the one that is nearest", () => {
    const told = facts({ russia: 9, china: 4 }, {}, { russia: { Bob: 12 }, china: { Cid: 2 } });
    expect(who(told)).toBe(
      "You are an investor. You govern Russia (9 M) and China (4 M) because you lent them most. " +
        "In China, Cid needs 2 M to pass you.",
    );
  });

  it("governs nothing, with bonds and without", () => {
    const near = { china: { Ann: 5 } };
    expect(who(facts({}, { china: 2 }, near))).toMatch(/no nation.*For 5 M you would govern China/);
    expect(who(facts({}, {}, {}))).toMatch(/^You are an investor without bonds\./);
  });

  it("is told of nobody in the draft", () => {
    expect(who(facts({ russia: 9 }, {}, {}))).toMatch(/9 M\.$/);
  });
});
