/** The money of a decision and of a bond, in figures. */

import { beforeAll, describe, expect, test } from "vitest";

import type { Brought, Facts, Position } from "../src/api/told.ts";
import { figuresOf } from "../src/decisions/bought.ts";
import type { Basis } from "../src/decisions/lines.ts";
import { moneyOf } from "../src/decisions/money.ts";
import { text } from "../src/i18n.svelte.ts";
import { briefName } from "../src/market/cells.ts";
import { position } from "./positions.ts";

type NationFacts = Facts["nations"][string];
type Interest = NonNullable<NationFacts["interest"]>;

beforeAll(() => text.use("en"));

const owing = (total: number, government_pays: number): Interest => ({
  due: {},
  total,
  government_pays,
});

const needs = (price: number) => ({ choice: {}, price, affordable: true });

function factsWith(interest: Interest | null, takeovers: NationFacts["takeovers"]): Facts {
  const usa = { government: "bob", power_factor: 1, interest, takeovers } as NationFacts;
  const ann = { cash: 9, interest: 7, score: 12 } as Facts["players"][string];
  return { ...position("invest", []).facts, nations: { usa }, players: { ann } };
}

/** As they are read: without the space that does not break. */
const plain = (word: string): string => word.replaceAll("\u00a0", " ");

describe("the money beside a decision", () => {
  const told = (asked: Position): string[] =>
    moneyOf(asked).map(({ label, value, note }) =>
      plain([label, value, note].filter(Boolean).join(" ")),
    );

  test("is your cash, and what the nation has and owes", () => {
    const facts = factsWith(owing(8, 3), {});
    expect(told(position("choose_slot", [], { facts }))).toEqual([
      "your cash 9 M",
      "treasury 4 M",
      "Interest due 8 M short 3",
    ]);
  });

  test("says nothing of a treasury that covers what it owes", () => {
    const facts = factsWith(owing(3, 0), {});
    expect(told(position("choose_slot", [], { facts }))).toContain("Interest due 3 M");
  });

  test("is about you where bonds are chosen", () => {
    expect(told(position("invest", [], { facts: factsWith(null, {}) }))).toEqual([
      "your cash 9 M",
      "Your payout 7 M",
      "Your score now 12",
    ]);
  });
});

describe("a bond", () => {
  const bond = { player: "ann", nation: "usa", from: null, to: 9 };
  const bringing = (more: Partial<Brought>): Brought =>
    ({
      bonds: [bond],
      cash: { ann: { before: 9, after: 0 } },
      interest: { ann: { before: 7, after: 11 } },
      scores: {},
      treasuries: { usa: { before: 0, after: 9 } },
      governments: {},
      issuer: { nation: "usa", interest: owing(7, 0), takeovers: {} },
      ...more,
    }) as Brought;
  const basis = (facts: Facts, you: string | null = "ann"): Basis => ({ facts, you }) as Basis;
  const rows = (brought: Brought, facts: Facts): string[] =>
    figuresOf(brought, basis(facts)).map(({ label, before, after }) =>
      plain(`${label}: ${before} → ${after}`),
    );

  test("changes your money and the nation's; what stays as it is is left out", () => {
    expect(rows(bringing({}), factsWith(owing(3, 3), {}))).toEqual([
      "your cash: 9 M → 0 M",
      "Your payout: 7 M → 11 M",
      "treasury: 0 M → 9 M",
      "Interest due: 3 M, short 3 → 7 M, covered",
    ]);
  });

  test("that wins a nation says who could take it back most cheaply", () => {
    const won = bringing({
      governments: { usa: { before: "bob", after: "ann", sure: true } },
      issuer: { nation: "usa", interest: null, takeovers: { bob: needs(4), cid: needs(12) } },
    });
    expect(rows(won, factsWith(null, { ann: needs(9) }))).toContain(
      "To take it from you:  → bob 4 M",
    );
  });

  test("that wins nothing says how far you are from it", () => {
    const issuer = { nation: "usa", interest: null, takeovers: { ann: needs(6) } };
    expect(rows(bringing({ issuer }), factsWith(null, { ann: needs(9) }))).toContain(
      "To take the government: 9 M → 6 M",
    );
  });

  test("of somebody else is not told in figures", () => {
    expect(figuresOf(bringing({}), basis(factsWith(null, {}), "bob"))).toEqual([]);
    expect(figuresOf(bringing({}), basis(factsWith(null, {}), null))).toEqual([]);
  });
});

describe("a name in a narrow cell", () => {
  test.each([
    ["Bardi", ["Bardi", "Mendelssohn"], "Bardi"],
    ["Mendelssohn", ["Bardi", "Mendelssohn"], "Mende."],
    ["Hedgehog", ["Bardi", "Hedgehog"], "Hedge."],
    ["Alexander", ["Alexander", "Alexandra"], "Alexande."],
    ["Kronenberg", ["Kronenberg", "Kronenbergs"], "Kronenberg"],
  ])("%s among %s is %s", (name, all, brief) => expect(briefName(name, all)).toBe(brief));
});
