/**
 * A lesson, a puzzle or a game on cardboard at this screen: what it adds to a table, and what it lets
 * through.
 *
 * The rooms `lesson`, `puzzles` and `companion`, loaded by those who need them, fill it; the parts of a
 * table draw what concerns them and know no more of it.
 */

import type { Snippet } from "svelte";

import type { Entry, RegionId } from "../api/told.ts";

/** What is about to be sent. */
export interface Sent {
  entry: Pick<Entry, "choice">;
  label: string;
}

class Coaching {
  /** What stands in the bar above; empty where nobody learns. */
  title = $state("");
  subtitle = $state("");
  /** The way out of the lesson, in the bar. */
  leave = $state.raw<Snippet | null>(null);
  /** Under the bar of a phone: how far one is. */
  strip = $state.raw<Snippet | null>(null);
  /** The coach: above the decision, on a phone below its head. */
  coach = $state.raw<Snippet | null>(null);
  /** What is said to the last click, below the choices. */
  remark = $state.raw<Snippet | null>(null);
  /** What stands in the place of the decision when it is over. */
  panel = $state.raw<Snippet | null>(null);
  /** The place on the map that is pointed at, and its words. */
  pin = $state.raw<{ region: RegionId; label: string } | null>(null);
  /** The one seat that is looked from, though all are the learner's; null where nobody learns. */
  seat = $state<number | null>(null);
  /** Whether the game is on cardboard, and this screen keeps its record. */
  cardboard = $state(false);
  /** On cardboard, what can be done about a moment that one looks back at. */
  amend = $state.raw<Snippet<[moment: number]> | null>(null);
  /** Whether choices may be sent. */
  allows: (choices: Sent[]) => boolean = () => true;

  /** Whether somebody learns at this screen. */
  get active(): boolean {
    return this.seat !== null;
  }

  /** Whether nobody else is at the table, and no bot that could be asked. */
  get alone(): boolean {
    return this.active || this.cardboard;
  }

  /** Nobody learns here any more. */
  end(): void {
    this.title = this.subtitle = "";
    this.leave = this.strip = this.coach = this.remark = this.panel = null;
    this.pin = this.seat = this.amend = null;
    this.cardboard = false;
    this.allows = () => true;
  }
}

export const coaching = new Coaching();
