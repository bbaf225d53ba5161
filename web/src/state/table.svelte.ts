/** A table as this screen knows it: kept up to date by the server, never by guessing. */

import type { LiveTold, TableTold } from "../api/generated/types.gen.ts";
import { source } from "../api/source.ts";
import { asked, type GameEvent, type Position, type Words } from "../api/told.ts";
import { text } from "../i18n.svelte.ts";
import { type News, newsOf } from "./absence.ts";
import { Acting, type Shown } from "./acting.svelte.ts";
import { Address, type Query } from "./address.ts";
import { coaching } from "./coaching.svelte.ts";
import { Connection } from "./connection.svelte.ts";
import { type GameInfo, gameInfo, gameWords } from "./library.ts";
import { Log } from "./log.svelte.ts";
import { preferences } from "./preferences.svelte.ts";
import { RecordState } from "./record.svelte.ts";
import { isActed, type Acted, type Row } from "./rows.ts";
import { Sharing } from "./sharing.svelte.ts";
import { Watching } from "./watching.svelte.ts";

export class TableState implements Shown {
  table = $state.raw<TableTold | null>(null);
  position = $state.raw<Position | null>(null);
  info = $state.raw<GameInfo | null>(null);
  words = $state.raw<Words | null>(null);
  present = $state.raw<string[]>([]);
  /** When a bot is likely to have decided about a position, by the clock of this screen. */
  thinking = $state.raw<{ position: number; at: number } | null>(null);
  /** What happened while this screen heard nothing; until it is closed or something is done. */
  news = $state.raw<News | null>(null);
  /** Called with the events of what was decided here, as they lead on from the position. */
  onevents: ((events: GameEvent[]) => void) | null = null;

  readonly log = new Log();
  readonly record = new RecordState(this);
  readonly watching = new Watching(this);
  readonly connection: Connection;
  readonly acting: Acting;
  readonly sharing: Sharing;
  readonly #address: Address;
  #me: string | null = null;
  #keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.#address = new Address(id, invite);
    this.connection = new Connection(this.#address, this.log, (message) => this.#hear(message));
    this.acting = new Acting(this.#address, this, this.log, this.connection);
    this.sharing = new Sharing(this, this.#address, this.connection);
  }

  /** An address of the table's, with what shows that we may see it. */
  at(path: string, query: Query = {}): string {
    return this.#address.at(path, query);
  }

  /** Speaks the reader's language from now on, the log included. */
  async translate(): Promise<void> {
    if (!this.table) return;
    this.words = await gameWords(this.table.game, text.lang);
    this.log.forget();
    this.connection.renew();
  }

  #hear(message: LiveTold): void {
    switch (message.type) {
      case "hello":
        this.#me = message.user;
        this.#know(message.table);
        break;
      case "table":
        this.#know(message.table);
        break;
      case "row":
        this.#add(message.row);
        break;
      case "position":
        this.#moveTo(asked(message.position));
        break;
      case "thinking":
        this.thinking = {
          position: message.position,
          at: Date.now() + message.seconds * 1000,
        };
        break;
      case "presence":
        this.present = message.users.map((user) => user.id);
        break;
      case "beat":
      case "consequences":
      case "done":
      case "refused":
        // Signs of life, and answers to what this page does not ask here.
        break;
    }
  }

  #know(table: TableTold): void {
    this.table = table;
    this.sharing.know();
    const { id, rules_version } = this.info ?? {};
    if (id !== table.game || rules_version !== table.rules_version) void this.#learn(table);
  }

  async #learn({ game, rules_version }: TableTold): Promise<void> {
    const known = [gameInfo(game, rules_version), gameWords(game, text.lang)] as const;
    [this.info, this.words] = await Promise.all(known);
  }

  #add(row: Row): void {
    if (!this.log.add(row)) return;
    const isNew = this.position !== null && row.seq > this.position.seq;
    // A name is gone from everything that was told before.
    if (row.kind === "gone" && isNew) location.reload();
    if (row.kind === "undone" && isNew) this.watching.stop();
    if (isActed(row) && isNew) this.#show(row);
  }

  /** What others have done is shown at the reader's pace, what we have done as it happens. */
  #show(row: Acted): void {
    const isOurs = this.#isOurs(row);
    if (this.watching.hear(row, isOurs)) return;
    const isMoving = isOurs && !this.connection.isAbsent && preferences.pace !== "at_once";
    if (isMoving) this.onevents?.(row.body.events);
  }

  /** Whether somebody at this screen has decided; bots are nobody, and so is who only watches.
   * In a lesson those others are others whose moves the lesson makes. */
  #isOurs({ user, body }: Acted): boolean {
    const isElsewhere = coaching.seat !== null && body.seat !== coaching.seat;
    return user !== null && user === this.#me && !isElsewhere;
  }

  /** The number of the last entry that we have made. */
  get #decided(): number {
    const ours = this.log.rows.filter(isActed).findLast((row) => this.#isOurs(row));
    return ours?.body.number ?? 0;
  }

  /** The first position after an absence comes with what happened meanwhile. */
  #moveTo(position: Position): void {
    const isFirst = this.position === null;
    // What one person has been shown is not for the next at the same screen.
    if (this.sharing.hides && this.position?.viewer !== position.viewer) this.watching.stop();
    if (isFirst) this.watching.comeBack(position, this.#decided);
    this.position = position;
    this.watching.note(position);
    this.sharing.follow();
    const absence = this.connection.catchUp();
    const lost = this.acting.lostBy(position);
    if (absence && !isFirst)
      this.news = newsOf(absence, this.log.rows, this.#me, lost, position.entries) ?? this.news;
    this.acting.resume(position);
    this.#keep();
  }

  /** What is known is kept for when there is no line, as soon as it has come to rest. */
  #keep(): void {
    clearTimeout(this.#keeping);
    if (source.here || !(navigator as Partial<Navigator>).serviceWorker?.controller) return;
    this.#keeping = setTimeout(
      () => void import("./kept.ts").then(({ keep }) => keep(this, this.#me)),
      2000,
    );
  }
}
