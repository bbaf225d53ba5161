/** What people do at a table: sent once, kept while the server is away, asked about before. */

import { type Failure, isFailure, post, Refused, Unreachable } from "../api/client.ts";
import type { ConsequencesTold, Done, TableTold } from "../api/generated/types.gen.ts";
import type { Ahead, Choice, Consequences, Position } from "../api/told.ts";
import { text } from "../i18n.svelte.ts";
import { type News, type Order, wasTaken } from "./absence.ts";
import type { Address } from "./address.ts";
import { Attempt } from "./attempt.svelte.ts";
import { coaching } from "./coaching.svelte.ts";
import type { Connection } from "./connection.svelte.ts";
import type { Log } from "./log.svelte.ts";

/** What is before the people at this screen. */
export interface Shown {
  position: Position | null;
  /** What happened while this screen heard nothing; until something is done. */
  news: News | null;
}

/** So many choices are explained at once. */
const MOST_ASKED = 64;

export class Acting {
  /** What we decided last, as its choice is labelled. */
  tried = $state("");
  /** How far somebody wants to take back who is asked once more; so many entries stay. */
  undoing = $state<number | null>(null);
  #trying = new Attempt();
  /** The position that our last decision has led to. */
  #ledTo = $state(-1);
  #kept = $state.raw<Order | null>(null);
  /** What is asked about this position; what leads on from it waits for the answer. */
  #asking: Promise<unknown> = Promise.resolve();
  /** While several decisions are sent one after the other. */
  #inTurn = $state(false);

  constructor(
    readonly address: Address,
    readonly shown: Shown,
    readonly log: Log,
    readonly connection: Connection,
  ) {}

  /** Whether something is under way: until its outcome is on the screen. */
  get sending(): boolean {
    const isOnScreen = this.#ledTo <= (this.shown.position?.position ?? -1);
    return this.#trying.busy || this.#inTurn || this.#kept !== null || !isOnScreen;
  }

  /** Whether somebody has decided at this screen. */
  get hasDecided(): boolean {
    return this.#ledTo >= 0;
  }

  /** What the server said to the last thing we tried, if it did not work. */
  get answer(): Failure | null {
    return this.#trying.failure;
  }

  // Deciding ------------------------------------------------------------------------------------

  /** Decides, once or several times in a row. True if the server has taken it all. */
  async decide(...choices: Pick<Choice, "entry" | "label">[]): Promise<boolean> {
    if (!this.#canAct || !this.shown.position || !coaching.allows(choices)) return false;
    return this.#allInTurn(choices, this.shown.position.position);
  }

  async #allInTurn(choices: Pick<Order, "entry" | "label">[], from: number): Promise<boolean> {
    this.#inTurn = true;
    let [position, done] = [from, true];
    for (const { entry, label } of choices) {
      done = await this.#send({ entry, label, position, seq: this.log.last }, true);
      if (!done) break;
      position = this.#ledTo;
    }
    this.#inTurn = false;
    return done;
  }

  /** Takes back as far as so many entries stay, and decides once more what came after. */
  async amend(to: number, again: Order["entry"][]): Promise<boolean> {
    if (!this.#canAct) return false;
    this.#inTurn = true;
    const done = await this.undo(to);
    const choices = again.map((entry) => ({ entry, label: "" }));
    if (done) return this.#allInTurn(choices, this.#ledTo);
    return (this.#inTurn = false);
  }

  async act(entry: Order["entry"], label = ""): Promise<boolean> {
    if (!this.#canAct || !this.shown.position || !coaching.allows([{ entry, label }])) return false;
    const { position } = this.shown.position;
    return this.#send({ entry, label, position, seq: this.log.last }, true);
  }

  undo(to: number | null = null): Promise<boolean> {
    return this.#lead("/undo", { position: this.shown.position?.position, to });
  }

  /** Tries once more what did not work. */
  again(): void {
    void this.#trying.again();
  }

  /** The label of an order that was kept and is lost, as the game has gone on; else null. */
  lostBy({ position }: Position): string | null {
    const kept = this.#kept;
    const isLost = kept && kept.position !== position && !wasTaken(kept, this.log.rows);
    return isLost ? kept.label : null;
  }

  /** The connection is back: sends what was kept if it still fits. */
  resume({ position }: Position): void {
    const kept = this.#kept;
    this.#kept = null;
    if (kept?.position === position) void this.#send(kept, false);
  }

  get #canAct(): boolean {
    return !this.sending && this.connection.state === "open";
  }

  /** Sends a decision; what does not reach the server is kept until the connection is back. */
  async #send(order: Order, keep: boolean): Promise<boolean> {
    const { entry, label, position } = order;
    const done = await this.#lead("/actions", { position, entry }, label);
    if (this.answer instanceof Unreachable && keep) {
      this.#trying.failure = null;
      this.#kept = order;
      this.connection.retry();
    } else if (this.answer instanceof Refused) this.connection.renew();
    return done;
  }

  /** Sends what leads on from the position. */
  async #lead(path: string, body: object, label = ""): Promise<boolean> {
    const done = await this.#try(async () => {
      await this.#asking;
      this.#ledTo = (await post<Done>(this.address.api + path, body)).position;
    }, label);
    if (this.answer instanceof Refused && this.answer.code === "position/stale") {
      this.#trying.failure = null;
      this.connection.fallBehind();
    }
    return done;
  }

  // Asking before -------------------------------------------------------------------------------

  /** What would be open after some decisions; null where that cannot be told. */
  async foresee(choices: Choice[]): Promise<Ahead | null> {
    const entries = choices.map(({ entry }) => entry);
    try {
      const body = { position: this.shown.position?.position, entries };
      const answer = post<Ahead>(this.address.at("/plan", { lang: text.lang }), body);
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
    const before = this.shown.position;
    if (!before || this.sending) return;
    const open = before.choices.filter(({ id, consequences }) => wanted.has(id) && !consequences);
    const asked = open.slice(0, MOST_ASKED);
    if (asked.length === 0) return;
    const body = { position: before.position, entries: asked.map(({ entry }) => entry) };
    try {
      const path = this.address.at("/consequences");
      const { consequences } = await post<ConsequencesTold>(path, body);
      if (this.shown.position !== before || consequences.length === 0) return;
      this.shown.position = explained(before, asked, consequences);
    } catch (error) {
      // What they bring is left out; the decision itself will tell what is wrong.
      if (!isFailure(error)) throw error;
    }
  }

  // The rest of the table -----------------------------------------------------------------------

  propose(kind: "pause" | "resume" | "end"): Promise<boolean> {
    return this.#try(() => post(`${this.address.api}/vote`, { kind }));
  }

  /** Answers the vote with a number; who has asked and does not agree withdraws it. */
  agree(vote: number, agree: boolean): Promise<boolean> {
    return this.#try(() => post(`${this.address.api}/vote/answer`, { vote, agree }));
  }

  comeBack(): Promise<boolean> {
    return this.#try(() => post(`${this.address.api}/return`));
  }

  say(room: "table" | "gallery", words: string): Promise<boolean> {
    return this.#try(() => post(this.address.at("/chat"), { room, text: words }));
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
      id = (await post<TableTold>(this.address.at(path), body)).id;
    });
    return id;
  }

  #try(send: () => Promise<unknown>, label = ""): Promise<boolean> {
    this.shown.news = null;
    this.tried = label;
    return this.#trying.make(send);
  }
}

/** The position with what was told about some of its choices. */
function explained(position: Position, asked: Choice[], told: Consequences[]): Position {
  const known = new Map(asked.map(({ id }, i) => [id, told[i]]));
  const choices = position.choices.map((choice) => {
    const consequences = known.get(choice.id);
    return consequences ? { ...choice, consequences } : choice;
  });
  return { ...position, choices };
}
