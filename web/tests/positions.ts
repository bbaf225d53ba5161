/** Small positions for tests: only what a test is about is filled in. */

import type { Changes, Choice, Chosen, DecisionTold, Entry, Position } from "../src/api/told.ts";

export function choice(id: number, fields: Chosen, more: Partial<Choice> = {}): Choice {
  const entry: Entry = { decision: "fleet_order", actor: "ann", choice: fields };
  return { id, entry, label: `choice ${id}`, ...more };
}

export function position(
  kind: DecisionTold["decision"],
  choices: Choice[],
  more: Partial<Position> = {},
): Position {
  const decision: DecisionTold = { decision: kind, actor: "ann", nation: "usa", context: {} };
  return {
    position: 1,
    entries: 1,
    seq: 1,
    viewer: "ann",
    pending: { seat: 0, decision: kind, nation: "usa", since: 0, deadline: null, left: null },
    yours: true,
    snapshot: {
      game: "imperial2030",
      options: {},
      players: ["ann", "bob"],
      treasuries: { usa: 4 },
      cash: { ann: 3, bob: 2 },
      bonds: { ann: { usa: [9] }, bob: { usa: [2] } },
      power: { usa: 1 },
      tax_marker: { usa: 0 },
      governments: { usa: "ann" },
      investor_card: "bob",
      swiss_banks: [],
      rondel: { usa: "factory" },
      factories: { usa: [] },
      units: { usa: {} },
      flags: { usa: [] },
      turn: { round: 2, nation: "usa", last_nation: null, phase: "action" },
      decision,
      result: null,
    },
    choices,
    prompt: "What now?",
    waiting: null,
    facts: {
      nations: {},
      players: {},
      order: { nations: [], investors: [] },
      donations: {},
      canals: {},
      action: null,
    },
    refused: [],
    ...more,
  };
}

/** What has changed: nothing but what is said. */
export const changes = (more: Partial<Changes> = {}): Changes => ({
  rondel: {},
  governments: {},
  treasuries: {},
  revenue: {},
  power: {},
  factory_count: {},
  flag_count: {},
  armies: {},
  fleets: {},
  cash: {},
  sources: {},
  bonuses: [],
  bonds: {},
  swiss_banks: { gained: [], returned: [] },
  investor_card: null,
  factories: { built: [], destroyed: [] },
  flags: { won: [], lost: [] },
  units: { gained: [], lost: [], moved: [] },
  provinces: { occupied: [], freed: [] },
  regions: [],
  ...more,
});
