/** What was heard of a table, kept in this browser to look at when there is no line. */

import type { LiveTold } from "../api/generated/types.gen.ts";
import type { TableState } from "./table.svelte.ts";

/** The cache of what the server has told; who signs out empties it. */
const TOLD = "rondel-told";
const keyOf = (id: string): string => `/kept/tables/${id}`;
/** So many moments come at once. */
const LENGTH = 25;

/** Keeps what is known of a table, so that it can be heard once more. */
export async function keep(state: TableState, me: string | null): Promise<void> {
  const { id, table, position, log } = state;
  // At a screen that several people share, nobody finds what was shown to another.
  if (!table || !position || state.sharing.hides || !("caches" in globalThis)) return;
  const heard = [
    { type: "hello", seq: 0, user: me, table },
    ...log.rows.map((row) => ({ type: "row", row })),
    { type: "position", position },
  ];
  const told = await caches.open(TOLD);
  await told.put(keyOf(id), new Response(JSON.stringify(heard)));
  await bringPast(state, told);
}

/** What was heard of a table before; empty if this browser has kept nothing. */
export async function recall(id: string): Promise<LiveTold[]> {
  if (!("caches" in globalThis)) return [];
  const kept = await (await caches.open(TOLD)).match(keyOf(id));
  return kept ? ((await kept.json()) as LiveTold[]) : [];
}

/** Of games that are over, or played with bots alone, all moments are brought to look back at. */
async function bringPast(state: TableState, told: Cache): Promise<void> {
  const { table, position } = state;
  const others = table?.seats.filter(({ user, yours }) => user !== null && !yours).length ?? 0;
  if (!table || !position || (table.status === "running" && others > 0)) return;
  for (let first = 0; first <= position.entries; first += LENGTH) {
    const path = state.at("/positions", { first: String(first) });
    const isWhole = first + LENGTH <= position.entries;
    if (!isWhole || !(await told.match(path))) await fetch(path);
  }
}
