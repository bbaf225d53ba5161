/** What a person does with the pending decision: selects, plans, sends, takes back. */

import type { Ahead, Choice, DecisionKind, Position, RegionId } from "../api/told.ts";
import { type Desk, type Stance, turnOf } from "../state/desk.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { isComplete, isComposed, toAdd, toggled, toSend, without } from "./composing.ts";
import { fallsOnBots } from "./falling.ts";
import { arrivalsIn, availableTo, goingOf, march, movesBetween, wantedBy } from "./marching.ts";
import { lastMove, type Order, type Ordered, toGiveAnew } from "./orders.ts";
import { lift, pick, preferred } from "./picking.ts";
import {
  answerByStance,
  fieldsOf,
  isDestruction,
  isEnd,
  isManeuver,
  isMove,
  originOf,
  placeOf,
} from "./reading.ts";

export class Hand {
  /** What is open to a unit where the chosen move leads. */
  met = $state.raw<Ahead | null>(null);
  #planning: Promise<unknown> = Promise.resolve();
  /** What the plan is for that was asked about last. */
  #planned = "";
  /** The order of which the arrivals are known. */
  #goal = -1;

  constructor(
    readonly table: TableState,
    readonly desk: Desk,
    readonly position: () => Position,
    /** What units were ordered to do in this Maneuver. */
    readonly orders: () => Order[],
  ) {}

  /** Selects a choice; what is selected already is sent. */
  choose(choice: Choice): void {
    if (isComposed(this.position())) this.add(choice);
    else if (this.desk.chosen?.id === choice.id) this.send(choice);
    else this.desk.choose(choice);
  }

  /** Sends a choice; asks once more where that is wise. */
  send(choice: Choice): void {
    const { desk } = this;
    if (this.#asks(choice)) return;
    if (isMove(choice) && desk.chosen?.id === choice.id) void this.#sendOrder(choice);
    else void this.#send([choice]);
    const stance = fieldsOf(choice).choice;
    if (desk.rest && (stance === "hostile" || stance === "friendly"))
      desk.rest = { ...desk.rest, manner: stance };
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
    if (!choice || desk.confirming?.id === id || !asksOnce(choice, this.orders().length > 0))
      return false;
    desk.confirming = choice;
    return true;
  }

  /** What is selected stays until the next position comes. */
  async #send(choices: Choice[]): Promise<void> {
    if (choices.length > 0) await this.table.acting.decide(...choices);
  }

  /** Sends without asking what the stance says. */
  settle(position: Position): void {
    const { acting } = this.table;
    if (acting.sending || acting.answer) return;
    const isArrival = position.yours && position.snapshot.decision?.decision === "arrival";
    const settled = isArrival ? answerByStance(position.choices, this.desk.stance) : null;
    if (settled) void acting.decide(settled);
  }

  /** Takes back; asks once more where decisions of bots would fall at once. */
  undo(to: number | null = null): void {
    const { acting, log } = this.table;
    const goal = to ?? this.position().undo?.to ?? null;
    if (acting.sending) return;
    if (goal !== null && fallsOnBots(log.rows, goal, this.position())) acting.undoing = goal;
    else void acting.undo(to);
  }

  // Orders ---------------------------------------------------------------------------------------

  /** How many units could have the chosen order. */
  get available(): number {
    return availableTo(this.position(), this.desk);
  }

  /** How many of them are to have it. */
  get wanted(): number {
    return wantedBy(this.position(), this.desk);
  }

  /** How many would go at once, as far as that is known. */
  get going(): number {
    return goingOf(this.position(), this.desk);
  }

  /** Orders so many units instead of all; fewer than one and more than there are cannot be. */
  take(count: number): boolean {
    if (count < 1 || count > this.available) return false;
    this.desk.count = count;
    return true;
  }

  /** Sends the units of the chosen order; those for which it is too early are kept in mind. */
  async #sendOrder(choice: Choice): Promise<void> {
    const { desk } = this;
    await this.lookAhead(choice);
    if (desk.chosen?.id !== choice.id) return;
    const [from, to] = [originOf(choice) ?? "", placeOf(choice) ?? ""];
    const count = this.wanted - this.going;
    const manner = (this.onArrival?.entry.choice.choice ?? null) as Stance | null;
    desk.rest = count > 0 ? { from, to, count, manner, turn: turnOf(this.position()) } : null;
    await this.#send(desk.plan.steps);
  }

  /** Takes up the units again that an order was too early for. */
  resume(): void {
    const [position, { desk }] = [this.position(), this];
    const { rest } = desk;
    if (!rest || !isManeuver(position)) return;
    desk.rest = null;
    if (!position.yours || rest.turn !== turnOf(position)) return;
    this.#prepare(rest.from, rest.to, rest.count, rest.manner);
  }

  /** Chooses an order without sending it. */
  #prepare(from: RegionId, to: RegionId, count: number | null, manner: Stance | null): void {
    const { desk } = this;
    const choice = preferred(movesBetween(this.position().choices, from, to), desk);
    if (!choice) return;
    desk.origin = from;
    [desk.count, desk.manner] = [count, manner];
    desk.choose(choice);
  }

  /** Takes up the units of a place to carry them somewhere. */
  lift(place: RegionId): void {
    if (this.desk.origin !== place) lift(this.position(), this.desk, place);
  }

  /** Sends what was carried to a place; what has to be settled before is asked there. */
  async drop(place: RegionId): Promise<void> {
    const { desk } = this;
    const moves = movesBetween(this.position().choices, desk.origin ?? "", place);
    const choice = preferred(moves, desk);
    desk.choose(choice);
    if (!choice) return;
    await this.lookAhead(choice);
    if (this.isSettled) this.send(choice);
  }

  /** The order before, if it can be given from the place taken up, or once more from its own. */
  get repeatable(): Order | null {
    const [{ choices, snapshot }, { desk }] = [this.position(), this];
    const last = lastMove(this.orders(), snapshot.decision?.decision);
    if (!last?.way) return null;
    const moves = movesBetween(choices, desk.origin ?? last.way.from, last.way.to);
    return moves.length > 0 ? last : null;
  }

  /** Gives the order before to the units taken up; if none are, to as many as before. */
  repeat(): void {
    const [order, { desk }] = [this.repeatable, this];
    if (!order?.way) return;
    const from = desk.origin ?? order.way.from;
    const count = desk.origin === null ? order.units.length : desk.count;
    const manner = order.tags.find((tag) => tag === "hostile" || tag === "friendly") ?? null;
    this.#prepare(from, order.way.to, count, manner);
    if (desk.chosen) void this.drop(order.way.to);
  }

  /** Takes back what units were ordered; others of this step that came later get it anew. */
  takeBack(order: Order, units: Ordered[]): void {
    const { acting } = this.table;
    const kind = this.position().snapshot.decision?.decision;
    const again = order.kind === kind ? toGiveAnew(this.orders(), kind, units) : [];
    const first = Math.min(...units.map(({ number }) => number));
    if (!acting.sending) void acting.amend(first - 1, again);
  }

  /** Gives an order to one unit more of its place. */
  addTo({ way }: Order): void {
    if (!way) return;
    this.desk.clear();
    this.#prepare(way.from, way.to, 1, null);
    if (this.desk.chosen) void this.drop(way.to);
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

  /** Asks what the chosen order leads to: how many can go, how they arrive, lanes it opens. */
  async lookAhead(choice: Choice): Promise<void> {
    const { desk, table } = this;
    const { arrival, manner, stance } = desk;
    const wish = [this.position().position, choice.id, this.wanted, arrival?.id, manner, stance];
    if (this.#planned !== wish.join()) {
      this.#planned = wish.join();
      if (this.#goal !== choice.id) this.met = null;
      this.#goal = choice.id;
      const foresee = (wanted: Choice[]) => table.acting.foresee(wanted);
      const search = async () => {
        const found = await march(choice, this.wanted, (all) => this.#settled(all), foresee);
        if (this.#planned === wish.join()) this.met = found?.met ?? null;
        return found;
      };
      this.#planning = desk.plan.find(search, [choice]);
    }
    await this.#planning;
  }

  /** What a unit does where it arrives, if that is settled before it leaves. */
  #settled(arrivals: Choice[]): Choice | null {
    const { arrival, manner, stance } = this.desk;
    const settled = arrivals.find(({ id }) => id === arrival?.id);
    return settled ?? answerByStance(arrivals, manner ?? stance);
  }

  /** What units may do on arrival whose move is chosen. */
  get arrivals(): Choice[] {
    return arrivalsIn(this.met);
  }

  get onArrival(): Choice | null {
    return this.#settled(this.arrivals);
  }

  /** Whether it is known what the units do there. */
  get isSettled(): boolean {
    return this.arrivals.length === 0 || this.onArrival !== null;
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
