/**
 * What the server tells about a game, under the page's own words.
 *
 * Everything here is made of the types that are generated from the server's description: a key
 * that it drops or renames is an error wherever the page reads it.
 */

import type {
  Choice as ChoiceTold,
  Consequences,
  DecisionTold,
  Facts,
  GameTold,
  PlanTold,
  PositionTold,
  Reason,
} from "./generated/types.gen.ts";

export type {
  Brought,
  Changes,
  Chosen,
  Consequences,
  DecisionTold,
  Entry,
  Facts,
  FlagTold,
  GameEvent,
  GameFacts,
  Lane,
  Named,
  NationFacts,
  PlacedUnit,
  Reason,
  Result,
  RowTold,
  Snapshot,
  Takeover,
  UndoTold,
  Units,
  Words,
} from "./generated/types.gen.ts";

export type Game = GameTold["id"];
export type NationId = string;
export type RegionId = string;
export type PlayerId = string;
export type SlotId = string;
export type DecisionKind = DecisionTold["decision"];

export interface Change<T> {
  before: T;
  after: T;
}

/** The page asks in a language: every choice has a label. */
export type Choice = Omit<ChoiceTold, "label" | "consequences"> & {
  label: string;
  /** What it would do; asked for where there are many choices. */
  consequences?: Consequences;
};

/** The page asks with facts and in a language: none of it is left out. */
export type Position = Omit<
  PositionTold,
  "choices" | "clocks" | "facts" | "prompt" | "refused" | "undo" | "waiting"
> & {
  choices: Choice[];
  clocks?: PositionTold["clocks"];
  facts: Facts;
  prompt: string | null;
  refused: Reason[];
  undo?: PositionTold["undo"];
  waiting: string | null;
};

/** A position as the page asks for it. */
export const asked = (position: PositionTold): Position => position as Position;

/** What is open after decisions that are only planned; no choices where others would decide. */
export type Ahead = Omit<PlanTold, "choices" | "taken"> & {
  choices: Choice[];
  /** How many of the decisions could be made; all of them where nothing is said. */
  taken?: PlanTold["taken"];
};
