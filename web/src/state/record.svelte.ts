/** The record of a game as it is told: entries with their events and sentences, in order. */

import type { Entries as EntriesTold } from "../api/generated/types.gen.ts";
import { read } from "../api/patience.ts";
import type { GameEvent, NationId, PlayerId, RegionId } from "../api/told.ts";
import { text } from "../i18n.svelte.ts";
import { eventsOf, type Row, sentencesOf } from "./rows.ts";
import type { TableState } from "./table.svelte.ts";

export interface Told {
  number: number;
  events: GameEvent[];
  sentences: string[];
  /** Whose decision a person has made here; not of gifts, and not where a game came from elsewhere. */
  decided?: PlayerId;
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

const PAGE = 500;

export class RecordState {
  told = $state.raw<Entries>([]);
  readonly turns: Turn[] = $derived(turnsOf(this.told));
  #rows = 0;
  #filling = false;

  constructor(readonly table: TableState) {}

  /** Takes in new rows of the log; fetches what they do not tell, as in an imported game. */
  hear(rows: Row[]): void {
    if (rows.length < this.#rows) this.#forget();
    let told = this.told;
    for (const row of rows.slice(this.#rows)) told = taken(told, row);
    this.#rows = rows.length;
    if (told !== this.told) this.told = told;
    void this.#fill();
  }

  #forget(): void {
    this.#rows = 0;
    this.told = [];
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
      for (const { number, events, sentences } of entries)
        told[number] = { number, events, sentences: sentences ?? [] };
      this.told = told;
      if (entries.length === 0) return;
    } finally {
      this.#filling = false;
    }
    await this.#fill();
  }
}

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
      return next;
    }
    case "undone":
      return told.slice(0, row.body.to + 1);
    default:
      return told;
  }
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
 * What a standing answer has decided for him is not his.
 */
export function lastDecided(
  turns: Turn[],
  player: PlayerId | null,
  standing: ReadonlySet<number>,
  now: number,
): number | null {
  const isHis = ({ number, decided }: Told): boolean => decided === player && !standing.has(number);
  const last = turns.findLast(({ told }) => told.some(isHis))?.told.findLast(isHis);
  const newest = turns.findLast(({ start }) => start < now);
  return last && newest && newest.start >= last.number ? last.number : null;
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
