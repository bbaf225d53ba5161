/** What is selected at this screen: nothing of it is known to the server before it is sent. */

import type { Choice, Position, RegionId } from "../api/game.ts";
import { StandingAnswers } from "./standing.svelte.ts";

export type LedgerTab = "nations" | "market" | "charts";
export type RailTab = "log" | "chat" | "notes" | "history";
export type Screen = "map" | "nations" | "market" | "players" | "log";
export type Stance = "hostile" | "friendly" | "ask";

export class Desk {
  /** The choice that would be sent by the primary button. */
  chosen = $state.raw<Choice | null>(null);
  /** Where the unit stands that is to be moved. */
  origin = $state<RegionId | null>(null);
  pointed = $state<RegionId | null>(null);
  ledger = $state<LedgerTab>("nations");
  rail = $state<RailTab>("log");
  /** What a phone shows. */
  screen = $state<Screen>("map");
  /** How armies enter foreign homes in this Maneuver. */
  stance = $state<Stance>("ask");
  /** The moment looked back at, as a number of entries; null is now. */
  moment = $state<number | null>(null);

  readonly standing = new StandingAnswers();
  #position = -1;
  #turn = "";

  /** Drops what was selected for an earlier position. */
  turnTo(position: Position | null): void {
    if (position === null || position.position === this.#position) return;
    this.#position = position.position;
    this.clear();
    this.standing.expire(position);
    const { round, nation } = position.snapshot.turn;
    if (this.#turn !== `${round}:${nation}`) this.stance = "ask";
    this.#turn = `${round}:${nation}`;
    const onMarket = ["invest", "draft_bond"].includes(position.snapshot.decision?.decision ?? "");
    if (position.yours) this.ledger = onMarket ? "market" : "nations";
  }

  /** Turns to a screen of the phone, and the ledger with it. */
  show(screen: Screen): void {
    this.screen = screen;
    if (screen === "nations" || screen === "market") this.ledger = screen;
  }

  choose(choice: Choice | null): void {
    this.chosen = choice;
  }

  clear(): void {
    this.chosen = null;
    this.origin = null;
  }
}
