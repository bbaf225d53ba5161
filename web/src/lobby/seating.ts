/** What people do at a table before the start. */

import { ask, post } from "../api/client.ts";
import type { TableTold } from "../api/generated/types.gen.ts";
import type { TableState } from "../state/table.svelte.ts";
import type { Level } from "./levels.ts";

async function told(table: TableState, asked: Promise<TableTold>): Promise<void> {
  table.table = await asked;
}

/** Sits down; in a running game the seat keeps its name. */
export const takeSeat = (table: TableState, seat: number, name: string | null): Promise<void> =>
  told(table, post<TableTold>(table.at(`/seats/${seat}/take`), { name }));

export const leaveSeat = (table: TableState, seat: number): Promise<void> =>
  told(table, post<TableTold>(table.at(`/seats/${seat}/leave`)));

/** Sits down again under another name. */
export async function renameSeat(table: TableState, seat: number, name: string): Promise<void> {
  await leaveSeat(table, seat);
  await takeSeat(table, seat, name);
}

/** Lets a bot sit down, or opens the seat; who sits there is sent away. */
export const giveSeat = (table: TableState, seat: number, bot: Level | null): Promise<void> => {
  const wish = bot ? { kind: "bot", bot } : { kind: "open" };
  return told(table, ask<TableTold>("PUT", table.at(`/seats/${seat}`), wish));
};

export const changeTerms = (table: TableState, terms: object): Promise<void> =>
  told(table, ask<TableTold>("PATCH", table.at(""), terms));

/** Starts the game; bots sit down on seats that are still open. */
export const startGame = (table: TableState, fill: Level | null): Promise<void> =>
  told(table, post<TableTold>(table.at("/start"), { fill }));
