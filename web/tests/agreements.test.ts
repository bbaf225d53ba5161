/** What is asked at a table: what would fall, and the lines that the log keeps. */

import { beforeEach, describe, expect, it } from "vitest";

import type { SeatTold } from "../src/api/generated/types.gen.ts";
import type { Position, Words } from "../src/api/told.ts";
import { backTo } from "../src/decisions/back.ts";
import { fallingAfter, fallsOnBots, undoLabel } from "../src/decisions/falling.ts";
import { text } from "../src/i18n.svelte.ts";
import { asidesOf } from "../src/state/record.svelte.ts";
import type { Row } from "../src/state/rows.ts";
import { asideOf } from "../src/talk/asides.ts";

let seq = 0;

const line = (kind: string, body: object, user: string | null = null): Row =>
  ({ seq: ++seq, at: 0, user, kind, body }) as Row;

const acted = (number: number, seat: number, bot: string | null = null): Row =>
  ({
    ...line("action", {
      number,
      seat,
      bot,
      position: number,
      entry: { decision: "choose_slot", actor: `P${seat}`, choice: {} },
      events: number === 2 ? [{ event: "turn_started", round: 1, nation: "china" }] : [],
    }),
    sentences: [`Sentence ${number}.`],
  }) as Row;

const undone = (to: number, seats: number[]): Row =>
  line("undone", { position: 0, to, back: { ...GOAL, seats } }, "ann");

const voted = (user: string, outcome: string | null, by = "ann"): Row =>
  line("vote", { number: 1, kind: "undo", by, to: 0, yes: [by], outcome, back: GOAL }, user);

const GOAL = { seats: [1, 1], round: 1, nation: "russia", seat: 0, decision: "choose_slot" };
const SEATS = [
  { seat: 0, name: "Ann", user: "ann" },
  { seat: 1, name: "Bob", user: "bob" },
] as SeatTold[];
const WORDS = { nations: { russia: { name: "Russia", short: "Russia" } } } as unknown as Words;
const START = line("started", {
  players: [],
  events: [{ event: "turn_started", round: 1, nation: "russia" }],
});

beforeEach(async () => {
  await text.use("en");
  await text.bring("agreements");
});

describe("what falls", () => {
  it("is every decision after the goal that still counts", () => {
    const rows = [START, acted(1, 0), acted(2, 1), undone(1, [0, 1]), acted(2, 0), acted(3, 1)];
    expect(fallingAfter(rows, 1).map(({ body }) => [body.number, body.seat])).toEqual([
      [2, 0],
      [3, 1],
    ]);
  });

  it("is told by seat, with the turn it leads back to", () => {
    const rows = [START, acted(1, 0), acted(2, 0), acted(3, 1), acted(4, 0)];
    const russia = { round: 1, nation: "russia", decision: "choose_slot" };
    expect(backTo(rows, 1, SEATS)).toEqual({ ...russia, seats: [2, 1], seat: 0 });
    expect(backTo(rows, 2, SEATS)).toEqual({ ...russia, nation: "china", seats: [1, 1], seat: 1 });
    expect(backTo(rows, 4, SEATS), "nothing falls").toBeNull();
    expect(backTo([acted(9, 0)], 3, SEATS), "the log begins later").toBeNull();
  });

  it("is said in the label", () => {
    const rows = [START, acted(1, 0), acted(2, 1)];
    expect(undoLabel(rows, 1)).toBe("Take back: Sentence 2.");
    expect(undoLabel(rows, 0)).toBe("Take back: Sentence 1. And 1 decision after it.");
    expect(undoLabel([], 0)).toBe("Take back");
  });

  it("is asked about where bots decided and nobody else is asked", () => {
    const rows = [START, acted(1, 0), acted(2, 1, "banker")];
    const alone = { undo: { asks: [], free: 0 } } as unknown as Position;
    const together = { undo: { asks: ["bob"], free: 2 } } as unknown as Position;
    expect(fallsOnBots(rows, 0, alone)).toBe(true);
    expect(fallsOnBots(rows, 2, alone)).toBe(false);
    expect(fallsOnBots(rows, 0, together)).toBe(false);
  });
});

describe("the log", () => {
  it("keeps what was asked where the game goes on", () => {
    const asked = voted("ann", null);
    const carried = voted("bob", "carried");
    const back = undone(1, [1, 1]);
    const rows = [START, acted(1, 0), acted(2, 1), acted(3, 0), asked, carried, back];
    expect([...asidesOf(rows)]).toEqual([[1, [asked, carried, back]]]);
    expect([...asidesOf(rows.slice(0, -1))]).toEqual([[3, [asked, carried]]]);
  });

  it("leaves out what one takes back of one's own", () => {
    expect(asidesOf([START, acted(1, 0), acted(2, 0), undone(0, [2, 0])]).size).toBe(0);
  });

  it.each([
    [voted("ann", null), "Ann asks to take back 2 decisions, back to Round 1, Russia."],
    [voted("bob", null), "Bob agrees."],
    [voted("bob", "carried"), "Bob agrees; all have agreed."],
    [voted("bob", "declined"), "Bob declines."],
    [voted("ann", "withdrawn"), "Ann withdraws the question."],
    [voted("ann", "overtaken"), "The question has lapsed."],
    [undone(0, [1, 1]), "Ann takes back 2 decisions, back to Round 1, Russia."],
    [line("vote", { kind: "pause", by: "bob", outcome: null }, "bob"), "Bob asks for a pause."],
    [voted("gone", "declined"), "Somebody declines."],
  ])("says it in a sentence", (row, sentence) => {
    expect(asideOf(row, SEATS, WORDS)).toBe(sentence);
  });
});
