/** A learner's way through a lesson: which step, whose move, what was answered and missed. */

import type { LessonTold, RulesTold } from "../api/generated/types.gen.ts";
import type { Choice, Entry, Game, Position } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import { coaching, type Sent } from "../state/coaching.svelte.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { keepPlace } from "../state/lessons.ts";
import { isActed, sentencesOf } from "../state/rows.ts";
import { isSame } from "../state/same.ts";
import type { TableState } from "../state/table.svelte.ts";
import type { Asked } from "../state/why.svelte.ts";
import { ruleOf } from "./copy.ts";
import {
  choiceFor,
  refusalOf,
  type Step,
  strangersAt,
  type Target,
  targetOf,
  wayOut,
} from "./meant.ts";

/** What a step waits for: an answer, others' moves, the learner's move, or to go on. */
export type Phase = "asks" | "moves" | "yours" | "rests";

/** What is said to a click: what is, what the rules say, and what is open instead. */
export interface Remark {
  kind: "wrong" | "other";
  fact: string;
  more: string;
  /** What "why?" opens; null where the rules have nothing against it. */
  about: Asked["about"] | null;
}

/** What the first step points at, one after the other. */
export const POINTS = ["cash", "treasury", "credit"] as const;
/** After so many wrong clicks in a step the pointer comes back. */
const PATIENCE = 3;
/** The clause that says whose units move. */
const OWN = "R-CON-15";
/** Minutes that a whole lesson of sixteen steps takes. */
const MINUTES = 15 / 16;

export class Lesson {
  /** The step that is made, and an earlier one that is read meanwhile. */
  index = $state(0);
  reading = $state<number | null>(null);
  answer = $state<string | null>(null);
  remark = $state.raw<Remark | null>(null);
  isPointing = $state(true);
  /** Which of the places of the first step is pointed at. */
  point = $state(0);
  over = $state(false);
  /** The rules in the reader's language, when they have come. */
  rules = $state.raw<RulesTold | null>(null);
  #missed = 0;

  constructor(
    readonly told: LessonTold,
    readonly table: TableState,
    readonly desk: Desk,
    index: number,
    /** Opens another table for a step that does not begin where this one is. */
    readonly open: (step: number) => void,
  ) {
    this.index = index;
  }

  get step(): Step {
    return this.told.steps[this.index]!;
  }

  /** The step whose words are shown. */
  get shown(): Step {
    return this.told.steps[this.reading ?? this.index]!;
  }

  get position(): Position | null {
    return this.table.position;
  }

  get entries(): number {
    return this.position?.entries ?? this.step.begin;
  }

  get minutes(): number {
    return Math.max(1, Math.ceil((this.told.steps.length - this.index) * MINUTES));
  }

  get phase(): Phase {
    const { own, until, guess } = this.step;
    const isOpen = guess !== undefined && this.answer === null;
    if (isOpen && guess.first && this.entries < own) return "asks";
    if (this.table.watching.playing || this.entries < own) return "moves";
    if (this.entries < until) return "yours";
    return isOpen && !guess.first ? "asks" : "rests";
  }

  /** What the lesson decides next. */
  get next(): Entry | undefined {
    return this.told.entries[this.entries];
  }

  get meant(): Choice | undefined {
    return this.position && this.phase === "yours"
      ? choiceFor(this.position, this.next)
      : undefined;
  }

  get target(): Target | null {
    if (!this.isPointing || !this.position || this.reading !== null) return null;
    return this.meant ? targetOf(this.meant, this.position, this.desk) : null;
  }

  /** What was done in this step, in the words of the log: by the learner, or by those he watched. */
  get done(): string[] {
    const { kind, begin, own, until } = this.step;
    const first = { do: own, watch: begin, read: until, guess: until }[kind];
    const rows = this.table.log.rows.filter(isActed);
    const done = rows.filter(({ body }) => body.number > first && body.number <= until);
    return this.phase === "rests" ? done.flatMap(sentencesOf) : [];
  }

  // What happens by itself ----------------------------------------------------------------------

  /** Keeps up with the table: to be called whenever something has changed. */
  follow(): void {
    if (!this.position || this.table.acting.sending || this.over) return;
    this.#find();
    this.#sit();
    keepPlace(this.told.game as Game, {
      table: this.table.id,
      step: this.index,
      steps: this.told.steps.length,
      over: false,
    });
    if (this.phase === "moves" && !this.table.watching.playing) this.#moveOthers();
    else if (this.phase === "rests" && this.#goesOnAtOnce) this.goOn();
  }

  /** Who has gone ahead or taken back is in another step. */
  #find(): void {
    const { begin, until } = this.step;
    if (this.entries >= begin && this.entries <= until) return;
    const found = this.told.steps.findIndex(
      (step) => step.begin <= this.entries && this.entries < step.until,
    );
    if (found >= 0) this.#turnTo(found);
  }

  /** Looks from the seat of the step. */
  #sit(): void {
    const seat = this.told.seats.indexOf(this.step.seat ?? this.told.player);
    if (coaching.seat === seat) return;
    coaching.seat = seat;
    this.table.sharing.look(seat);
  }

  #moveOthers(): void {
    if (this.table.connection.state === "open") void this.#play(this.step.own);
  }

  /** Makes the lesson's decisions up to a moment. */
  #play(until: number): Promise<boolean> {
    const entries = this.told.entries.slice(this.entries, until);
    return this.table.acting.decide(...entries.map((entry) => ({ entry, label: "" })));
  }

  /** Whether the next step goes on with what has just been begun on the rondel. */
  get #goesOnAtOnce(): boolean {
    const next = this.told.steps[this.index + 1];
    const isSameTurn = this.next?.decision !== "choose_slot" && next?.begin === this.step.until;
    return isSameTurn && next.kind === "do" && next.own === next.begin && this.step.kind === "do";
  }

  // What the learner does -----------------------------------------------------------------------

  goOn(): void {
    if (this.phase !== "rests") return;
    if (this.index === 0 && this.point < POINTS.length - 1) this.point++;
    else this.#leaveStep();
  }

  #leaveStep(): void {
    const [next, { until }] = [this.told.steps[this.index + 1], this.step];
    if (!next) this.#end();
    else if (next.begin > until) this.open(this.index + 1);
    else this.#turnTo(this.index + 1);
  }

  #end(): void {
    this.over = true;
    const { length } = this.told.steps;
    const place = { table: this.table.id, step: length - 1, steps: length, over: true };
    keepPlace(this.told.game as Game, place);
  }

  #turnTo(index: number): void {
    this.index = index;
    this.answer = this.remark = this.reading = null;
    this.#missed = this.point = 0;
  }

  /** Says what will be, or what was. */
  guess(answer: string): void {
    this.answer = answer;
  }

  /** Lets the lesson make what is left of the step. */
  async skip(): Promise<void> {
    this.answer ??= "";
    this.table.watching.stop();
    if (this.entries < this.step.until && !(await this.#play(this.step.until))) return;
    this.table.watching.stop();
    this.#leaveStep();
  }

  /** Reads another step: nothing is taken back. */
  turnPage(by: number): void {
    const page = (this.reading ?? this.index) + by;
    this.reading = page >= this.index ? null : Math.max(0, page);
  }

  // What it says to clicks ----------------------------------------------------------------------

  /** Whether choices are those of the lesson; others are legal, but not sent. */
  allows(choices: Sent[]): boolean {
    const wrong = choices.find(
      ({ entry }, i) => !isSame(entry, this.told.entries[this.entries + i]),
    );
    this.remark = wrong ? this.#remarkOn(wrong) : null;
    return wrong === undefined;
  }

  #remarkOn({ label }: Sent): Remark {
    if (!label) return this.#wrong({ fact: t("lesson.no_choice"), about: this.#asked });
    const meant = this.position && choiceFor(this.position, this.next)?.label;
    const fact = t("lesson.not_this", { choice: label, meant: meant ?? "" });
    return { kind: "other", fact, more: "", about: null };
  }

  /** Something was clicked that cannot be chosen: says what the rules say. */
  miss(id: string, sentence = ""): void {
    if (!this.position || this.phase !== "yours" || this.table.acting.sending) return;
    this.remark = this.#wrong(this.#reason(this.position, id, sentence));
    this.#missed++;
    if (this.#missed >= PATIENCE) this.isPointing = true;
  }

  /** Why something cannot be chosen: by its reason, or by whose it is. */
  #reason(position: Position, id: string, sentence: string): Pick<Remark, "fact" | "about"> {
    const found = refusalOf(position.refused, id, sentence);
    if (found) return { fact: found.sentence, about: { clause: found.clause } };
    const nation = strangersAt(position, id);
    const name = this.table.words?.nations[nation ?? ""]?.name;
    if (name) return { fact: t("lesson.not_yours", { nation: name }), about: { clause: OWN } };
    return { fact: sentence || t("lesson.no_choice"), about: this.#asked };
  }

  /** What is asked now: the rules say what may be chosen. */
  get #asked(): Remark["about"] {
    const kind = this.position?.snapshot.decision?.decision;
    return kind ? { decision: kind } : null;
  }

  /** Fact, rule, way out. */
  #wrong({ fact, about }: Pick<Remark, "fact" | "about">): Remark {
    const { rules, position } = this;
    const clause = about && ("clause" in about ? about.clause : rules?.prompts[about.decision]);
    const rule = rules && clause ? ruleOf(rules, clause) : "";
    const more = [rule, position ? wayOut(position) : ""].filter(Boolean).join(" ");
    return { kind: "wrong", fact, more, about };
  }
}
