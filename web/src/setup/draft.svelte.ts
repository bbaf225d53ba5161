/** A position that is set up by hand. It knows no rules: the server says what is wrong with it. */

import { isFailure, post } from "../api/client.ts";
import type { BreachTold, PositionChecked, TableTold } from "../api/generated/types.gen.ts";
import type { Game, NationId, PlayerId, RegionId, Snapshot } from "../api/told.ts";
import { reason } from "../state/reasons.ts";
import { myName, session } from "../state/session.svelte.ts";

/** Milliseconds after the last change until it is checked. */
const REST = 350;

export const PIECES = [
  "armies",
  "hostile_armies",
  "friendly_armies",
  "fleets",
  "flag",
  "factory",
] as const;
export type Piece = (typeof PIECES)[number];

/** A position as it can be begun with: at the start of a turn. */
export function atTurn(told: Snapshot): Snapshot {
  const copy = JSON.parse(JSON.stringify(told)) as Snapshot;
  copy.turn.phase = "slot";
  copy.decision = copy.result = null;
  return copy;
}

/** An object with a value put under a key, or without the key. */
function withValue<Value>(
  all: Record<string, Value>,
  key: string,
  value: Value,
  kept: boolean,
): Record<string, Value> {
  const others = Object.entries(all).filter(([one]) => one !== key);
  return Object.fromEntries(kept ? [...others, [key, value]] : others);
}

export class SetUp {
  snapshot: Snapshot;
  /** Everything that is wrong; null while nobody knows. */
  breaches = $state.raw<BreachTold[] | null>(null);
  /** Why it could not be asked, or opened. */
  refused = $state("");
  #version = 1;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(told: Snapshot) {
    this.snapshot = $state(atTurn(told));
  }

  get game(): Game {
    return this.snapshot.game;
  }

  // Bonds ---------------------------------------------------------------------------------------

  holderOf(nation: NationId, value: number): PlayerId | null {
    const { bonds, players } = this.snapshot;
    return players.find((player) => bonds[player]?.[nation]?.includes(value)) ?? null;
  }

  giveBond(nation: NationId, value: number, to: PlayerId | null): void {
    const { bonds, players } = this.snapshot;
    for (const player of players) {
      const held = bonds[player] ?? {};
      const left = (held[nation] ?? []).filter((one) => one !== value);
      const all = player === to ? [...left, value].sort((a, b) => a - b) : left;
      bonds[player] = withValue(held, nation, all, all.length > 0);
    }
  }

  // Pieces --------------------------------------------------------------------------------------

  /** Puts one piece more into a region, or takes one away. */
  put(nation: NationId, piece: Piece, region: RegionId, by: 1 | -1): void {
    const { flags, factories, units } = this.snapshot;
    if (piece === "flag" || piece === "factory") {
      const places = piece === "flag" ? flags : factories;
      const others = (places[nation] ?? []).filter((one) => one !== region);
      places[nation] = by > 0 ? [...others, region].sort() : others;
      return;
    }
    const own = units[nation] ?? {};
    const count = (own[region]?.[piece] ?? 0) + by;
    const here = withValue({ ...own[region] }, piece, count, count > 0);
    units[nation] = withValue(own, region, here, Object.keys(here).length > 0);
  }

  /** The pieces of a nation on the board, each place once. */
  piecesOf(nation: NationId): { piece: Piece; region: RegionId; count: number }[] {
    const { flags, factories, units } = this.snapshot;
    const standing = Object.entries(units[nation] ?? {}).flatMap(([region, here]) =>
      Object.entries(here).map(([piece, count]) => ({ piece: piece as Piece, region, count })),
    );
    const single = (piece: Piece, places: RegionId[] = []): typeof standing =>
      places.map((region) => ({ piece, region, count: 1 }));
    return [...standing, ...single("flag", flags[nation]), ...single("factory", factories[nation])];
  }

  // The server ----------------------------------------------------------------------------------

  /** What is sent: what follows from the rest is left to the server. */
  get #position(): Partial<Snapshot> {
    const derived = ["swiss_banks", "decision", "result"];
    const all = Object.entries(JSON.parse(JSON.stringify(this.snapshot)) as Snapshot);
    return Object.fromEntries(all.filter(([key]) => !derived.includes(key)));
  }

  /** Has it checked soon, once nothing changes any more. */
  check(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#timer = setTimeout(() => void this.#check(this.#asked), REST);
  }

  async #check(asked: number): Promise<void> {
    const position = this.#position;
    try {
      await session.named(myName());
      const { players, options } = position;
      const path = `/api/games/${this.game}/positions`;
      const told = await post<PositionChecked>(path, { players, options, position });
      if (asked !== this.#asked) return;
      this.breaches = told.breaches;
      this.#version = told.rules_version;
      this.refused = "";
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.breaches = null;
      this.refused = reason(error);
    }
  }

  /** Opens it as a table to try things at; gives its id. */
  async open(name: string): Promise<string | null> {
    const position = this.#position;
    const record = {
      format: "rondel-record",
      version: 1,
      game: this.game,
      rules_version: this.#version,
      options: position.options,
      players: position.players,
      start: { position },
      actions: [],
      result: null,
    };
    try {
      const query = new URLSearchParams({ name });
      return (await post<TableTold>(`/api/records?${query.toString()}`, record)).id;
    } catch (error) {
      if (!isFailure(error)) throw error;
      this.refused = reason(error);
      return null;
    }
  }
}
