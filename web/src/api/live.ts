/** A WebSocket that stays: it comes back by itself and goes on where it was. */

export interface Listener {
  /** Query of the address for the next connection: where to go on. */
  query(): string;
  hear(message: { type: string; [field: string]: unknown }): void;
  opened(): void;
  /** The connection is gone; the next attempt is in so many seconds. */
  lost(seconds: number): void;
}

const LONGEST_WAIT = 15;

export class Live {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;

  constructor(
    readonly path: string,
    readonly listener: Listener,
  ) {
    this.#connect();
    addEventListener("online", this.#now);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#now);
    this.#socket?.close();
  }

  /** Connects anew at once, e.g. in another language. */
  renew(): void {
    clearTimeout(this.#timer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    this.#connect();
  }

  #now = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) this.renew();
  };

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(
      `${scheme}//${location.host}${this.path}?${this.listener.query()}`,
    );
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.listener.hear(JSON.parse(String(event.data)));
    };
    socket.onclose = () => {
      if (socket === this.#socket && !this.#closed) this.#again();
    };
  }

  #again(): void {
    const seconds = Math.min(LONGEST_WAIT, 2 ** this.#failures);
    this.#failures += 1;
    this.listener.lost(seconds);
    this.#timer = setTimeout(() => this.#connect(), seconds * 1000);
  }
}
