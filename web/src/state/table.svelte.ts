/** A table as this screen knows it: kept up to date by the server, never by guessing. */

import { type Failure, get, isFailure, post, Refused, Unreachable } from "../api/client.ts";
import {
  type Ahead,
  asked,
  type Choice,
  type Game,
  type GameEvent,
  type Position,
  type Words,
} from "../api/told.ts";
import type { ConsequencesTold, Done, LiveTold, TableTold } from "../api/generated/types.gen.ts";
import { Live } from "../api/live.ts";
import { text } from "../i18n.svelte.ts";
import { type Absence, type News, newsOf, type Order, wasTaken } from "./absence.ts";
import { Attempt } from "./attempt.svelte.ts";
import { type GameInfo, gameInfo, gameWords } from "./library.ts";
import { isActed, type Row } from "./rows.ts";

export type Connection = "connecting" | "open" | "lost";

/** So many choices are explained at once. */
const MOST_ASKED = 64;

export class TableState {
  table = $state.raw<TableTold | null>(null);
  position = $state.raw<Position | null>(null);
  info = $state.raw<GameInfo | null>(null);
  words = $state.raw<Words | null>(null);
  rows = $state.raw<Row[]>([]);
  present = $state.raw<string[]>([]);
  /** When a bot is likely to have decided about a position, by the clock of this screen. */
  thinking = $state.raw<{ position: number; at: number } | null>(null);
  connection = $state<Connection>("connecting");
  retryAt = $state(0);
  /** Why there is no table to show. */
  refused = $state.raw<Refused | null>(null);
  /** What happened while this screen heard nothing; until it is closed or something is done. */
  news = $state.raw<News | null>(null);
  /** What we decided last, as its choice is labelled. */
  tried = $state("");
  /** Called with the events of every action that leads on from the position. */
  onevents: ((events: GameEvent[]) => void) | null = null;

  #live: Live;
  #me: string | null = null;
  #seq = 0;
  #absence: Absence | null = null;
  #trying = new Attempt();
  /** The position that our last decision has led to. */
  #ledTo = $state(-1);
  #kept = $state.raw<Order | null>(null);
  /** What is asked about this position; what leads on from it waits for the answer. */
  #asking: Promise<unknown> = Promise.resolve();
  /** While several decisions are sent one after the other. */
  #inTurn = $state(false);
  #sending = $derived(
    this.#trying.busy ||
      this.#inTurn ||
      this.#kept !== null ||
      this.#ledTo > (this.position?.position ?? -1),
  );

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.#live = new Live(`${this.api}/live`, {
      query: () => this.#query(),
      hear: (message) => this.#hear(message),
      opened: () => (this.connection = "open"),
      lost: (seconds) => this.#cutOff(seconds),
    });
  }

  close(): void {
    this.#live.close();
  }

  /** Whether something is under way: until its outcome is on the screen. */
  get sending(): boolean {
    return this.#sending;
  }

  /** What the server said to the last thing we tried, if it did not work. */
  get answer(): Failure | null {
    return this.#trying.failure;
  }

  get api(): string {
    return `/api/tables/${this.id}`;
  }

  /** The same address with what shows that we may see the table. */
  at(path: string, query: Record<string, string> = {}): string {
    const all = new URLSearchParams(query);
    if (this.invite) all.set("invite", this.invite);
    const more = all.toString();
    return this.api + path + (more ? `?${more}` : "");
  }

  #cutOff(seconds: number): void {
    if (this.position) this.#absence ??= { since: this.#seq, cut: false, late: false };
    this.retryAt = Date.now() + seconds * 1000;
    if (seconds === 0) return;
    if (this.#absence) this.#absence.cut = true;
    this.connection = "lost";
    void this.#lookAgain();
  }

  /**
   * Stops coming back where we may not be any more: sent away, or signed out.
   * A table that cannot be opened now may be opened later.
   */
  async #lookAgain(): Promise<void> {
    try {
      await get<TableTold>(this.at(""));
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!(error instanceof Refused)) return;
      if (error.status === 404) this.close();
      else if (error.code !== "table/damaged") return;
      this.refused = error;
    }
  }

  async #learn(game: Game): Promise<void> {
    [this.info, this.words] = await Promise.all([gameInfo(game), gameWords(game, text.lang)]);
  }

  /** Connects anew: somebody else sits at this screen now. */
  renew(): void {
    this.#live.renew();
  }

  /** Does not wait for the next attempt to connect. */
  retry(): void {
    this.#live.retry();
  }

  /** Speaks the reader's language from now on, the log included. */
  async translate(): Promise<void> {
    if (!this.table) return;
    this.words = await gameWords(this.table.game, text.lang);
    this.rows = [];
    this.#seq = 0;
    this.#live.renew();
  }

  #query(): string {
    const query = new URLSearchParams({ since: String(this.#seq), lang: text.lang });
    if (this.invite) query.set("invite", this.invite);
    return query.toString();
  }

  #hear(message: LiveTold): void {
    switch (message.type) {
      case "hello":
        this.#me = message.user;
        this.refused = null;
        this.#know(message.table);
        break;
      case "table":
        this.#know(message.table);
        break;
      case "row":
        this.#add(message.row);
        break;
      case "position":
        this.#catchUp((this.position = asked(message.position)));
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
    }
  }

  #know(table: TableTold): void {
    this.table = table;
    if (this.info?.id !== table.game) void this.#learn(table.game);
  }

  #add(row: Row): void {
    if (row.seq <= this.#seq) return;
    this.#seq = row.seq;
    this.rows = [...this.rows, row];
    const isNew = this.position !== null && row.seq > this.position.seq;
    // A name is gone from everything that was told before.
    if (row.kind === "gone" && isNew) location.reload();
    // Who was away is told what happened, and not shown it move by move.
    if (isActed(row) && isNew && !this.#absence) this.onevents?.(row.body.events);
  }

  /** The first position after an absence: says what happened, and sends what was kept. */
  #catchUp({ position }: Position): void {
    const [absence, kept] = [this.#absence, this.#kept];
    this.#absence = this.#kept = null;
    const fits = kept?.position === position;
    const dropped = kept && !fits && !wasTaken(kept, this.rows) ? kept.label : null;
    if (absence) this.news = newsOf(absence, this.rows, this.#me, dropped) ?? this.news;
    if (kept && fits) void this.#send(kept, false);
  }

  // What people do ------------------------------------------------------------------------------

  /** Decides, once or several times in a row. True if the server has taken it all. */
  async decide(...choices: Choice[]): Promise<boolean> {
    if (this.sending || this.connection !== "open" || !this.position) return false;
    this.#inTurn = true;
    let { position } = this.position;
    let done = true;
    for (const { entry, label } of choices) {
      done = await this.#send({ entry, label, position, seq: this.#seq }, true);
      if (!done) break;
      position = this.#ledTo;
    }
    this.#inTurn = false;
    return done;
  }

  /** What would be open after some decisions; null where that cannot be told. */
  async foresee(choices: Choice[]): Promise<Ahead | null> {
    const entries = choices.map(({ entry }) => entry);
    try {
      const body = { position: this.position?.position, entries };
      const answer = post<Ahead>(this.at("/plan", { lang: text.lang }), body);
      this.#asking = Promise.allSettled([this.#asking, answer]);
      return await answer;
    } catch (error) {
      if (!isFailure(error)) throw error;
      return null;
    }
  }

  /** Asks for the consequences of choices that came without, as there are very many. */
  explain(choices: Choice[]): void {
    const wanted = new Set(choices.flatMap(({ id, consequences }) => (consequences ? [] : [id])));
    if (wanted.size > 0) this.#asking = this.#asking.then(() => this.#explain(wanted));
  }

  async #explain(wanted: Set<number>): Promise<void> {
    const before = this.position;
    if (!before || this.sending) return;
    const open = before.choices.filter(({ id, consequences }) => wanted.has(id) && !consequences);
    const asked = open.slice(0, MOST_ASKED);
    if (asked.length === 0) return;
    const body = { position: before.position, entries: asked.map(({ entry }) => entry) };
    try {
      const told = await post<ConsequencesTold>(this.at("/consequences"), body);
      if (this.position !== before || told.consequences.length === 0) return;
      const known = new Map(asked.map(({ id }, i) => [id, told.consequences[i]]));
      const all = before.choices.map((choice) => {
        const consequences = known.get(choice.id);
        return consequences ? { ...choice, consequences } : choice;
      });
      this.position = { ...before, choices: all };
    } catch (error) {
      // What they bring is left out; the decision itself will tell what is wrong.
      if (!isFailure(error)) throw error;
    }
  }

  async act(entry: Order["entry"], label = ""): Promise<boolean> {
    if (this.sending || this.connection !== "open" || !this.position) return false;
    const { position } = this.position;
    return this.#send({ entry, label, position, seq: this.#seq }, true);
  }

  /** Sends a decision; what does not reach the server is kept until the connection is back. */
  async #send(order: Order, keep: boolean): Promise<boolean> {
    const { entry, label, position } = order;
    const done = await this.#lead("/actions", { position, entry }, label);
    if (this.answer instanceof Unreachable && keep) {
      this.#trying.failure = null;
      this.#kept = order;
      this.#live.retry();
    } else if (this.answer instanceof Refused) this.#live.renew();
    return done;
  }

  undo(to: number | null = null): Promise<boolean> {
    return this.#lead("/undo", { position: this.position?.position, to });
  }

  /** Sends what leads on from the position. */
  async #lead(path: string, body: object, label = ""): Promise<boolean> {
    const done = await this.#try(async () => {
      await this.#asking;
      this.#ledTo = (await post<Done>(this.api + path, body)).position;
    }, label);
    if (this.answer instanceof Refused && this.answer.code === "position/stale") {
      this.#trying.failure = null;
      // This screen has not heard what happened: its connection is not what it seems.
      this.#absence = { since: this.#seq, cut: false, late: true };
      this.#live.retry();
    }
    return done;
  }

  propose(kind: "pause" | "resume" | "end"): Promise<boolean> {
    return this.#try(() => post(`${this.api}/vote`, { kind }));
  }

  agree(agree: boolean): Promise<boolean> {
    return this.#try(() => post(`${this.api}/vote/answer`, { agree }));
  }

  comeBack(): Promise<boolean> {
    return this.#try(() => post(`${this.api}/return`));
  }

  say(room: "table" | "gallery", words: string): Promise<boolean> {
    return this.#try(() => post(this.at("/chat"), { room, text: words }));
  }

  /** Opens a table of one's own that goes on from a moment; gives its id. */
  study(entries: number): Promise<string | null> {
    return this.#opened("/studies", { entries });
  }

  /** The table where the same people play again; gives its id. */
  rematch(): Promise<string | null> {
    return this.#opened("/rematch", {});
  }

  async #opened(path: string, body: unknown): Promise<string | null> {
    let id: string | null = null;
    await this.#try(async () => {
      id = (await post<TableTold>(this.at(path), body)).id;
    });
    return id;
  }

  /** Tries once more what did not work. */
  again(): void {
    void this.#trying.again();
  }

  #try(send: () => Promise<unknown>, label = ""): Promise<boolean> {
    this.news = null;
    this.tried = label;
    return this.#trying.make(send);
  }
}
