/** Several people at one screen: who of them holds it, where they hide their cash. */

import type { SeatTold, TableTold } from "../api/generated/types.gen.ts";
import type { PlayerId, Position } from "../api/told.ts";
import type { Address } from "./address.ts";
import { coaching } from "./coaching.svelte.ts";
import type { Connection } from "./connection.svelte.ts";

/** What is before the people at this screen. */
interface Shown {
  table: TableTold | null;
  position: Position | null;
}

export class Sharing {
  constructor(
    readonly shown: Shown,
    readonly address: Address,
    readonly connection: Connection,
  ) {}

  /** The seats of the people at this screen. */
  get seats(): SeatTold[] {
    const only = coaching.seat;
    const seats = this.shown.table?.seats ?? [];
    return seats.filter(({ yours, seat }) => yours && (only ?? seat) === seat);
  }

  /** Whether somebody plays several seats here. */
  get several(): boolean {
    return this.seats.length > 1;
  }

  /** Whether several people share this screen; a study has one reader, and so has a game on
   * cardboard where all cash is open. */
  get isShared(): boolean {
    return this.several && (coaching.cardboard ? this.#isSecret : !this.shown.table?.sandbox);
  }

  /** Whether they hide something from each other. */
  get hides(): boolean {
    return this.isShared && this.#isSecret;
  }

  get #isSecret(): boolean {
    const { options, status } = this.shown.table ?? {};
    return status === "running" && options?.["secret_cash"] === true;
  }

  /** The one who must take the screen over before anything of his is told; null if nobody. */
  get next(): PlayerId | null {
    return this.#nextSeat?.name ?? null;
  }

  get #nextSeat(): SeatTold | undefined {
    const { pending, viewer } = this.shown.position ?? {};
    if (!this.hides) return undefined;
    return this.seats.find(({ seat, name }) => seat === pending?.seat && name !== viewer);
  }

  /** Who is "you" on this screen: who sits here alone, or has taken it over. */
  get you(): PlayerId | null {
    if (this.several && !this.hides) return null;
    return this.shown.position?.viewer ?? null;
  }

  /** The table is known: from now on a seat is named wherever that matters. */
  know(): void {
    if (!this.hides) this.address.seat = coaching.seat ?? undefined;
    else if (this.address.seat === undefined) this.address.seat = null;
  }

  /** Lets go of the screen as soon as somebody else must take it. */
  follow(): void {
    const [{ seat }, next] = [this.address, this.#nextSeat];
    if (next && seat !== null && seat !== next.seat) this.look(null);
  }

  /** The next one takes the screen over: his position is asked for now, and not before. */
  take(): void {
    const next = this.#nextSeat;
    if (next) this.look(next.seat);
  }

  /** Looks from a seat, or from none. */
  look(seat: number | null): void {
    this.address.seat = seat;
    this.connection.send({ type: "seat", seat });
  }
}
