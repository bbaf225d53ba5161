/** What is selected at this screen: nothing of it is known to the server before it is sent. */

import type { Choice, NationId, Position, Reason, RegionId } from "../api/told.ts";
import type { AnalysisTab } from "./analysis.svelte.ts";
import { coaching } from "./coaching.svelte.ts";
import { Plan } from "./plan.svelte.ts";

export type LedgerTab = "nations" | "market" | "charts" | AnalysisTab;
export type RailTab = "log" | "since" | "chat" | "notes" | "history";
export type Screen = "map" | "nations" | "market" | "players" | "log";
/** How far the sheet with the decision is open on a phone. */
export const STOPS = ["bar", "half", "full"] as const;
export type Stop = (typeof STOPS)[number];
export type Stance = "hostile" | "friendly" | "ask";

/** Units of an order that have yet to go: somebody else had to decide first. */
export interface Rest {
  from: RegionId;
  to: RegionId;
  count: number;
  /** How those before them entered. */
  manner: Stance | null;
  turn: string;
}

/** The turn of a nation. */
export const turnOf = ({ snapshot: { turn } }: Position): string => `${turn.round}:${turn.nation}`;

/** Whether a position is the one before; not if somebody has taken the screen over since. */
const isSame = ({ position, yours }: Position, before: Position | null): boolean =>
  position === before?.position && yours === before.yours;

/** Whether a bond is to be chosen, by whomever. */
export const isAboutBonds = ({ snapshot }: Pick<Position, "snapshot">): boolean =>
  ["invest", "draft_bond"].includes(snapshot.decision?.decision ?? "");

export class Desk {
  /** The choice that would be sent by the primary button. */
  chosen = $state.raw<Choice | null>(null);
  /** What was wanted and cannot be chosen. */
  refused = $state.raw<Reason | null>(null);
  #origin = $state<RegionId | null>(null);
  pointed = $state<RegionId | null>(null);
  /** The nation whose units are pointed out on the map. */
  lit = $state<NationId | null>(null);
  ledger = $state<LedgerTab>("nations");
  rail = $state<RailTab>("log");
  /** Whether the keyboard is to go to the field of the chat, which may have to come first. */
  talking = $state(false);
  /** What a phone shows. */
  screen = $state<Screen>("map");
  sheet = $state<Stop>("bar");
  /** How armies enter foreign homes in this Maneuver. */
  stance = $state<Stance>("ask");
  /** The moment looked back at, as a number of entries; null is now. */
  moment = $state<number | null>(null);

  /** The choice that is asked about once more before it is sent. */
  confirming = $state.raw<Choice | null>(null);
  /** What the unit does on arrival whose move is chosen, if that is not left to the stance. */
  arrival = $state.raw<Choice | null>(null);
  /** How many units of the place are to go; null for all. */
  count = $state<number | null>(null);
  /** How the units of this order enter foreign homes, if otherwise than the others. */
  manner = $state<Stance | null>(null);
  rest = $state.raw<Rest | null>(null);
  /** The order in the list that is pointed at, by its place there. */
  order = $state<number | null>(null);
  /** What is composed before it is sent, or what the chosen move leads to. */
  readonly plan = new Plan();
  /** What was open before the market opened itself. */
  #before = $state<LedgerTab | null>(null);
  /** The position that was turned to last. */
  #seen: Position | null = null;
  #turn = "";
  /** The kind of decision that is ours, if any. */
  #asked = "";
  /** The screen that it is about. */
  #place: Screen = "map";

  /** A desk is given what is planned to begin with at a position. */
  constructor(readonly firstSteps: (position: Position) => Choice[]) {}

  /** Where the unit stands that is to be moved. */
  get origin(): RegionId | null {
    return this.#origin;
  }

  set origin(place: RegionId | null) {
    if (place !== this.#origin) this.confirming = this.count = this.manner = null;
    this.#origin = place;
  }

  /** Drops what was selected for an earlier position. */
  turnTo(position: Position | null): void {
    if (position === null || isSame(position, this.#seen)) return;
    this.#seen = position;
    this.clear();
    this.plan.begin(position, this.firstSteps(position));
    if (this.#turn !== turnOf(position)) this.stance = "ask";
    this.#turn = turnOf(position);
    const onMarket = isAboutBonds(position);
    this.#openMarket(position.yours && onMarket);
    this.#unfold(position, onMarket);
  }

  /** Lays everything down while others' turns are shown: the next position is new again. */
  layDown(): void {
    this.#seen = null;
    this.#asked = "";
    this.clear();
    this.#openMarket(false);
    this.screen = "map";
    this.sheet = "bar";
  }

  /** Opens the market for whoever must decide there, and afterwards what was open before. */
  #openMarket(isNeeded: boolean): void {
    if (isNeeded === (this.#before !== null)) return;
    const before = this.#before;
    this.#before = isNeeded ? this.ledger : null;
    this.ledger = before ?? "market";
  }

  /** Whether a bond is to be chosen in the market that is open. */
  get choosesBond(): boolean {
    return this.#before !== null && this.ledger === "market";
  }

  /** On a phone: shows what a new kind of decision is about, and opens the sheet for it. */
  #unfold({ yours, snapshot }: Position, onMarket: boolean): void {
    const asked = yours ? (snapshot.decision?.decision ?? "") : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#place = onMarket ? "market" : "map";
    if (yours) this.show(this.#place);
    else this.sheet = "bar";
  }

  /** Turns to a screen of the phone, and the ledger with it. */
  show(screen: Screen): void {
    this.screen = screen;
    this.sheet = this.#asked && screen === this.#place ? "half" : "bar";
    if (screen === "nations" || screen === "market") this.ledger = screen;
  }

  /** Points out the units of a nation, or no longer; a phone turns to the map for it. */
  light(nation: NationId): void {
    this.lit = this.lit === nation ? null : nation;
    if (this.lit) this.screen = "map";
  }

  /** Turns to the decision on a phone. */
  face(): void {
    this.show(this.#place);
    this.sheet = "half";
  }

  choose(choice: Choice | null): void {
    if (choice?.id !== this.chosen?.id) this.arrival = null;
    this.chosen = choice;
    this.confirming = null;
    if (choice && this.sheet === "bar") this.sheet = "half";
  }

  /** Something was wanted that cannot be chosen: its reason is told, in a lesson by the coach. */
  refuse(reason: Reason): void {
    this.clear();
    if (coaching.active) return;
    this.refused = reason;
    if (this.sheet === "bar") this.sheet = "half";
  }

  clear(): void {
    this.chosen = this.arrival = this.confirming = this.refused = null;
    this.origin = null;
  }
}
