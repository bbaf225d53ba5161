/** A game on cardboard as it was set up: who sits where, what was dealt, which rules hold. */

import type { GameFacts, NationId } from "../api/told.ts";
import { explicit, Terms } from "../lobby/terms.svelte.ts";
import type { Option } from "../state/library.ts";

const FEWEST = 2;
const MOST = 6;
/** People sit as they sit. */
const NOT_HERE = new Set(["seating"]);

export type Missing = "names" | "deal" | "first" | null;

export class Setup {
  readonly terms = new Terms();
  names = $state(["", "", "", ""]);
  /** The card of each seat; empty until it is said. */
  cards = $state<NationId[]>(["", "", "", ""]);
  /** The seat that chooses first in the draft. */
  first = $state<number | null>(null);

  get isDraft(): boolean {
    return this.terms.options["setup"] === "draft";
  }

  get players(): string[] {
    return this.names.map((name) => name.trim());
  }

  get mayAdd(): boolean {
    return this.names.length < MOST;
  }

  get mayRemove(): boolean {
    return this.names.length > FEWEST;
  }

  add(): void {
    this.names.push("");
    this.cards.push("");
  }

  remove(seat: number): void {
    this.names.splice(seat, 1);
    this.cards.splice(seat, 1);
    this.first = null;
  }

  /** Deals a card to a seat; it is nobody else's any more. */
  deal(seat: number, card: NationId): void {
    this.cards = this.cards.map((had, other) =>
      other === seat ? card : card && had === card ? "" : had,
    );
  }

  /** The cards that are dealt to so many players. */
  dealt(facts: GameFacts | undefined): NationId[] {
    return facts?.setup.by_players[this.names.length]?.dealt ?? [];
  }

  /** What has still to be said before the game can begin. */
  missing(facts: GameFacts | undefined): Missing {
    const players = this.players;
    if (players.includes("") || new Set(players).size < players.length) return "names";
    if (this.isDraft) return this.first === null ? "first" : null;
    const dealt = this.dealt(facts);
    return this.cards.every((card) => dealt.includes(card)) ? null : "deal";
  }

  /** What the engine is asked for. */
  body(known: Option[], name: string) {
    const { players, terms } = this;
    const start = this.isDraft
      ? { start_player: players[this.first ?? 0] }
      : { deal: Object.fromEntries(players.map((player, seat) => [player, [this.cards[seat]]])) };
    const options = explicit(agreed(known), terms.options);
    return { game: terms.game, name: terms.name.trim() || name, players, options, start };
  }
}

/** The options that people at a table of their own agree on. */
export const agreed = (known: Option[]): Option[] =>
  known.filter(({ name }) => !NOT_HERE.has(name));
