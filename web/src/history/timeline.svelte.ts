/** Where one looks at a game: now, or at a moment before; links to moments, tables from there. */

import { untrack } from "svelte";

import type { Changes, GameEvent, NationId, Position } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import { router } from "../router.svelte.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { PastState } from "../state/past.svelte.ts";
import { type RecordState, regionsOf, type Turn } from "../state/record.svelte.ts";
import { myName, session } from "../state/session.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { type Step, stepped, turnAt } from "./stops.ts";

const STEPS: Record<string, [Step, 1 | -1]> = {
  ",": ["decision", -1],
  ".": ["decision", 1],
  "[": ["turn", -1],
  "]": ["turn", 1],
  "{": ["round", -1],
  "}": ["round", 1],
};

export class Timeline {
  readonly record: RecordState;
  readonly past: PastState;
  /** What was just done with the moment, as a sentence. */
  notice = $state("");
  /** A link that could not be copied, for people to copy. */
  link = $state("");
  /** The turn that the moment on the screen belongs to. */
  readonly turn: Turn = $derived.by(() => turnAt(this.record.turns, this.seen));
  /** What has happened in that turn until the moment looked back at. */
  readonly events: GameEvent[] = $derived.by(() =>
    this.back
      ? this.turn.told.filter(({ number }) => number <= this.seen).flatMap(({ events }) => events)
      : [],
  );

  /** The nations that differ since that turn began. */
  readonly nations: ReadonlySet<NationId> = $derived.by(
    () => new Set(nationsIn(this.past.shown?.changes)),
  );

  constructor(
    readonly table: TableState,
    readonly desk: Desk,
  ) {
    this.record = table.record;
    this.past = new PastState(table);
  }

  /** Whether that turn has ended at the moment. */
  get turnIsOver(): boolean {
    return this.turn.told.at(-1)?.number === this.seen && this.seen < this.#last;
  }

  get back(): boolean {
    return this.desk.moment !== null;
  }

  /** The moment that is looked at, as a number of entries. */
  get moment(): number {
    return Math.min(this.desk.moment ?? this.#last, this.#last);
  }

  /** The one on the screen: the moment looked at follows as soon as the server has told it. */
  get seen(): number {
    return this.back ? (this.past.shown?.entries ?? this.moment) : this.#last;
  }

  /** Has the moment looked at told. */
  fetch(): void {
    this.past.show(this.back ? this.moment : null);
  }

  get #last(): number {
    return this.table.position?.entries ?? 0;
  }

  /** The position to show, given the current one. */
  shown(current: Position): Position {
    return this.back ? (this.past.shown ?? current) : current;
  }

  /** The places that it was about. */
  get changed(): string[] {
    return regionsOf(this.events);
  }

  look(moment: number | null): void {
    this.notice = this.link = "";
    this.desk.moment = moment === null ? null : Math.max(0, Math.min(moment, this.#last));
  }

  /** Goes to the moment that the address names: once, however the game goes on. */
  follow(hash: string): void {
    if (/^\d+$/.test(hash)) untrack(() => this.look(Number(hash)));
  }

  /** Does what a key stands for. True if it stood for something. */
  press(key: string): boolean {
    const step = STEPS[key];
    if (step) this.#go(...step);
    else if (key === "Home") this.look(0);
    else if ((key === "End" || key === "Escape") && this.back) this.look(null);
    else return false;
    return true;
  }

  #go(step: Step, by: 1 | -1): void {
    // Turns and rounds are known as soon as the record is.
    if (step === "decision") this.look(this.moment + by);
    else if (this.record.told.length > this.moment)
      this.look(stepped(this.record.told, this.moment, step, by));
  }

  /** Copies a link to the moment, or to the game as it stands. */
  async share(): Promise<void> {
    const { id, table, invite } = this.table;
    // The server must know the moment, or it could not tell others what the link leads to.
    const link = new URL(`/t/${id}${this.back ? `?moment=${this.moment}` : ""}`, location.href);
    const code = invite ?? (table?.public ? null : table?.invite);
    if (code) link.searchParams.set("invite", code);
    try {
      await navigator.clipboard.writeText(link.href);
      this.notice = t("history.copied");
    } catch {
      // Without a secure address there is no clipboard.
      this.link = link.href;
    }
  }

  /** What puts the game, or the moment, into a page of another site; empty if it is not public. */
  get code(): string {
    const { id, table } = this.table;
    if (!table?.public) return "";
    const query = this.back ? `?moment=${this.moment}` : "";
    const src = new URL(`/embed/${id}${query}`, location.href).href;
    return `<iframe src="${src}" width="800" height="600" title="Rondel" loading="lazy" style="border:0"></iframe>`;
  }

  /** Opens a table of one's own that goes on from the moment. */
  async tryFromHere(moment = this.moment): Promise<void> {
    await session.named(myName());
    const study = await this.table.acting.study(moment);
    if (study) router.go(`/t/${study}`);
  }

  async rematch(): Promise<void> {
    const next = await this.table.acting.rematch();
    if (next) router.go(`/t/${next}`);
  }
}

const OF_NATIONS = [
  "rondel",
  "governments",
  "treasuries",
  "revenue",
  "power",
  "factory_count",
  "flag_count",
  "armies",
  "fleets",
] as const satisfies (keyof Changes)[];

const nationsIn = (changes: Changes | undefined): NationId[] =>
  changes ? OF_NATIONS.flatMap((key) => Object.keys(changes[key])) : [];
