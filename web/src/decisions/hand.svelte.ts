/** What a person does with the pending decision: selects, plans, sends, takes back. */

import type { Choice, DecisionKind, Position, RegionId } from "../api/told.ts";
import type { Desk } from "../state/desk.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { isComplete, isComposed, toAdd, toggled, toSend, without } from "./composing.ts";
import { fallsOnBots } from "./falling.ts";
import { pick } from "./picking.ts";
import { answerByStance, isDestruction, isEnd, placeOf } from "./reading.ts";

export class Hand {
  constructor(
    readonly table: TableState,
    readonly desk: Desk,
    readonly position: () => Position,
    /** Whether units have got orders in this Maneuver. */
    readonly ordered: () => boolean,
  ) {}

  /** Selects a choice; what is selected already is sent. */
  choose(choice: Choice): void {
    if (isComposed(this.position())) this.add(choice);
    else if (this.desk.chosen?.id === choice.id) this.send(choice);
    else this.desk.choose(choice);
  }

  /** Sends a choice, and what the unit does on arrival; asks once more where that is wise. */
  send(choice: Choice): void {
    const { desk } = this;
    if (this.#asks(choice)) return;
    const onArrival = desk.chosen?.id === choice.id ? this.onArrival : null;
    void this.#send(onArrival ? [choice, onArrival] : [choice]);
  }

  /** Sends what is composed, or what is selected. */
  confirm(): boolean {
    const [position, { desk }] = [this.position(), this];
    if (isComposed(position)) {
      if (!isComplete(position, desk.plan)) return false;
      const [first, ...more] = toSend(position, desk.plan);
      if (first && (more.length > 0 || !this.#asks(first))) void this.#send([first, ...more]);
      return true;
    }
    const wanted = desk.confirming ?? desk.chosen;
    if (wanted) this.send(wanted);
    return wanted !== null;
  }

  /** Whether a choice has to be confirmed once more; from now on it is waited for. */
  #asks({ id }: Choice): boolean {
    const { desk } = this;
    const choice = this.position().choices.find((one) => one.id === id);
    if (!choice || desk.confirming?.id === id || !asksOnce(choice, this.ordered())) return false;
    desk.confirming = choice;
    return true;
  }

  async #send(choices: Choice[]): Promise<void> {
    if (this.table.acting.sending || choices.length === 0) return;
    if (await this.table.acting.decide(...choices)) this.desk.clear();
  }

  /** Takes back; asks once more where decisions of bots would fall at once. */
  undo(to: number | null = null): void {
    const { acting, log } = this.table;
    const goal = to ?? this.position().undo?.to ?? null;
    if (acting.sending) return;
    if (goal !== null && fallsOnBots(log.rows, goal, this.position())) acting.undoing = goal;
    else void acting.undo(to);
  }

  // Places on the board --------------------------------------------------------------------------

  pick(region: RegionId): void {
    const [position, { desk }] = [this.position(), this];
    if (isComposed(position)) this.#pickComposed(region);
    else {
      const choice = pick(position, desk, region);
      if (choice) this.send(choice);
    }
  }

  /** Adds what can be had there; where there is a choice, it is asked for at the place. */
  #pickComposed(region: RegionId): void {
    const { plan } = this.desk;
    const there = toAdd(plan, region);
    const had = plan.steps.find((step) => placeOf(step) === region);
    const imports = this.position().snapshot.decision?.decision === "import_unit";
    this.desk.origin = null;
    if (had && !imports) this.add(had);
    else if (there.length > 1) this.desk.origin = region;
    else if (there[0]) this.add(there[0]);
  }

  // Plans ----------------------------------------------------------------------------------------

  /** Puts a choice into the plan; what can be had but once is taken out again. */
  add(choice: Choice): void {
    const { plan } = this.desk;
    const again = choice.entry.decision === "import_unit";
    this.#plan(again ? [...plan.steps, choice] : toggled(plan, choice));
  }

  takeOut(choice: Choice): void {
    this.#plan(without(this.desk.plan, choice));
  }

  #plan(steps: Choice[]): void {
    this.desk.confirming = null;
    const foresee = (wanted: Choice[]) => this.table.acting.foresee(wanted);
    void this.desk.plan.change(steps, this.position(), foresee);
  }

  /** Asks what the chosen move leads to: how it may arrive, which lanes it opens. */
  lookAhead(choice: Choice): void {
    this.#plan([choice]);
  }

  /** What the unit whose move is chosen may do on arrival. */
  get arrivals(): Choice[] {
    const choices = this.desk.plan.ahead?.choices ?? [];
    return choices.filter(({ entry }) => entry.decision === "arrival");
  }

  /** What it does there, if that is settled before it leaves. */
  get onArrival(): Choice | null {
    const { arrival, stance } = this.desk;
    const settled = this.arrivals.find(({ id }) => id === arrival?.id);
    return settled ?? answerByStance(this.arrivals, stance);
  }
}

/** Decisions that give a turn away where one ends them at once. */
const WASTED: DecisionKind[] = ["build_factory", "import_unit", "army_order"];

/** Whether a choice is asked about once more: nothing would be done, or a factory destroyed. */
export function asksOnce(choice: Choice, ordered: boolean): boolean {
  if (isDestruction(choice)) return true;
  if (isEnd(choice)) return !ordered && WASTED.includes(choice.entry.decision);
  return choice.consequences?.does_nothing ?? false;
}
