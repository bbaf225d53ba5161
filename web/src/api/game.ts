/** What the server tells about a game: snapshots, facts, consequences (docs: contract, facts). */

export type Game = "imperial" | "imperial2030";
export type NationId = string;
export type RegionId = string;
export type PlayerId = string;
export type SlotId = string;

export interface Units {
  armies?: number;
  hostile_armies?: number;
  friendly_armies?: number;
  fleets?: number;
}

export interface Decision {
  decision: DecisionKind;
  actor: PlayerId;
  nation: NationId | null;
  context: Context;
}

export interface Context {
  slot?: SlotId;
  canal?: string;
  order?: Record<string, unknown>;
  place?: RegionId;
  unit?: { nation: NationId; unit: "army" | "fleet"; stance?: "hostile" | "friendly" };
  round_for?: NationId;
}

export type DecisionKind =
  | "draft_bond"
  | "choose_slot"
  | "swiss_force"
  | "build_factory"
  | "produce"
  | "import_unit"
  | "fleet_order"
  | "canal_consent"
  | "arrival"
  | "ask_next"
  | "battle_demand"
  | "army_order"
  | "place_flag"
  | "invest"
  | "donate";

export interface Snapshot {
  game: Game;
  options: Record<string, string | boolean>;
  players: PlayerId[];
  treasuries: Record<NationId, number>;
  cash: Record<PlayerId, number>;
  bonds: Record<PlayerId, Record<NationId, number[]>>;
  power: Record<NationId, number>;
  tax_marker: Record<NationId, number>;
  governments: Record<NationId, PlayerId | null>;
  investor_card: PlayerId | null;
  swiss_banks: PlayerId[];
  rondel: Record<NationId, SlotId | null>;
  factories: Record<NationId, RegionId[]>;
  units: Record<NationId, Record<RegionId, Units>>;
  flags: Record<NationId, RegionId[]>;
  turn: {
    round: number;
    nation: NationId;
    last_nation: NationId | null;
    phase: "draft" | "slot" | "force" | "action" | "investment";
  };
  decision: Decision | null;
  result: Result | null;
}

export interface Result {
  scores: Record<PlayerId, number>;
  ranking: PlayerId[][];
}

export interface Takeover {
  choice: Record<string, unknown>;
  price: number;
  affordable: boolean | null;
}

export interface TaxForecast {
  nation: NationId;
  revenue: number;
  factories: number;
  flags: number;
  pay: number;
  units: number;
  treasury: number;
  bonus: number;
  bonus_payer: string;
  bonus_payee: PlayerId;
  tax_marker: number;
  power: number;
  power_after: number;
  ends_game: boolean;
}

export interface InterestForecast {
  due: Record<PlayerId, number>;
  total: number;
  treasury_pays: number;
  government_pays: number;
  government_gets: number;
  shortfall: number | null;
}

export interface NationFacts {
  government: PlayerId | null;
  power_factor: number;
  tax: TaxForecast | null;
  interest: InterestForecast | null;
  supply: { armies: number; fleets: number; flags: number };
  occupied: RegionId[];
  free_factories: RegionId[];
  margin: number | null;
  takeovers: Record<PlayerId, Takeover | null>;
}

export interface PlayerFacts {
  cash: number | null;
  credit: Record<NationId, number>;
  governs: NationId[];
  interest: number;
  score: number | null;
  bond_score: Record<NationId, number>;
}

export interface Facts {
  nations: Record<NationId, NationFacts>;
  players: Record<PlayerId, PlayerFacts>;
  order: {
    nations: {
      nation: NationId;
      player: PlayerId | null;
      round: number;
      skipped: boolean;
      investment_round: boolean;
    }[];
    investors: { player: PlayerId; nation: NationId | null }[];
  };
  donations: Record<PlayerId, { most: number; nations: NationId[] }>;
  canals: Record<string, { nation: NationId | null; player: PlayerId | null }>;
  /** What the action that is going on can still do. */
  action: ActionFacts | null;
}

export interface ActionFacts extends Forecast {
  /** Units of the active nation that have no order yet. */
  unmoved?: Record<RegionId, Units>;
  lanes?: Lane[];
}

/** A convoy open to an army. */
export interface Lane {
  from: RegionId;
  /** Where it embarks. */
  seas: RegionId[];
  to: RegionId[];
}

export interface Change<T> {
  before: T;
  after: T;
}

export interface Placed {
  nation: NationId;
  unit: "army" | "fleet";
  region: RegionId;
}

export interface Moved {
  nation: NationId;
  unit: "army" | "fleet";
  from: RegionId;
  to: RegionId;
  way: "sea" | "port" | "canal" | "land" | "rail" | "convoy" | string;
  canals: string[];
  seas: RegionId[];
}

export interface Consequences {
  choice: Record<string, unknown>;
  price: number;
  rondel: { steps: number; step_price: number; passes_investor: boolean } | null;
  forecast: Forecast | null;
  payments: { payer: string; payee: string; amount: number; event: string }[];
  cash: Record<PlayerId, Change<number>>;
  treasuries: Record<NationId, Change<number>>;
  bonds: { player: PlayerId; nation: NationId; from: number | null; to: number }[];
  interest: Record<PlayerId, Change<number>>;
  scores: Record<PlayerId, Change<number>>;
  units: { gained: Placed[]; lost: Placed[]; moved: Moved[] };
  stances: { nation: NationId; region: RegionId; stance: "hostile" | "friendly" }[];
  provinces: { occupied: RegionId[]; freed: RegionId[] };
  factories: { built: BuiltFactory[]; destroyed: BuiltFactory[] };
  flags: { won: Flagged[]; lost: Flagged[] };
  flags_at_end: {
    won: Flagged[];
    lost: Flagged[];
    revenue: Record<NationId, Change<number>>;
  } | null;
  demands: { nation: NationId; player: PlayerId | null }[];
  revenue: Record<NationId, Change<number>>;
  tax: TaxForecast | null;
  power: Record<NationId, Change<number>>;
  governments: Record<NationId, Change<PlayerId | null> & { sure: boolean }>;
  answers: Record<PlayerId, Takeover | null>;
  swiss_banks: { gained: PlayerId[]; returned: PlayerId[] };
  investor_card: Change<PlayerId | null> | null;
  next: Decision | null;
  ends_game: boolean;
  result: Result | null;
  does_nothing: boolean;
  unless_forced: Consequences | null;
}

export interface Forecast {
  cost?: number;
  affordable?: boolean;
  sites?: RegionId[];
  units?: number;
  armies?: number;
  fleets?: number;
}

export interface BuiltFactory {
  nation: NationId;
  region: RegionId;
  factory: "armaments" | "shipyard";
}

export interface Flagged {
  nation: NationId;
  region: RegionId;
}

export interface Refusal {
  choice: Record<string, unknown>;
  code: string;
  clause: string;
  sentence: string;
  price: number | null;
  holder: PlayerId | null;
  /** The smallest gift that would make it legal. */
  donation: { nation: NationId; amount: number } | null;
}

export interface Entry {
  decision: DecisionKind;
  actor: PlayerId;
  nation?: NationId;
  choice: Record<string, unknown>;
}

export interface GameEvent {
  event: string;
  [field: string]: unknown;
}

export interface Choice {
  id: number;
  entry: Entry;
  label: string;
  consequences?: Consequences;
}

export interface Pending {
  seat: number;
  decision: DecisionKind;
  since: number;
  deadline: number | null;
}

/** Whether you may take back your last decision. */
export interface Undo {
  possible: boolean;
  to: number | null;
  /** As long as so many entries stay, nobody is asked. */
  free: number | null;
  asks: string[];
  reason: string | null;
}

export interface Position {
  undo?: Undo | null;
  position: number;
  entries: number;
  seq: number;
  viewer: PlayerId | null;
  pending: Pending | null;
  yours: boolean;
  snapshot: Snapshot;
  choices: Choice[];
  prompt: string | null;
  waiting: string | null;
  facts: Facts;
  refused: Refusal[];
}

/** What is open after decisions that are only planned; no choices where others would decide. */
export interface Ahead {
  choices: Choice[];
  refused: Refusal[];
  facts: Facts | null;
}

/** The facts file of a game, as far as the page shows it. */
export interface GameFacts {
  game: { id: Game; title: string };
  nations: { id: NationId; color: string; supply: Record<"armies" | "fleets" | "flags", number> }[];
  home_provinces: {
    id: RegionId;
    nation: NationId;
    city_type: "armaments" | "shipyard";
    port_sea: RegionId | null;
  }[];
  land_regions: { id: RegionId }[];
  sea_regions: { id: RegionId }[];
  neighbours: Record<RegionId, { land: RegionId[]; sea: RegionId[] }>;
  bonds: { value: number; interest: number }[];
  power_track: { max_points: number; factors: { min: number; max: number; factor: number }[] };
  rondel: { slots: SlotId[]; actions: Record<SlotId, string>; free_steps: number };
  /** By the number of players, the flag cards that are dealt. */
  setup: { by_players: Record<string, { dealt: NationId[] }> };
}

export interface Named {
  name: string;
  short: string;
}

export interface Words {
  nations: Record<NationId, Named>;
  regions: Record<RegionId, Named>;
  slots: Record<SlotId, Named>;
  canals: Record<string, Named>;
}
