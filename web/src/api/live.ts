/** A WebSocket that stays: it comes back by itself and goes on where it was. */

import { Gathering } from "./gathering.ts";
import type { LiveSent, LiveTold } from "./generated/types.gen.ts";
import { waitAfter } from "./patience.ts";

export interface Listener {
  /** Query of the address for the next connection: where to go on. */
  query(): string;
  hear(message: LiveTold): void;
  opened(): void;
  /** The connection is gone; the next attempt is in so many seconds, or under way if 0. */
  lost(seconds: number): void;
}

/** Seconds. The server is heard every 20 at least; whoever hears less has slept, or is cut off. */
const LONGEST_SILENCE = 45;
const LONGEST_KNOCK = 10;
const WATCH = 5;

export class Live {
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval>;
  #failures = 0;
  /** When the socket was last heard of. */
  #heard = 0;
  #events = new AbortController();
  readonly #gathering: Gathering;

  constructor(
    readonly path: string,
    readonly listener: Listener,
  ) {
    this.#gathering = new Gathering((message) => listener.hear(message));
    this.#connect();
    this.#watch = setInterval(() => this.#look(), WATCH * 1000);
    const { signal } = this.#events;
    // The network is another one now: what was open may be dead without a word.
    addEventListener("online", () => this.retry(), { signal });
    addEventListener("offline", () => this.retry(), { signal });
    addEventListener("pageshow", () => this.#wake(), { signal });
    document.addEventListener("visibilitychange", () => this.#wake(), { signal });
  }

  close(): void {
    this.#events.abort();
    clearInterval(this.#watch);
    this.#drop();
  }

  /** Says something to the server; while nobody hears it, the next connection must say it. */
  send(message: LiveSent): void {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Connects anew at once, e.g. in another language. */
  renew(): void {
    this.#drop();
    this.#connect();
  }

  /** Does not trust the connection, or does not wait for the next attempt. */
  retry(): void {
    this.listener.lost(0);
    this.renew();
  }

  /** A socket may be dead though nobody has closed it: after sleep, or behind a cut cable. */
  #look(): void {
    const silence = (Date.now() - this.#heard) / 1000;
    if (this.#isOpen && silence > LONGEST_SILENCE) this.retry();
    else if (this.#socket && !this.#isOpen && silence > LONGEST_KNOCK) this.#again();
  }

  /** Somebody looks at the page again, and does not want to wait. */
  #wake(): void {
    if (document.hidden) return;
    if (this.#isOpen) this.#look();
    else this.retry();
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #drop(): void {
    clearTimeout(this.#retry);
    this.#gathering.forget();
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(
      `${scheme}//${location.host}${this.path}?${this.listener.query()}`,
    );
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as LiveTold);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#gathering.tell();
      this.#again();
    };
  }

  #hear(message: LiveTold): void {
    this.#heard = Date.now();
    // A server in trouble may open a door and say nothing.
    if (message.type === "hello") {
      this.#failures = 0;
      this.listener.opened();
    }
    this.#gathering.take(message);
  }

  #again(): void {
    this.#drop();
    const seconds = waitAfter(this.#failures);
    this.#failures += 1;
    this.listener.lost(seconds);
    this.#retry = setTimeout(() => this.#connect(), seconds * 1000);
  }
}
