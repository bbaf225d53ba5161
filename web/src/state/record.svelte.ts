/** The record of a game as it is told: entries with their events and sentences, in order. */

import type { Entries as EntriesTold, EntryTold } from "../api/generated/types.gen.ts";
import { read } from "../api/patience.ts";
import type { Entry, GameEvent, NationId, PlayerId, RegionId } from "../api/told.ts";
import { text } from "../i18n.svelte.ts";
import type { Game } from "./past.svelte.ts";
import { type Acted, eventsOf, type Row, sentencesOf } from "./rows.ts";

export interface Told {
  number: number;
  events: GameEvent[];
  sentences: string[];
  /** Whose decision a person has made here; not of gifts, and not where a game came from elsewhere. */
  decided?: PlayerId;
  /** Whether a plan has decided it. */
  planned?: boolean;
}

/** What is told, by number of the entry, 0 is the set-up; what was not fetched yet is missing. */
export type Entries = (Told | undefined)[];

export interface Turn {
  /** Number of the entry after which it began. */
  start: number;
  round: number;
  nation: NationId | null;
  told: Told[];
}

/** Lines of the log beside the record, by number of the entry. */
export type Asides = ReadonlyMap<number, Row[]>;

const PAGE = 500;

export class RecordState {
  told = $state.raw<Entries>([]);
  readonly turns: Turn[] = $derived(turnsOf(this.told));
  /** What was asked at the table, by the entry behind which it is told. */
  asides = $state.raw<Asides>(new Map());
  /** What was decided before the log began, as lines of it: a game may have come from elsewhere. */
  before = $state.raw<Acted[]>([]);
  /** How many entries a study had when it was opened. */
  #opened = 0;
  #rows = 0;
  #filling = false;

  constructor(readonly table: Pick<Game, "at" | "position">) {}

  /** Takes in new rows of the log; fetches what they do not tell, as in an imported game. */
  hear(rows: Row[]): void {
    if (rows.length < this.#rows) this.#forget();
    let told = this.told;
    for (const row of rows.slice(this.#rows)) {
      told = taken(told, row);
      if (row.kind === "opened") this.#opened = row.body.entries;
    }
    this.#rows = rows.length;
    if (told !== this.told) this.told = told;
    if (rows.some(isAside)) this.asides = asidesOf(rows);
    void this.#fill();
  }

  #forget(): void {
    this.#rows = 0;
    this.told = [];
    this.asides = new Map();
    this.before = [];
  }

  async #fill(): Promise<void> {
    const length = this.table.position?.entries ?? 0;
    const missing = this.told.findIndex((one) => one === undefined);
    const known = missing < 0 ? this.told.length : missing;
    if (this.#filling || known > length) return;
    this.#filling = true;
    try {
      const after = Math.max(0, known - 1);
      const query = { after: String(after), last: String(after + PAGE), lang: text.lang };
      const { entries } = await read<EntriesTold>(this.table.at("/entries", query));
      const told = [...this.told];
      if (!told[0]) told[0] = { number: 0, events: [], sentences: [] };
      const unheard = entries.filter(({ number }) => !told[number]);
      for (const { number, events, sentences } of unheard)
        told[number] = { number, events, sentences: sentences ?? [] };
      this.told = told;
      const earlier = unheard.filter(({ number }) => number <= this.#opened);
      this.before = [...this.before, ...earlier.map(asLine)];
      if (entries.length === 0) return;
    } finally {
      this.#filling = false;
    }
    await this.#fill();
  }
}

/** An entry as the log would tell it; who sat where is not known. */
const asLine = ({ number, entry, events, sentences }: EntryTold): Acted => ({
  seq: -number,
  at: 0,
  kind: "action",
  user: null,
  body: { position: number, number, entry: entry as Entry, events, seat: -1, bot: null },
  sentences: sentences ?? [],
});

function taken(told: Entries, row: Row): Entries {
  const [events, sentences] = [eventsOf(row), sentencesOf(row)];
  switch (row.kind) {
    case "started":
    case "opened":
      return [{ number: 0, events, sentences }, ...told.slice(1)];
    case "action": {
      const { number, entry } = row.body;
      const next = [...told];
      next[number] = { number, events, sentences };
      if (row.user !== null && entry.decision !== "donate") next[number].decided = entry.actor;
      if (row.body.plan) next[number].planned = true;
      return next;
    }
    case "undone":
      return told.slice(0, row.body.to + 1);
    default:
      return told;
  }
}

/** Whether a line is about what people asked, and not about the game; who takes back only steps of
 * his own bothers nobody. */
const isAside = (row: Row): boolean =>
  row.kind === "vote" ||
  row.kind === "hint" ||
  row.kind === "vacation" ||
  (row.kind === "undone" && (row.body.back?.seats.filter((count) => count > 0).length ?? 0) > 1);

/** Such lines by the entry that was the last then, or where the game has gone back to since. */
export function asidesOf(rows: Row[]): Asides {
  let last = 0;
  let found: { after: number; row: Row }[] = [];
  for (const row of rows) {
    if (row.kind === "action") last = row.body.number;
    else if (row.kind === "opened") last = row.body.entries;
    else if (row.kind === "undone") {
      last = row.body.to;
      found = found.map((one) => ({ ...one, after: Math.min(one.after, last) }));
    }
    if (isAside(row)) found.push({ after: last, row });
  }
  const asides = new Map<number, Row[]>();
  for (const { after, row } of found) asides.set(after, [...(asides.get(after) ?? []), row]);
  return asides;
}

/** The record in turns of nations. */
export function turnsOf(told: Entries): Turn[] {
  const turns: Turn[] = [{ start: 0, round: 1, nation: null, told: [] }];
  for (const one of told) {
    if (!one) continue;
    turns.at(-1)?.told.push(one);
    const started = one.events.findLast((event) => event.event === "turn_started");
    if (!started) continue;
    const { round, nation } = started;
    turns.push({ start: one.number, round, nation, told: [] });
  }
  return turns;
}

/**
 * The moment after the last decision of a player, if another turn has begun since then.
 * What a plan has decided for him is not his.
 */
export function lastDecided(turns: Turn[], player: PlayerId | null, now: number): number | null {
  const isHis = ({ decided, planned }: Told): boolean => decided === player && !planned;
  const last = turns.findLast(({ told }) => told.some(isHis))?.told.findLast(isHis);
  const newest = turns.findLast(({ start }) => start < now);
  return last && newest && newest.start >= last.number ? last.number : null;
}

/** What was told up to an entry. */
export function until(turns: Turn[], entry: number): Turn[] {
  if (entry === Infinity) return turns;
  return turns
    .filter(({ start, nation }) => start < entry || nation === null)
    .map((turn) => ({ ...turn, told: turn.told.filter(({ number }) => number <= entry) }));
}

/** The sentences of an entry; that the next turn begins is said by its own heading. */
export const linesOf = ({ events, sentences }: Told): string[] =>
  events.at(-1)?.event === "turn_started" ? sentences.slice(0, -1) : sentences;

/** The places that events are about. */
export function regionsOf(events: GameEvent[]): RegionId[] {
  return [...new Set(events.flatMap(placesOf))];
}

function placesOf(event: GameEvent): RegionId[] {
  if (event.event === "unit_moved") return [event.origin, event.target];
  return "region" in event ? [event.region] : [];
}
