/** The engine of this browser: started once, asked in the server's place, its games kept. */

import { Refused, Unreachable } from "../api/client.ts";
import type { LiveTold } from "../api/generated/types.gen.ts";
import type { Listener } from "../api/live.ts";
import type { Line, Source } from "../api/source.ts";
import type { Asked, Said } from "../engine/engine.ts";
import { keep, type Saved } from "./store.ts";

interface Answer {
  status: number;
  body: unknown;
  saved: Saved | null;
  epoch: number;
}

/** What is told of a game, and whose table it is; everything else is for the server. */
const GAMES = /^\/api\/games\/\w/;
const TABLE = /^\/api\/tables\/([0-9a-f]+)/;

export class Engine implements Source {
  state = $state<"starting" | "ready" | "failed">("starting");
  /** Why it does not run. */
  reason = $state("");
  /** Whether what was entered last could not be kept: there is no room, or no storage. */
  unkept = $state(false);
  /** Grows when the past of a game becomes another. */
  epoch = $state(0);
  /** Grows with everything that is entered. */
  changes = $state(0);
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #lines = new Set<LocalLine>();
  /** The tables that are open here. */
  readonly #tables = new Set<string>();
  #asked = 0;

  constructor(start: () => Worker = startWorker) {
    try {
      this.#worker = start();
    } catch (error) {
      // A browser that knows no such workers.
      this.#fail(String(error));
      return;
    }
    this.#worker.onmessage = ({ data }: MessageEvent<Said>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(event.message);
  }

  #hear(said: Said): void {
    if (said.kind === "ready") this.state = "ready";
    else if (said.kind === "failed") this.#fail(said.reason);
    else {
      this.#waiting.get(said.id)?.(JSON.parse(said.answer) as Answer);
      this.#waiting.delete(said.id);
    }
  }

  #fail(reason: string): void {
    this.state = "failed";
    this.reason = reason;
  }

  close(): void {
    this.#worker?.terminate();
  }

  answer(method: string, path: string, body: unknown): Promise<Response> | null {
    return GAMES.test(path) || this.#has(path) ? this.#respond(method, path, body) : null;
  }

  #has(path: string): boolean {
    return this.#tables.has(TABLE.exec(path)?.[1] ?? "");
  }

  live(path: string, listener: Listener): Line | null {
    if (!this.#has(path)) return null;
    const line = new LocalLine(path, listener, this, () => this.#lines.delete(line));
    this.#lines.add(line);
    return line;
  }

  /** Asks the engine itself. Raises Refused. */
  async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#answered(method, path, body);
    if (answer.status >= 400) {
      const { error } = answer.body as { error: { code: string; message: string } };
      throw new Refused(answer.status, error.code, error.message);
    }
    return answer.body as T;
  }

  async #respond(method: string, path: string, body: unknown): Promise<Response> {
    const { status, body: told } = await this.#answered(method, path, body);
    return new Response(JSON.stringify(told), { status });
  }

  /** What has changed is kept before it is answered, and then heard by who listens. */
  async #answered(method: string, path: string, body: unknown): Promise<Answer> {
    const answer = await this.#send(method, path, body);
    if (answer.saved) {
      this.#tables.add(answer.saved.id);
      await this.#keep(answer.saved);
      this.epoch = answer.epoch;
      this.changes += 1;
      for (const line of this.#lines) line.renew();
    }
    return answer;
  }

  async #keep(saved: Saved): Promise<void> {
    try {
      await keep(saved);
      this.unkept = false;
    } catch {
      this.unkept = true;
    }
  }

  #send(method: string, path: string, body: unknown): Promise<Answer> {
    if (this.state === "failed") throw new Unreachable(this.reason);
    const id = ++this.#asked;
    const asked: Asked = {
      id,
      method,
      path,
      body: body === undefined ? null : JSON.stringify(body),
    };
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker?.postMessage(asked);
    });
  }
}

const startWorker = (): Worker =>
  new Worker(new URL("../engine/engine.ts", import.meta.url), { type: "module" });

/** What a connection would tell, asked for whenever something was entered. */
class LocalLine implements Line {
  #isClosed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly path: string,
    readonly listener: Listener,
    readonly engine: Engine,
    readonly onclose: () => void,
  ) {
    this.renew();
  }

  close(): void {
    this.#isClosed = true;
    this.onclose();
  }

  /** Somebody else looks: the address says who, and all is told with his eyes. */
  send(): void {
    this.renew();
  }

  retry(): void {
    this.renew();
  }

  renew(): void {
    this.#last = this.#last.then(() => this.#listen());
  }

  #wasClosed(): boolean {
    return this.#isClosed;
  }

  async #listen(): Promise<void> {
    if (this.#isClosed) return;
    const heard = await this.engine.ask<LiveTold[]>("GET", `${this.path}?${this.listener.query()}`);
    if (this.#wasClosed()) return;
    this.listener.opened();
    for (const message of heard) this.listener.hear(message);
  }
}
