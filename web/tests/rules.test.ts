/** Reading the rules: places, pieces of a text, searching. */

import { describe, expect, test } from "vitest";

import type { ClauseTold, RulesTold } from "../src/api/generated/types.gen.ts";
import { text } from "../src/i18n.svelte.ts";
import { agreedOn } from "../src/rules/agreed.ts";
import { Book, hrefOf, spotIn } from "../src/rules/book.ts";
import { piecesOf, plain } from "../src/rules/inline.ts";
import { folded, search, stemsOf } from "../src/rules/search.ts";

const clause = (
  id: string,
  number: string,
  text: string,
  game: ClauseTold["game"] = null,
): ClauseTold => ({ id, number, text, game, table: [] });

const section = (number: string, title: string, ...clauses: ClauseTold[]) => ({
  number,
  title,
  lead: "",
  table: [],
  clauses,
});

const TOLD: RulesTold = {
  language: "en",
  chapters: [
    {
      number: "0",
      title: "Words",
      sections: [section("0", "Words", clause("R-CON-1", "0.1", "Money is in *millions*."))],
    },
    {
      number: "3",
      title: "Actions",
      sections: [
        section("3.6", "Canals", clause("R-CAN-1", "3.6.1", "Canals join seas.", "2030")),
        section(
          "3.18",
          "Taxation",
          clause("R-TAX-3", "3.18.3", "**Soldiers’ pay.** The treasury pays (A-39).", "2030"),
        ),
        section("3.19", "Taxation", clause("R-TAX-22", "3.19.3", "As in R-TAX-3.", "classic")),
        section("3.20", "More", clause("R-MOR-1", "3.20.1", "See 3.18 and R-CON, A-39.")),
      ],
    },
  ],
  rulings: [{ id: "A-39", text: "The books differ (R-TAX-3)." }],
  prompts: { choose_slot: "R-CON-1" },
  options: {
    "R-TAX": { option: "tax_bonus", values: ["chart"] },
    "R-MOR-1": { option: "donations", values: [] },
  },
  examples: { "2030": ["3.6"], classic: [] },
  index: { "2030": [{ term: "Soldiers’ pay", clause: "R-TAX-3" }], classic: [] },
};
const book = new Book(TOLD);

describe("options", () => {
  const told = async (id: string, options: Record<string, unknown> | null) => {
    await Promise.all([text.use("en"), text.bring("rules"), text.bring("options")]);
    return agreedOn(book.restsOn(id), options);
  };

  test("a clause rests on the option of its family, unless it has its own", () => {
    expect(book.restsOn("R-TAX-3")?.option).toBe("tax_bonus");
    expect(book.restsOn("R-MOR-1")?.option).toBe("donations");
    expect(book.restsOn("R-CON-1")).toBeUndefined();
  });

  test("at a table it is told whether the clause holds there", async () => {
    expect(await told("R-TAX-3", { tax_bonus: "increase" })).toEqual({
      text: "Not at your table: Success bonus – By the increase",
      holds: false,
    });
    expect((await told("R-TAX-3", { tax_bonus: "chart" }))?.holds).toBe(true);
    expect((await told("R-MOR-1", { donations: "off" }))?.text).toBe(
      "At your table: Gifts to treasuries – None",
    );
    expect(await told("R-TAX-3", {})).toBeNull();
  });

  test("without a table the option is named", async () => {
    expect(await told("R-MOR-1", null)).toEqual({
      text: "Option: Gifts to treasuries",
      holds: null,
    });
    expect(await told("R-CON-1", null)).toBeNull();
  });

  test("a section has an example in one game and none in the other", () => {
    expect([book.hasExample("3.6", "2030"), book.hasExample("3.6", "classic")]).toEqual([
      true,
      false,
    ]);
  });
});

describe("places", () => {
  test("an address names a game and a place", () => {
    expect(spotIn("/rules/classic/3.19.3")).toEqual({ game: "classic", place: "3.19.3" });
    expect(spotIn("/rules")).toEqual({ game: "2030", place: "" });
    expect(hrefOf({ game: "2030", place: "3.18" })).toBe("/rules/2030/3.18");
    expect(hrefOf({ game: "2030", place: "" })).toBe("/rules/2030");
  });

  test("a clause is shown in its section, and in the game that has it", () => {
    const page = book.page({ game: "2030", place: "3.19.3" });
    expect([page.section?.number, page.target, page.game]).toEqual(["3.19", "3.19.3", "classic"]);
    expect(book.page({ game: "classic", place: "R-TAX-3" }).target).toBe("3.18.3");
  });

  test("a chapter, a ruling, nothing known", () => {
    expect(book.page({ game: "2030", place: "3" }).section?.number).toBe("3.6");
    expect(book.page({ game: "2030", place: "A-39" })).toMatchObject({
      besides: "rulings",
      target: "A-39",
    });
    expect(book.page({ game: "2030", place: "9.9" }).section?.number).toBe("0");
  });

  test("turning to the other game keeps the section, or finds its counterpart", () => {
    const turned = (place: string) => book.turned(book.page({ game: "2030", place }), "classic");
    expect(turned("3.20")).toEqual({ game: "classic", place: "3.20" });
    expect(turned("3.18.3")).toEqual({ game: "classic", place: "3.19" });
    expect(turned("3.6")).toEqual({ game: "classic", place: "" });
    expect(turned("A-39")).toEqual({ game: "classic", place: "A-39" });
  });

  test("sections of the other game are left out on the way", () => {
    const [before, after] = book.beside(book.section("3.19")!, "classic");
    expect([before?.number, after?.number]).toEqual(["0", "3.20"]);
  });

  test("sections that name each other are related", () => {
    const numbers = book.related(book.section("3.18")!).map(({ number }) => number);
    expect(numbers).toEqual(["3.19", "3.20"]);
  });
});

describe("texts", () => {
  test("stressed words, rulings and places are set apart", () => {
    expect(piecesOf("**Pay.** As 3.18 and R-CON say *now* (A-39).", book)).toEqual([
      { kind: "strong", text: "Pay." },
      { kind: "text", text: " As " },
      { kind: "place", text: "3.18", name: "3.18" },
      { kind: "text", text: " and " },
      { kind: "place", text: "0", name: "R-CON" },
      { kind: "text", text: " say " },
      { kind: "em", text: "now" },
      { kind: "ruling", text: "A-39" },
      { kind: "text", text: "." },
    ]);
  });

  test("plain words have numbers in place of names", () => {
    expect(plain("As in **R-TAX-3** and R-TAX-3.", book)).toBe("As in R-TAX-3 and 3.18.3.");
  });
});

describe("searching", () => {
  test("accents and endings do not matter", () => {
    expect(folded("Żołd ŁÓDŹ città")).toBe("zold lodz citta");
    expect(stemsOf("soldiers’ pay")).toEqual(["soldi", "pay"]);
    expect(stemsOf("казной казна")).toEqual(["казн", "казн"]);
  });

  test("paragraphs with all the words, then words of the index", () => {
    const found = search("soldier paid", book, "2030");
    expect(found.hits).toEqual([]);
    const { hits, terms } = search("soldiers pay", book, "2030");
    expect(hits.map((hit) => hit.clause.id)).toEqual(["R-TAX-3"]);
    expect(hits[0]?.stretch.filter((_, i) => i % 2)).toEqual(["Soldiers", "pay", "pays"]);
    expect(terms.map(({ clause: id }) => id)).toEqual(["R-TAX-3"]);
  });

  test("only what the game has", () => {
    expect(search("canals", book, "classic").hits).toEqual([]);
  });

  test("nothing: what comes nearest", () => {
    const { hits, nearest } = search("soldiers holiday", book, "2030");
    expect(hits).toEqual([]);
    expect(nearest.map((hit) => hit.clause.id)).toEqual(["R-TAX-3"]);
    expect(search("q", book, "2030")).toEqual({ hits: [], terms: [], nearest: [] });
  });
});
