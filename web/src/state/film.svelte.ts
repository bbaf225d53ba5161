/** Shows what happened, one nation turn after the other, at the pace the reader likes. */

import type { GameEvent, NationId, PlayerId, Position } from "../api/told.ts";
import { concerns, type Part, type Step, stepsOf } from "./parts.ts";
import { play as sound } from "./notices.ts";
import { preferences } from "./preferences.svelte.ts";
import type { Told, Turn } from "./record.svelte.ts";
import type { TableState } from "./table.svelte.ts";
import { Timer } from "./timer.ts";

/** What a film is made from, and who hears of it. */
export interface Studio {
  /** The position after so many entries; null if it cannot be had. */
  at: (entries: number) => Promise<Position | null>;
  saw: (entries: number) => void;
  ended: () => void;
  /** The reader does not want to see the rest. */
  skipped: () => void;
}

/** What has not been shown of a turn. */
interface Scene {
  index: number;
  told: Told[];
  from: number;
  to: number;
  isOver: boolean;
}

/** So long a bot that decides quickly is waited for before the film ends. */
const BETWEEN = 1200;

const SOUNDS = { marker: "marker", pieces: "piece", money: "coin", flags: "piece" } as const;

export class Film {
  /** The position of the moment that is shown. */
  shown = $state.raw<Position | null>(null);
  /** The position with which the turn began. */
  before = $state.raw<Position | null>(null);
  /** The position that what is shown of the turn leads to. */
  after = $state.raw<Position | null>(null);
  /** Which of the turns is shown. */
  index = $state(0);
  /** Which parts of it there are, and which is shown. */
  parts = $state.raw<Part[]>([]);
  part = $state<Step["part"]>("marker");
  /** What is played on the board, and how long it takes. */
  played = $state.raw<{ events: GameEvent[]; duration: number } | null>(null);
  paused = $state(false);
  /** Whether turns are left out that do not concern the reader. */
  onlyMine = $state(false);
  /** How often a turn was shown to its end. */
  rests = $state(0);

  readonly turns: Turn[] = $derived.by(() => this.#within());
  readonly turn: Turn | undefined = $derived(this.turns[this.index]);
  /** What has been shown of the turn, and what is being shown. */
  readonly told: Told[] = $derived.by(() => this.#toldOf(this.turn));

  /** The last entry that was shown to its end: what comes after is not told elsewhere. */
  seen = $state(0);
  #to = $state(0);
  /** The last entry of what is being shown. */
  #showing = $state(0);
  /** How often something new was heard. */
  #news = 0;
  #run = 0;
  #isWaiting = false;
  readonly #timer = new Timer();

  constructor(
    readonly table: TableState,
    readonly since: number,
    to: number,
    readonly studio: Studio,
  ) {
    this.#to = to;
    document.addEventListener("visibilitychange", this.#hold);
    this.#hold();
  }

  /** Goes on until this entry. */
  extend(to: number): void {
    this.#to = Math.max(to, this.#to);
    this.wake();
  }

  /** Something is new: whoever waits for it looks again. */
  wake(): void {
    this.#news++;
    if (this.#isWaiting) this.#timer.end();
  }

  play(seen: number): void {
    const run = ++this.#run;
    this.#timer.end();
    this.seen = seen;
    void this.#play(seen, run);
  }

  close(): void {
    this.#run++;
    this.#timer.end();
    document.removeEventListener("visibilitychange", this.#hold);
  }

  pause(): void {
    this.paused = !this.paused;
    this.#hold();
  }

  /** Goes on to the next turn; after the last one the film is over. */
  next(): void {
    this.#letGo();
    this.play(this.turn?.told.at(-1)?.number ?? this.#to);
  }

  /** Shows the turn before once more. */
  back(): void {
    const turn = this.turns[Math.max(0, this.index - 1)];
    this.#letGo();
    this.play((turn?.told[0]?.number ?? 1) - 1);
  }

  /** Leaves out what does not concern the reader, or no longer. */
  leaveOut(onlyMine: boolean): void {
    this.onlyMine = onlyMine;
    if (onlyMine && this.turn && !this.#concerns(this.turn)) this.next();
  }

  /** Plays at another pace from here on. */
  hurry(): void {
    if (this.part === "rest") this.#timer.end();
  }

  /** Does what a key stands for. True if it stood for something. */
  press(key: string): boolean {
    if (key === " ") this.pause();
    else if (key === "ArrowRight") this.next();
    else if (key === "ArrowLeft") this.back();
    else if (key === "Escape") this.studio.skipped();
    else return false;
    return true;
  }

  #letGo(): void {
    this.paused = false;
    this.#hold();
  }

  // Nobody sees a page that is hidden: what happens meanwhile is shown afterwards.
  readonly #hold = (): void => this.#timer.hold(this.paused || document.hidden);

  #within(): Turn[] {
    return this.table.record.turns.flatMap((turn) => {
      const told = turn.told.filter(({ number }) => number > this.since && number <= this.#to);
      return told.length > 0 ? [{ ...turn, told }] : [];
    });
  }

  #toldOf(turn: Turn | undefined): Told[] {
    return turn?.told.filter(({ number }) => number <= this.#showing) ?? [];
  }

  async #play(seen: number, run: number): Promise<void> {
    let at: number | null = seen;
    while (at !== null && run === this.#run) at = await this.#go(at, run);
    if (run === this.#run) this.studio.ended();
  }

  /** Shows what comes after an entry; gives the entry that it has come to, null at the end. */
  async #go(seen: number, run: number): Promise<number | null> {
    const scene = this.#sceneAfter(seen);
    if (!scene) return this.#more(seen);
    const [before, after] = await Promise.all([scene.from, scene.to].map(this.studio.at));
    if (run !== this.#run) return seen;
    if (!before || !after) return null;
    await this.#show(scene, before, after, run);
    return scene.to;
  }

  async #show(scene: Scene, before: Position, after: Position, run: number): Promise<void> {
    const events = scene.told.flatMap(({ events }) => events);
    // Who has all at once, and asks to see it, wants to see it.
    const pace = preferences.pace === "at_once" ? "brisk" : preferences.pace;
    const steps = stepsOf(before, after, events, pace, scene.isOver);
    this.#begin(scene, before, after, steps);
    for (const step of steps) {
      this.#put(step);
      await this.#timer.run(step.duration);
      if (run !== this.#run) return;
    }
    this.#see(scene.to);
  }

  #see(entries: number): void {
    this.seen = entries;
    this.studio.saw(entries);
  }

  #begin(scene: Scene, before: Position, after: Position, steps: Step[]): void {
    const goesOn = this.#showing === scene.from && this.index === scene.index && this.before;
    const parts = steps.flatMap(({ part }) => (part === "rest" ? [] : [part]));
    this.parts = [...new Set(goesOn ? [...this.parts, ...parts] : parts)];
    if (!goesOn) this.before = before;
    this.after = after;
    this.index = scene.index;
    this.#showing = scene.to;
    this.shown ??= before;
  }

  #put({ part, position, events, duration }: Step): void {
    if (part !== this.part || events.length > 0) this.#sound(part);
    this.part = part;
    this.shown = position;
    this.played = events.length > 0 ? { events, duration } : null;
    if (part !== "rest") return;
    this.#see(this.#showing);
    this.rests++;
  }

  #sound(part: Step["part"]): void {
    const { sound: isLiked } = preferences.likes(this.table.id);
    if (part !== "rest" && isLiked) sound(SOUNDS[part]);
  }

  /** What is to be shown after an entry: the rest of its turn, as far as it is known. */
  #sceneAfter(seen: number): Scene | null {
    const index = this.turns.findIndex((turn) => this.#isLeft(turn, seen));
    const told = this.turns[index]?.told.filter(({ number }) => number > seen) ?? [];
    const [first, last] = [told[0], told.at(-1)];
    if (!first || !last) return null;
    const isOver = last.events.some(({ event }) => ENDS.has(event));
    return { index, told, from: first.number - 1, to: last.number, isOver };
  }

  #isLeft(turn: Turn, seen: number): boolean {
    const isNew = (turn.told.at(-1)?.number ?? 0) > seen;
    return isNew && (!this.onlyMine || this.#concerns(turn));
  }

  #concerns({ told, nation }: Turn): boolean {
    const { viewer, snapshot } = this.shown ?? this.table.position!;
    return concerns(told, viewer, governedBy(viewer, snapshot.governments, nation));
  }

  /** Waits a little for a bot that decides, and for the position that an entry has led to. */
  async #more(seen: number): Promise<number | null> {
    const { position, table } = this.table;
    const entries = position?.entries ?? 0;
    const isBot = table?.seats[position?.pending?.seat ?? -1]?.bot;
    if (entries > seen || (entries === seen && !isBot)) return null;
    const news = this.#news;
    this.#isWaiting = true;
    await this.#timer.run(BETWEEN);
    this.#isWaiting = false;
    return this.#news > news ? seen : null;
  }
}

const ENDS = new Set<GameEvent["event"]>(["turn_started", "game_ended"]);

/** The nations of somebody, but the one on turn: what it does itself concerns whom it meets. */
function governedBy(
  player: PlayerId | null,
  governments: Record<NationId, PlayerId | null>,
  nation: NationId | null,
): NationId[] {
  if (player === null) return [];
  return Object.keys(governments).filter((id) => id !== nation && governments[id] === player);
}
