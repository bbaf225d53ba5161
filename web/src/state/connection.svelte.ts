/** The line to a table: whether it is open, where it goes on, and since when nothing was heard. */

import { get, isFailure, Refused } from "../api/client.ts";
import type { LiveSent, LiveTold, TableTold } from "../api/generated/types.gen.ts";
import { Live } from "../api/live.ts";
import { type Line, source } from "../api/source.ts";
import { text } from "../i18n.svelte.ts";
import type { Absence } from "./absence.ts";
import type { Address } from "./address.ts";
import type { Log } from "./log.svelte.ts";

export class Connection {
  state = $state<"connecting" | "open" | "lost">("connecting");
  /** When the next attempt is made, by the clock of this screen. */
  retryAt = $state(0);
  /** Why there is no table to show. */
  refused = $state.raw<Refused | null>(null);
  #absence: Absence | null = null;
  #live: Line;

  constructor(
    readonly address: Address,
    readonly log: Log,
    readonly hear: (message: LiveTold) => void,
  ) {
    const path = `${address.api}/live`;
    const listener = {
      query: () => address.query({ since: String(log.last), lang: text.lang, shared: "true" }),
      hear,
      opened: () => this.#open(),
      lost: (seconds: number) => this.#lose(seconds),
    };
    this.#live = source.here?.live(path, listener) ?? new Live(path, listener);
  }

  close(): void {
    this.#live.close();
  }

  /** Connects anew: somebody else sits at this screen now, or speaks another language. */
  renew(): void {
    this.#live.renew();
  }

  /** Says something that the address tells the next connection, too. */
  send(message: LiveSent): void {
    this.#live.send(message);
  }

  /** Does not trust the connection, or does not wait for the next attempt. */
  retry(): void {
    this.#live.retry();
  }

  /** Whether something may have happened that this screen has not heard yet. */
  get isAbsent(): boolean {
    return this.#absence !== null;
  }

  /** The game went on and this screen has not heard it: the connection is not what it seems. */
  fallBehind(): void {
    this.#absence = { since: this.log.last, cut: false, late: true };
    this.retry();
  }

  /** Ends the absence, if there was one, and tells what it was. */
  catchUp(): Absence | null {
    const absence = this.#absence;
    this.#absence = null;
    return absence;
  }

  #open(): void {
    this.state = "open";
    this.refused = null;
  }

  #lose(seconds: number): void {
    this.#absence ??= { since: this.log.last, cut: false, late: false };
    this.retryAt = Date.now() + seconds * 1000;
    if (seconds === 0) return;
    this.#absence.cut = true;
    if (this.state === "connecting") void this.#recall();
    this.state = "lost";
    void this.#lookAgain();
  }

  /** Shows what this browser has kept, until the server can be heard. */
  async #recall(): Promise<void> {
    const { recall } = await import("./kept.ts");
    const heard = await recall(this.address.id);
    if (this.state === "lost") heard.forEach((message) => this.hear(message));
  }

  /**
   * Stops coming back where we may not be any more: sent away, or signed out.
   * A table that cannot be opened now may be opened later.
   */
  async #lookAgain(): Promise<void> {
    try {
      await get<TableTold>(this.address.at(""));
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (!(error instanceof Refused)) return;
      if (error.status === 404) this.close();
      else if (error.code !== "table/damaged") return;
      this.refused = error;
    }
  }
}
