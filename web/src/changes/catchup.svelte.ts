/** What somebody has to catch up with: since when, what it is, and how the card shows it. */

import type { Changes, Position, Words } from "../api/told.ts";
import { isFailure } from "../api/client.ts";
import { t } from "../i18n.svelte.ts";
import type { GameInfo } from "../state/library.ts";
import type { RecordState } from "../state/record.svelte.ts";
import { recap } from "../state/recap.svelte.ts";
import { session } from "../state/session.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";
import { spansOf } from "./asking.ts";
import { allOf, countOf } from "./figures.ts";
import type { Line, Reader } from "./lines.ts";
import { remember, remembered, type Visit } from "./memory.ts";
import { lastDone, later, LONG, type Round, roundsBetween, turnsBetween } from "./since.ts";

/** A round of a long absence, and what changed in it. */
export interface Chapter extends Round {
  changes: Changes;
}

interface Answer {
  since: number;
  until: number;
  changes: Changes;
  rounds: Chapter[];
}

/** Lines are read aloud with the decision; the others are found on the way. */
const ALOUD = 2;

const seconds = (): number => Date.now() / 1000;

export class CatchUp {
  folded = $state(false);
  hidden = $state(false);
  /** Whether all changes are listed. */
  whole = $state(false);
  /** The line that is pointed at. */
  pointed = $state<number | null>(null);
  #answer = $state.raw<Answer | null>(null);
  #absence = $state.raw<Visit | null>(null);
  /** What was asked for last: older answers come too late. */
  #asked: object | null = null;

  constructor(
    readonly table: TableState,
    readonly record: RecordState,
    readonly decided: number,
  ) {
    this.folded = remembered(table.id).folded;
    this.arrive();
  }

  /** Somebody is here, perhaps again: was it long ago? */
  arrive(): void {
    const { absence, ...known } = remembered(this.table.id);
    const visit = later(lastDone(this.table.log.rows, session.me?.id ?? null), known);
    const isLong = visit.at > 0 && seconds() - visit.at >= LONG;
    const begun = isLong ? { entries: visit.entries, at: visit.at } : absence;
    this.#absence = begun && begun.entries >= this.decided && this.#hasTurns(begun) ? begun : null;
    remember(this.table.id, { absence: this.#absence });
    this.stay();
  }

  /** Somebody is still here. */
  stay(): void {
    remember(this.table.id, { entries: this.#now, at: seconds() });
  }

  fold(): void {
    this.folded = !this.folded;
    remember(this.table.id, { folded: this.folded });
  }

  /** How long ago somebody was here, in seconds; null where that was lately. */
  get away(): number | null {
    return this.#absence && seconds() - this.#absence.at;
  }

  get #now(): number {
    return this.table.position?.entries ?? 0;
  }

  #hasTurns({ entries }: Visit): boolean {
    return turnsBetween(this.record.turns, entries, this.#now).length > 0;
  }

  /** Whether there is a card: a decision has come, or somebody was away for long. */
  get isWanted(): boolean {
    return this.table.position?.yours === true || this.#absence !== null;
  }

  /** Asks for what is to be told; while others decide, only once. */
  async fetch(position: Position): Promise<void> {
    const since = this.#absence?.entries ?? this.decided;
    const until = position.yours ? position.entries : (this.#answer?.until ?? position.entries);
    const isTold = this.#answer?.since === since && this.#answer.until === until;
    if (isTold) this.#done();
    else await this.#learn(since, until);
  }

  async #learn(since: number, until: number): Promise<void> {
    const rounds = this.#absence ? roundsBetween(this.record.turns, since, until) : [];
    const asked = (this.#asked = { since, until });
    try {
      const [[span], parts] = await Promise.all([
        spansOf(this.table, [since, until]),
        rounds.length > 1 ? this.#chapters(rounds) : [],
      ]);
      if (!span || asked !== this.#asked) return;
      this.#answer = { since, until, changes: span.changes, rounds: parts };
      this.hidden = this.whole = false;
    } catch (error) {
      // The moment is gone, or nobody can be reached: there is nothing to tell.
      if (!isFailure(error)) throw error;
      this.#answer = null;
    }
    this.#done();
  }

  #done(): void {
    recap.told = recap.due;
  }

  async #chapters(rounds: Round[]): Promise<Chapter[]> {
    const oldest = rounds.toReversed();
    const moments = [...oldest.map(({ since }) => since), rounds[0]!.until];
    const spans = await spansOf(this.table, moments);
    return oldest.map((round, i) => ({ ...round, changes: spans[i]!.changes })).toReversed();
  }

  get changes(): Changes | null {
    return this.isWanted ? (this.#answer?.changes ?? null) : null;
  }

  /** The rounds of a long absence, the newest first. */
  get rounds(): Chapter[] {
    return this.#answer?.rounds ?? [];
  }

  /** From which moment to which it tells. */
  get span(): { since: number; until: number } {
    return this.#answer ?? { since: 0, until: 0 };
  }

  get turns(): number {
    const { since, until } = this.span;
    return turnsBetween(this.record.turns, since, until).length;
  }
}

/** For whom it is told. */
export function readerOf(
  table: TableState,
  position: Position,
  info: GameInfo,
  words: Words,
): Reader {
  const own = table.table?.seats.filter(({ yours }) => yours) ?? [];
  return {
    viewer: position.viewer ?? "",
    several: own.length > 1,
    words,
    facts: info.facts,
    snapshot: position.snapshot,
  };
}

export const changeCount = (changes: Changes, { words, snapshot }: Reader): number =>
  countOf(allOf(changes, words, snapshot.game));

/** What is read aloud with the decision. */
export function spokenOf(lines: Line[]): string {
  const said = lines
    .slice(0, ALOUD)
    .map(({ text, figure }) => [text, figure].filter(Boolean).join(", "));
  return said.length > 0 ? t("changes.said", { lines: said.join(". ") }) : "";
}
