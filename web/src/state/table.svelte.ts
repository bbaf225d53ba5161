/** A table as this screen knows it: kept up to date by the server, never by guessing. */

import { get, post, Refused } from "../api/client.ts";
import type { Choice, Consequences, Game, GameEvent, Position, Words } from "../api/game.ts";
import type { TableTold } from "../api/generated/types.gen.ts";
import { Live } from "../api/live.ts";
import { text } from "../i18n.svelte.ts";
import { type GameInfo, gameInfo, gameWords } from "./library.ts";

/** A line of the table's log; what its body holds depends on its kind. */
export interface Row {
  seq: number;
  at: number;
  kind: string;
  user: string | null;
  body: Record<string, unknown>;
  sentences?: string[] | null;
}

export type Connection = "connecting" | "open" | "lost";

export class TableState {
  table = $state.raw<TableTold | null>(null);
  position = $state.raw<Position | null>(null);
  info = $state.raw<GameInfo | null>(null);
  words = $state.raw<Words | null>(null);
  rows = $state.raw<Row[]>([]);
  present = $state.raw<string[]>([]);
  connection = $state<Connection>("connecting");
  retryAt = $state(0);
  /** Why there is no table to show. */
  refused = $state.raw<Refused | null>(null);
  sending = $state(false);
  /** What the server said to the last thing we tried. */
  answer = $state.raw<Refused | null>(null);
  /** Called with the events of every action that leads on from the position. */
  onevents: ((events: GameEvent[]) => void) | null = null;

  #live: Live | null = null;
  #seq = 0;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    void this.#open();
  }

  close(): void {
    this.#live?.close();
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

  async #open(): Promise<void> {
    try {
      this.table = await get<TableTold>(this.at(""));
      await this.#learn(this.table.game);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.refused = error;
      return;
    }
    this.#live = new Live(`${this.api}/live`, {
      query: () => this.#query(),
      hear: (message) => this.#hear(message),
      opened: () => (this.connection = "open"),
      lost: (seconds) => {
        this.connection = "lost";
        this.retryAt = Date.now() + seconds * 1000;
        void this.#lookAgain();
      },
    });
  }

  /** Stops coming back where we may not be any more: sent away, or signed out. */
  async #lookAgain(): Promise<void> {
    try {
      await get<TableTold>(this.at(""));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 404) return;
      this.refused = error;
      this.close();
    }
  }

  async #learn(game: Game): Promise<void> {
    [this.info, this.words] = await Promise.all([gameInfo(game), gameWords(game, text.lang)]);
  }

  /** Connects anew: somebody else sits at this screen now. */
  renew(): void {
    this.#live?.renew();
  }

  /** Speaks the reader's language from now on, the log included. */
  async translate(): Promise<void> {
    if (!this.table) return;
    this.words = await gameWords(this.table.game, text.lang);
    this.rows = [];
    this.#seq = 0;
    this.#live?.renew();
  }

  #query(): string {
    const query = new URLSearchParams({ since: String(this.#seq), lang: text.lang });
    if (this.invite) query.set("invite", this.invite);
    return query.toString();
  }

  #hear(message: { type: string; [field: string]: unknown }): void {
    switch (message.type) {
      case "hello":
      case "table":
        this.table = message["table"] as TableTold;
        if (this.info?.id !== this.table.game) void this.#learn(this.table.game);
        break;
      case "row":
        this.#add(message["row"] as Row);
        break;
      case "position":
        this.position = message["position"] as Position;
        break;
      case "presence":
        this.present = (message["users"] as { id: string }[]).map((user) => user.id);
        break;
    }
  }

  #add(row: Row): void {
    if (row.seq <= this.#seq) return;
    this.#seq = row.seq;
    this.rows = [...this.rows, row];
    const events = row.body["events"] as GameEvent[] | undefined;
    const isNew = this.position !== null && row.seq > this.position.seq;
    if (row.kind === "action" && events && isNew) this.onevents?.(events);
  }

  // What people do ------------------------------------------------------------------------------

  /** Decides. True if the server has taken it. */
  decide(choice: Choice): Promise<boolean> {
    return this.act(choice.entry);
  }

  /** The choice with its consequences, which the server is asked for where there are very many. */
  async explained(choice: Choice): Promise<Choice> {
    if (choice.consequences) return choice;
    const body = { position: this.position?.position, entries: [choice.entry] };
    const told = await post<{ consequences: Consequences[] }>(this.at("/consequences"), body);
    const [consequences] = told.consequences;
    return consequences ? { ...choice, consequences } : choice;
  }

  async act(entry: unknown): Promise<boolean> {
    const position = this.position?.position;
    return this.#try(() => post(`${this.api}/actions`, { position, entry }));
  }

  undo(to: number | null = null): Promise<boolean> {
    const position = this.position?.position;
    return this.#try(() => post(`${this.api}/undo`, { position, to }));
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

  async #try(send: () => Promise<unknown>): Promise<boolean> {
    this.sending = true;
    this.answer = null;
    try {
      await send();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.answer = error;
      return false;
    } finally {
      this.sending = false;
    }
  }
}
