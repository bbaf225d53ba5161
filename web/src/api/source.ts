/** Who answers in the server's place: the engine in this browser, while a game on cardboard is open. */

import type { LiveSent } from "./generated/types.gen.ts";
import type { Listener } from "./live.ts";

/** A line to a table: what the page needs of it. */
export interface Line {
  close(): void;
  send(message: LiveSent): void;
  renew(): void;
  retry(): void;
}

export interface Source {
  /** The answer to a request; null for what is left to the server. */
  answer(method: string, path: string, body: unknown): Promise<Response> | null;
  /** The line to a table; null for one of the server's. */
  live(path: string, listener: Listener): Line | null;
}

export const source: { here: Source | null } = { here: null };
