/** Lessons: short texts in every language, and what they point at. */

import { describe, expect, it } from "vitest";

import type { RulesTold } from "../src/api/generated/types.gen.ts";
import type { Entry, Position, Reason, Words } from "../src/api/told.ts";
import { LANGUAGES, text } from "../src/i18n.svelte.ts";
import { missedBy } from "../src/lesson/clicks.ts";
import { ruleOf, titleOf } from "../src/lesson/copy.ts";
import { moveText, refusalOf, strangersAt } from "../src/lesson/meant.ts";
import { isSame } from "../src/state/same.ts";

const FILES = import.meta.glob<{ default: Record<string, string> }>(
  "../src/messages/*/lesson.json",
  { eager: true },
);

/** The words of a message; of those that differ by game, the longest count. */
const countOf = (message: string): number =>
  message
    .replace(
      /\{game, select, imperial \{([^}]*)\} other \{([^}]*)\}\}/g,
      (_, one: string, other: string) => (one.length > other.length ? one : other),
    )
    .split(/\s+/).length;

const entry = (decision: string, choice: object): Entry =>
  ({ decision, actor: "Anton", nation: "china", choice }) as unknown as Entry;

describe.each([...LANGUAGES])("the lesson in %s", (lang) => {
  const messages = Object.entries(FILES[`../src/messages/${lang}/lesson.json`]!.default);

  it("has heads of at most five words", () => {
    const heads = messages.filter(([key]) => key.endsWith("_head"));
    expect(heads.filter(([, head]) => countOf(head) > 5)).toEqual([]);
  });

  it("tells a step in at most 45 words", () => {
    const texts = messages.filter(([key]) => key.endsWith("_text"));
    expect(texts.filter(([, told]) => countOf(told) > 45)).toEqual([]);
  });
});

describe("what is meant", () => {
  it("is the same choice, whatever the order of its keys", () => {
    const move = entry("army_order", { order: "move", from: "vienna", to: "romania" });
    expect(
      isSame(move, entry("army_order", { to: "romania", from: "vienna", order: "move" })),
    ).toBe(true);
    expect(isSame(move, entry("army_order", { order: "done" }))).toBe(false);
    expect(isSame(move, undefined)).toBe(false);
  });

  it("is told with the names of the game", async () => {
    await Promise.all([text.use("en"), text.bring("lesson")]);
    const words = {
      nations: { china: { name: "China" } },
      slots: { factory: { name: "Factory" } },
      regions: {},
    } as unknown as Words;
    const told = moveText(entry("choose_slot", { slot: "factory" }), words);
    expect(told).toBe("China: Factory, then confirm.");
  });
});

describe("what was clicked", () => {
  it("is told by the reason about that place", () => {
    const reasons = [{ choice: { province: "beijing" }, sentence: "There is one." }];
    expect(refusalOf(reasons as unknown as Reason[], "beijing")?.sentence).toBe("There is one.");
    expect(refusalOf(reasons as unknown as Reason[], "shanghai")).toBeUndefined();
  });

  it("is told by the reason that the control gives itself", () => {
    const reasons = [{ choice: { value: 9 }, sentence: "Too dear." }] as unknown as Reason[];
    expect(refusalOf(reasons, "", "Too dear.")?.sentence).toBe("Too dear.");
    expect(refusalOf(reasons, "", "")).toBeUndefined();
  });

  it("may be somebody else’s", () => {
    const units = { india: { iran: { armies: 1 } }, china: { korea: { armies: 1 } } };
    const position = (decision: string) =>
      ({ snapshot: { units, decision: { decision, nation: "china" } } }) as unknown as Position;
    expect(strangersAt(position("army_order"), "iran")).toBe("india");
    expect(strangersAt(position("army_order"), "korea")).toBeNull();
    expect(strangersAt(position("army_order"), "japan")).toBeNull();
    expect(strangersAt(position("build_factory"), "iran")).toBeNull();
  });

  it("is answered by the first sentence of the rule", () => {
    const rules = {
      chapters: [
        {
          sections: [
            {
              title: "Factory",
              clauses: [
                { id: "R-FAC-1", text: "**One.** It *may* build for 5 M. Not more." },
                { id: "R-FAC-2", text: "As R-FAC-1 says." },
              ],
            },
          ],
        },
      ],
    } as unknown as RulesTold;
    expect(ruleOf(rules, "R-FAC-1")).toBe("It may build for 5 M.");
    expect([ruleOf(rules, "R-FAC-2"), ruleOf(rules, "R-XXX-1")]).toEqual(["", ""]);
    expect(titleOf(rules, "R-FAC-2")).toBe("Factory");
  });

  it("is nothing where something can be chosen", () => {
    document.body.innerHTML = `
      <p id="a" data-at="beijing"></p><p id="b" data-at="urumqi" role="button"></p>
      <p id="slot-import" class="slot" aria-disabled="true"></p>`;
    expect(missedBy(document.getElementById("a"))).toEqual({ id: "beijing", sentence: "" });
    expect(missedBy(document.getElementById("b"))).toBeNull();
    expect(missedBy(document.getElementById("slot-import"))?.id).toBe("import");
  });
});
