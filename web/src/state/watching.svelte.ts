/**
 * What others do, shown at the pace the reader likes: here is whether something is shown, and in
 * place of which position; the film itself comes when it is first needed.
 */

import type { Position } from "../api/told.ts";
import type { Film } from "./film.svelte.ts";
import { asPosition, PastState } from "./past.svelte.ts";
import { type Pace, PACES, preferences } from "./preferences.svelte.ts";
import type { Acted } from "./rows.ts";
import type { TableState } from "./table.svelte.ts";

export class Watching {
  playing = $state(false);
  /** Whether it was seen before, and is played once more. */
  #again = $state(false);
  /** What is played; null also while it is still on its way. */
  film = $state.raw<Film | null>(null);
  /** What stays on the screen until the film has its first picture. */
  #still = $state.raw<Position | null>(null);
  /** After which entry the turns begin that are counted together. */
  #since: number | null = null;
  /** The last entry to show. */
  #to = 0;
  /** Positions that were told while the film plays, by number of entries. */
  #heard = new Map<number, Position>();
  readonly #past: PastState;

  constructor(readonly table: TableState) {
    this.#past = new PastState(table);
  }

  /** The position to show in place of the newest; null: the newest. */
  get shown(): Position | null {
    return this.playing ? (this.film?.shown ?? this.#still) : null;
  }

  /** The last entry that may be told. */
  get seen(): number {
    return this.playing ? (this.film?.seen ?? this.#still?.entries ?? Infinity) : Infinity;
  }

  /** Whether there is something to show, and no picture yet. */
  get isOpening(): boolean {
    return this.playing && this.shown === null;
  }

  /** Whether what is shown is new: nothing may tell yet how it ends. */
  get isNew(): boolean {
    return this.playing && !this.#again;
  }

  /** Plays the turns between the positions after two entries, then comes back to now. */
  show(from: number, to: number, again = false): void {
    this.stop();
    this.#again = again;
    this.#begin(from, from, to);
  }

  /** Goes to the newest position at once. */
  stop(): void {
    this.#since = null;
    this.#end();
  }

  /** Goes on at another pace, here and at all tables. */
  go(pace: Pace): void {
    preferences.go(pace);
    if (pace === "at_once") this.stop();
    else this.film?.hurry();
  }

  /** Does what a key stands for while something is shown. True if it stood for something. */
  press(key: string): boolean {
    const pace = /^Shift\+(\d)$/.exec(key)?.[1];
    const wanted = PACES[Number(pace) - 1];
    if (!this.playing) return false;
    if (wanted) this.go(wanted);
    else return this.film?.press(key) ?? false;
    return true;
  }

  /** Takes in what was decided, at this screen or elsewhere. True if it is shown as a film. */
  hear({ body: { number } }: Acted, isOurs: boolean): boolean {
    if (this.playing) this.#extend(number);
    else if (isOurs || preferences.pace === "at_once") this.#since = null;
    else this.#begin((this.#since ??= number - 1), number - 1, number);
    return this.playing;
  }

  /** Keeps a position for the film, or notes that it was seen. */
  note(position: Position): void {
    if (!this.playing) return this.#saw(position.entries);
    this.#heard.set(position.entries, asPosition(position));
    this.film?.wake();
  }

  /** Shows what happened since this screen was last here, and since we have last decided. */
  comeBack({ entries, snapshot }: Position, decided: number): void {
    const seen = localStorage.getItem(this.#name);
    if (seen === null || snapshot.result || preferences.pace === "at_once") return;
    const from = Math.max(Number(seen), decided);
    if (from < entries) this.show(from, entries);
  }

  #begin(since: number, seen: number, to: number): void {
    const { position } = this.table;
    if (position) this.#heard.set(position.entries, asPosition(position));
    this.#still = position && asPosition(position);
    this.#to = to;
    this.playing = true;
    void this.#load(since, seen);
  }

  async #load(since: number, seen: number): Promise<void> {
    const { Film } = await import("./film.svelte.ts");
    // Somebody has skipped it meanwhile, or begun another.
    if (!this.playing || this.film) return;
    this.table.record.hear(this.table.log.rows);
    this.film = new Film(this.table, since, this.#to, {
      at: async (entries) => this.#heard.get(entries) ?? (await this.#past.at(entries)),
      saw: (entries) => this.#saw(entries),
      ended: () => this.#end(),
      skipped: () => this.stop(),
    });
    this.film.play(seen);
  }

  #extend(to: number): void {
    this.#to = to;
    this.table.record.hear(this.table.log.rows);
    this.film?.extend(to);
  }

  #end(): void {
    this.film?.close();
    this.film = this.#still = null;
    this.playing = this.#again = false;
    this.#heard.clear();
    if (this.table.position) this.#saw(this.table.position.entries);
  }

  /** Where this browser keeps how much of the game it has shown. */
  get #name(): string {
    return `rondel.seen.${this.table.id}`;
  }

  #saw(entries: number): void {
    localStorage.setItem(this.#name, String(entries));
  }
}
