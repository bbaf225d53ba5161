import { readFileSync } from "node:fs";

import { beforeAll, describe, expect, test } from "vitest";

import { Refused, Unreachable } from "../src/api/client.ts";
import type { TableListed } from "../src/api/generated/types.gen.ts";
import { text } from "../src/i18n.svelte.ts";
import { clockName, presetOf, PRESETS } from "../src/lobby/clocks.ts";
import { fits, given } from "../src/lobby/draws.ts";
import { inviteLink, pageOf } from "../src/lobby/links.ts";
import { grouped } from "../src/lobby/options.ts";
import { planOf, Seats } from "../src/lobby/seats.svelte.ts";
import { placeOf, statusLine } from "../src/lobby/status.ts";
import { Terms, unusual } from "../src/lobby/terms.svelte.ts";
import messages from "../src/messages/en/options.json";
import { nameOf, readRecord } from "../src/start/record.ts";
import type { Option } from "../src/state/library.ts";
import { Attempt } from "../src/state/attempt.svelte.ts";
import { reason } from "../src/state/reasons.ts";

beforeAll(async () => {
  await text.use("en");
  await text.bring("lobby");
});

const option = (name: string, ...values: (string | boolean)[]): Option => ({
  name,
  values,
  default: values[0]!,
});

const KNOWN = [
  option("setup", "standard", "draft"),
  option("edition", "2006", "later"),
  option("investor_card", true, false),
  option("no_card_extra_investment", "extra", "instead"),
  option("swiss_bank_force", false, true),
];

describe("what people paste", () => {
  test.each([
    ["https://rondel.example/t/0123456789abcdef?invite=a-B_9", "/t/0123456789abcdef?invite=a-B_9"],
    ["Come! https://rondel.example/t/0123456789abcdef#12", "/t/0123456789abcdef"],
    ["/t/0123456789abcdef?lang=it&invite=xyz", "/t/0123456789abcdef?invite=xyz"],
    ["  0123456789abcdef ", "/t/0123456789abcdef"],
    ["0123456789abcdef?invite=xyz", "/t/0123456789abcdef?invite=xyz"],
  ])("%s is a table", (pasted, page) => expect(pageOf(pasted)).toBe(page));

  test.each(["", "hello", "https://rondel.example/games", "/t/", "0123456789abcdefg", "/t/xyz"])(
    "%j is none",
    (pasted) => expect(pageOf(pasted)).toBeNull(),
  );

  test("an invite link leads back to its table", () => {
    const table = { id: "0123456789abcdef", invite: "a-B_9" };
    expect(pageOf(inviteLink(table))).toBe("/t/0123456789abcdef?invite=a-B_9");
  });
});

describe("terms", () => {
  test("name every option to the server", () => {
    const terms = new Terms();
    terms.choose(KNOWN[0]!, "draft");
    terms.name = "  ";
    expect(terms.body(KNOWN)).toEqual({
      game: "imperial2030",
      options: {
        setup: "draft",
        edition: "2006",
        investor_card: true,
        no_card_extra_investment: "extra",
        swiss_bank_force: false,
      },
      public: false,
      undo: true,
      clock: null,
      rated: false,
    });
  });

  test("of the later edition bring Swiss Banks, which may be left out", () => {
    const terms = new Terms();
    terms.choose(KNOWN[1]!, "later");
    expect(terms.body(KNOWN).options).toMatchObject({ edition: "later", swiss_bank_force: true });
    terms.choose(KNOWN[4]!, false);
    expect(terms.body(KNOWN).options).toMatchObject({ edition: "later", swiss_bank_force: false });
  });

  test("differ from the usual only where something else was chosen", () => {
    const names = (options: Option[]): string[] => options.map(({ name }) => name);
    expect(names(unusual(KNOWN, {}))).toEqual([]);
    expect(names(unusual(KNOWN, { setup: "draft", edition: "2006" }))).toEqual(["setup"]);
  });

  test("offer an option only where it means something", () => {
    const names = (chosen: Record<string, boolean>): string[] =>
      grouped(KNOWN, chosen).flatMap(({ options }) => options.map(({ name }) => name));
    expect(names({})).not.toContain("no_card_extra_investment");
    expect(names({ investor_card: false })).toContain("no_card_extra_investment");
  });
});

describe("what is not drawn", () => {
  const NAMES = ["Ann", "Bot 2", "Bot 3"];

  test("is asked for by the names of the players", () => {
    const terms = new Terms();
    terms.cards = ["russia", "china", "india"];
    terms.first = 1;
    expect(terms.draws(NAMES)).toEqual({
      assignment: { Ann: "russia", "Bot 2": "china", "Bot 3": "india" },
    });
    terms.choose(KNOWN[0]!, "draft");
    expect(terms.draws(NAMES)).toEqual({ start_player: "Bot 2" });
  });

  test("is nothing while somebody is still unknown, or by lot", () => {
    const terms = new Terms();
    expect(terms.draws(NAMES)).toEqual({});
    terms.cards = ["russia", "china"];
    expect(terms.draws([])).toEqual({});
  });

  test("is a card for each: who had it gets the other one", () => {
    const cards = ["russia", "china", "india"];
    expect(given(cards, 0, "india")).toEqual(["india", "china", "russia"]);
    expect(given(cards, 0, "usa")).toEqual(["usa", "china", "india"]);
    expect(fits(cards, ["russia", "china", "india"], 3)).toBe(true);
    expect(fits(cards, ["russia", "china"], 3)).toBe(false);
    expect(fits(cards, cards, 2)).toBe(false);
  });

  test("names bots only where they have to be called by name", () => {
    const seats = new Seats({ me: 1, open: 0, bots: 1 });
    seats.all[0]!.name = "Ann";
    expect(seats.names).toEqual(["Ann", "Bot 2"]);
    expect(seats.body()[1]).not.toHaveProperty("name");
    expect(seats.body(seats.names)[1]).toMatchObject({ kind: "bot", name: "Bot 2" });
    seats.turn(seats.all[0]!, "open");
    expect(seats.names).toEqual([]);
  });
});

test("every option of the rules has a name, a sentence and words for its values", () => {
  const page = readFileSync("../docs/rule-options.md", "utf-8").split("## Options that only")[0]!;
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)];
  const keys = rows.flatMap(([, name, values]) => [
    `options.${name}`,
    `options.${name}_note`,
    ...[...values!.matchAll(/`(\w+)`/g)].map(([, value]) => `options.${name}_${value}`),
  ]);
  expect(rows.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !(key in messages))).toEqual([]);
});

describe("seats", () => {
  const kinds = (seats: Seats): string[] => seats.all.map(({ kind }) => kind);

  test("begin as the address asks", () => {
    const seats = (query: string): string[] => kinds(new Seats(planOf(new URLSearchParams(query))));
    expect(seats("")).toEqual(["me", "open", "open", "open"]);
    expect(seats("hotseat")).toEqual(["me", "me", "me"]);
    expect(seats("bots=2&level=hard")).toEqual(["me", "bot", "bot"]);
    expect(seats("bots=9")).toEqual(["me", "open", "open", "open"]);
  });

  test("give everybody at this screen a name of his own", () => {
    const names = new Seats({ me: 6, open: 0, bots: 0 }).all.map(({ name }) => name);
    expect(new Set(names).size).toBe(6);
    expect(names).not.toContain("");
  });

  test("are asked for as they were set", () => {
    const seats = new Seats({ me: 1, open: 1, bots: 0 });
    seats.resize(3);
    seats.turn(seats.all[2]!, "bot");
    seats.all[0]!.name = " Ann ";
    expect(seats.body()).toEqual([
      { kind: "me", name: "Ann" },
      { kind: "open" },
      { kind: "bot", bot: "medium" },
    ]);
    expect(seats.hasOpen).toBe(true);
    seats.resize(2);
    seats.turn(seats.all[1]!, "me");
    expect(seats.hasOpen).toBe(false);
    expect(seats.body()[1]).toMatchObject({ kind: "me" });
  });
});

describe("clocks", () => {
  test("are known by their preset, whatever they leave out", () => {
    expect(presetOf({ ...PRESETS.daily, increment: 0 })).toBe("daily");
    expect(presetOf({ ...PRESETS.evening })).toBe("evening");
    expect(presetOf({ per: "decision", seconds: 90 })).toBeNull();
  });

  test("are said in words", () => {
    expect(clockName(null)).toBe("No clock");
    expect(clockName({ per: "decision", seconds: 86400 })).toBe("1 day per decision");
    expect(clockName({ per: "player", seconds: 1800, increment: 10 })).toBe(
      "30 min per player, 10 sec more with each decision",
    );
  });
});

describe("how a table stands", () => {
  const seat = (name: string | null, yours = false) => ({ name, yours }) as TableListed["seats"][0];
  const table = (values: Partial<TableListed>): TableListed =>
    ({
      status: "running",
      paused: false,
      pending: null,
      round: null,
      result: null,
      waits_for_you: false,
      seats: [seat("Ann", true), seat("Bob")],
      ...values,
    }) as TableListed;
  const pending = {
    seat: 1,
    decision: "invest",
    nation: null,
    since: 1000,
    deadline: null,
    left: null,
  } as const;
  const now = (1000 + 7200) * 1000;
  const usa = { name: "United States", short: "USA" };
  const words = { nations: { usa }, regions: {}, slots: {}, canals: {} };

  test.each<[Partial<TableListed>, string]>([
    [{ status: "open", seats: [seat("Ann", true), seat(null)] }, "1 of 2 seats taken"],
    [{ pending }, "Bob decides: invest or pass · for 2 hr"],
    [{ pending: { ...pending, seat: 0 }, waits_for_you: true }, "invest or pass · for 2 hr"],
    [
      { pending: { ...pending, nation: "usa" }, round: 5 },
      "Round 5, USA · Bob decides: invest or pass · for 2 hr",
    ],
    [{ pending, round: 5 }, "Round 5 · Bob decides: invest or pass · for 2 hr"],
    [{ pending, paused: true }, "Paused"],
    [{ status: "ended" }, "Ended without a result"],
    [
      {
        status: "finished",
        outcome: "lost",
        result: { scores: { Ann: 80, Bob: 107 }, ranking: [["Bob"], ["Ann"]] },
      },
      "Ended · you came 2nd with 80",
    ],
    [
      { pending: { ...pending, seat: 0 }, seats: [{ ...seat("Ann", true), away: true }] },
      "a bot decides for you: invest or pass",
    ],
    [
      {
        status: "finished",
        seats: [seat("Ann"), seat("Bob")],
        result: { scores: { Ann: 80, Bob: 107 }, ranking: [["Bob"], ["Ann"]] },
      },
      "Ended · Bob won with 107",
    ],
  ])("%#", (values, line) => expect(statusLine(table(values), now, words)).toBe(line));

  test("those who share a place leave the next ones out", () => {
    const result = { scores: {}, ranking: [["Ann", "Bob"], ["Cy"]] };
    expect(["Ann", "Bob", "Cy"].map((player) => placeOf(player, result))).toEqual([1, 1, 3]);
  });
});

describe("why something did not work", () => {
  const refused = (code: string, details = {}) =>
    reason(new Refused(409, code, "So it is.", details));

  test("is said in the reader's language where we know the sentence", async () => {
    expect(refused("seat/taken")).toBe("This seat has just been taken. Choose another.");
    expect(refused("request/too_many", { retry_after: 1 })).toContain("in 1 second.");
    await text.use("pl");
    expect(refused("seat/taken")).toBe("To miejsce właśnie zajęto. Wybierz inne.");
    await text.use("en");
  });

  test("is the server's own sentence otherwise", () => {
    expect(refused("something/new")).toBe("So it is.");
  });

  test("may be that nobody answers; a fault of ours is not hidden", async () => {
    expect(reason(new Unreachable())).toContain("does not answer");
    const bug = new Attempt().make(() => Promise.reject(new TypeError("bug")));
    await expect(bug).rejects.toThrow("bug");
  });
});

test("a record is read from its file, and gives the table its name", () => {
  expect(nameOf("kraków.rondel.json")).toBe("kraków");
  expect(nameOf(".json")).toBe("Rondel");
  expect(readRecord('{"game":"imperial"}')).toEqual({ game: "imperial" });
  expect(() => readRecord("not json")).toThrow(Refused);
});
