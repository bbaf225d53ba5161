import { beforeEach, describe, expect, test } from "vitest";

import type { Chosen, DecisionKind } from "../src/api/told.ts";
import { revenueChanges } from "../src/decisions/lines.ts";
import { ordersIn } from "../src/decisions/orders.ts";
import { pick } from "../src/decisions/picking.ts";
import { answerByStance } from "../src/decisions/reading.ts";
import { targetsOf } from "../src/decisions/targets.ts";
import { offersFor } from "../src/state/plans.svelte.ts";
import { Desk } from "../src/state/desk.svelte.ts";
import { firstSteps } from "../src/decisions/composing.ts";
import type { Row } from "../src/state/rows.ts";
import { choice, position } from "./positions.ts";

const move = (id: number, from: string, to: string) => choice(id, { order: "move", from, to });
const done = choice(99, { order: "done" });

const fleets = position("fleet_order", [
  move(1, "north_pacific", "china_sea"),
  move(2, "north_pacific", "south_pacific"),
  move(3, "north_atlantic", "caribbean_sea"),
  done,
]);

let desk: Desk;

beforeEach(() => {
  desk = new Desk(firstSteps);
  desk.turnTo(fleets);
});

describe("picking on the board", () => {
  test("first shows the units that can still be ordered", () => {
    expect([...targetsOf(fleets, desk).keys()]).toEqual(["north_pacific", "north_atlantic"]);
  });

  test("takes up a unit, then shows where it may go", () => {
    expect(pick(fleets, desk, "north_pacific")).toBeNull();
    expect(desk.origin).toBe("north_pacific");
    expect([...targetsOf(fleets, desk).keys()]).toEqual(["china_sea", "south_pacific"]);
  });

  test("chooses a goal, and a second click on it sends", () => {
    pick(fleets, desk, "north_pacific");
    expect(pick(fleets, desk, "china_sea")).toBeNull();
    expect(desk.chosen?.id).toBe(1);
    expect(pick(fleets, desk, "china_sea")?.id).toBe(1);
  });

  test("chooses at once where there is only one thing to do", () => {
    pick(fleets, desk, "north_atlantic");
    expect(desk.chosen?.id).toBe(3);
  });

  test("drops everything elsewhere", () => {
    pick(fleets, desk, "north_pacific");
    pick(fleets, desk, "tasman_sea");
    expect(desk.origin).toBeNull();
  });

  test("does nothing for who does not decide", () => {
    expect(pick({ ...fleets, yours: false }, desk, "north_pacific")).toBeNull();
    expect(desk.origin).toBeNull();
  });

  test("what was selected is dropped when the position changes", () => {
    pick(fleets, desk, "north_pacific");
    desk.turnTo({ ...fleets, position: 2 });
    expect(desk.origin).toBeNull();
  });
});

test("who takes the screen over is asked, though all have looked at the position before", () => {
  const slot = position("choose_slot", [done]);
  desk.turnTo({ ...slot, position: 2, yours: false, choices: [] });
  expect(desk.sheet).toBe("bar");
  desk.turnTo({ ...slot, position: 2 });
  expect(desk.sheet).toBe("half");
});

test("the market opens for an investment, then what was open before", () => {
  desk.ledger = "charts";
  desk.turnTo({ ...position("invest", [done]), position: 2 });
  expect(desk.ledger).toBe("market");
  desk.turnTo({ ...fleets, position: 3 });
  expect(desk.ledger).toBe("charts");
});

describe("answers given once for all", () => {
  test("are offered for what may be asked again, to who decides", () => {
    const battle = position("battle_demand", [choice(2, { demand: false })]);
    expect(offersFor(battle)).toEqual([{ kind: "decline_battles", scope: "turn" }]);
    expect(offersFor({ ...battle, yours: false })).toEqual([]);
    const [offer] = offersFor(position("invest", [choice(1, { choice: "pass" })]));
    expect(offer).toEqual({ kind: "pass_invest", scope: "game", upgrades_only: true });
  });

  test("a stance answers arrivals, but never decides about an attack", () => {
    const hostile = choice(1, { choice: "hostile" });
    const friendly = choice(2, { choice: "friendly" });
    const attack = choice(3, { choice: "attack", target: { unit: "army" } });
    expect(answerByStance([hostile, friendly], "friendly")?.id).toBe(2);
    expect(answerByStance([hostile, friendly], "ask")).toBeNull();
    expect(answerByStance([hostile, friendly, attack], "hostile")).toBeNull();
  });
});

test("orders of this Maneuver are listed, those taken back are not", () => {
  const row = (seq: number, number: number, decision: DecisionKind, choice: Chosen): Row => ({
    seq,
    at: 0,
    kind: "action",
    user: null,
    body: {
      position: number,
      number,
      entry: { decision, actor: "ann", choice },
      events: [],
      seat: 0,
      bot: null,
    },
    sentences: [`sentence ${seq}`],
  });
  const undone: Row = { seq: 5, at: 0, kind: "undone", user: null, body: { position: 5, to: 3 } };
  const rows = [
    row(1, 1, "fleet_order", { order: "move" }),
    row(2, 2, "choose_slot", { slot: "maneuver_1" }),
    row(3, 3, "fleet_order", { order: "move" }),
    row(4, 4, "fleet_order", { order: "move" }),
    undone,
    row(6, 4, "fleet_order", { order: "done" }),
  ];
  expect(ordersIn(rows).map((order) => order.sentence)).toEqual(["sentence 3"]);
});

describe("what an order brings", () => {
  const flags = (...regions: string[]) => ({
    flags: { won: [], lost: [] },
    revenue: {},
    flags_at_end: {
      won: regions.map((region) => ({ nation: "usa", region })),
      lost: [],
      revenue: regions.length > 0 ? { usa: { before: 4, after: 4 + regions.length } } : {},
    },
  });
  const basis = { anyhow: flags("caribbean_sea") } as never;

  test("is not what comes without it", () => {
    expect(revenueChanges(flags("caribbean_sea") as never, basis)).toEqual([]);
    expect(revenueChanges(flags("caribbean_sea", "canada") as never, basis)).toEqual([
      ["usa", { before: 5, after: 6 }],
    ]);
  });
});
