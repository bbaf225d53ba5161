/** What a person does with the pending decision: selects, plans, sends, takes back. */

import type { Choice, Position, RegionId } from "../api/game.ts";
import type { Desk } from "../state/desk.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { isComplete, isComposed, toAdd, toggled, toSend, without } from "./composing.ts";
import { pick } from "./picking.ts";
import { answerByStance, isEnd, placeOf } from "./reading.ts";

export class Hand {
  constructor(
    readonly table: TableState,
    readonly desk: Desk,
    readonly position: () => Position,
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
    if (asksOnce(choice) && desk.confirming?.id !== choice.id) {
      desk.confirming = choice;
      return;
    }
    const onArrival = desk.chosen?.id === choice.id ? this.onArrival : null;
    void this.#send(onArrival ? [choice, onArrival] : [choice]);
  }

  /** Sends what is composed, or what is selected. */
  confirm(): boolean {
    const [position, { desk }] = [this.position(), this];
    if (isComposed(position)) {
      if (!isComplete(position, desk.plan)) return false;
      void this.#send(toSend(position, desk.plan));
      return true;
    }
    if (desk.chosen) this.send(desk.chosen);
    return desk.chosen !== null;
  }

  async #send(choices: Choice[]): Promise<void> {
    if (this.table.sending || choices.length === 0) return;
    if (await this.table.decide(...choices)) this.desk.clear();
  }

  undo(to: number | null = null): void {
    if (!this.table.sending) void this.table.undo(to);
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
    const foresee = (wanted: Choice[]) => this.table.foresee(wanted);
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

/** Whether a choice is asked about once more: it would do nothing, or destroy a factory. */
export function asksOnce(choice: Choice): boolean {
  const told = choice.consequences;
  if (!told || isEnd(choice)) return false;
  return told.does_nothing || choice.entry.choice["order"] === "destroy_factory";
}
