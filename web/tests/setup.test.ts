/** Positions set up by hand: what is put where. Whether it can be is for the server to say. */

import { describe, expect, it } from "vitest";

import type { Snapshot } from "../src/api/told.ts";
import { SetUp } from "../src/setup/draft.svelte.ts";
import { position } from "./positions.ts";

const snapshot = (): Snapshot => position("choose_slot", []).snapshot;

describe("a position set up by hand", () => {
  it("begins with a turn, whatever was decided when it was taken", () => {
    const setUp = new SetUp(snapshot());
    expect(setUp.snapshot.turn.phase).toBe("slot");
    expect(setUp.snapshot.decision).toBeNull();
    expect(setUp.snapshot.result).toBeNull();
  });

  it("lets every bond have one holder, or none", () => {
    const setUp = new SetUp(snapshot());
    const [first = "", second = ""] = setUp.snapshot.players;
    setUp.giveBond("russia", 9, first);
    setUp.giveBond("russia", 9, second);
    expect(setUp.holderOf("russia", 9)).toBe(second);
    expect(setUp.snapshot.bonds[first]?.["russia"] ?? []).not.toContain(9);
    setUp.giveBond("russia", 9, null);
    expect(setUp.holderOf("russia", 9)).toBeNull();
  });

  it("puts pieces down and takes them away again", () => {
    const setUp = new SetUp(snapshot());
    const before = setUp.piecesOf("china").length;
    setUp.put("china", "fleets", "china_sea", 1);
    setUp.put("china", "fleets", "china_sea", 1);
    setUp.put("china", "flag", "china_sea", 1);
    expect(setUp.piecesOf("china")).toContainEqual({
      piece: "fleets",
      region: "china_sea",
      count: 2,
    });
    setUp.put("china", "fleets", "china_sea", -1);
    setUp.put("china", "fleets", "china_sea", -1);
    setUp.put("china", "flag", "china_sea", -1);
    expect(setUp.piecesOf("china")).toHaveLength(before);
  });
});
