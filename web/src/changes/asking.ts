/** Asks the server what has changed between moments of a game; what was asked lately is kept. */

import { get } from "../api/client.ts";
import type { ChangesTold, Span } from "../api/generated/types.gen.ts";
import type { TableState } from "../state/table.svelte.ts";

/** So many answers are kept: one looks back, and comes to now again. */
const KEPT = 6;
const answers = new Map<string, Promise<Span[]>>();

/** What has changed from each moment to the next. Raises what `get` raises. */
export function spansOf(table: TableState, moments: number[]): Promise<Span[]> {
  const { position, viewer } = table.position!;
  const seat = table.table?.seats.find(({ name, yours }) => yours && name === viewer)?.seat;
  const query = moments.map((moment) => ["moment", String(moment)]);
  if (seat !== undefined) query.push(["seat", String(seat)]);
  const path = table.at("/changes", query);
  return kept(`${position}/${path}`, () => get<ChangesTold>(path).then(({ spans }) => spans));
}

function kept(key: string, ask: () => Promise<Span[]>): Promise<Span[]> {
  let answer = answers.get(key);
  if (!answer) {
    answers.set(key, (answer = ask()));
    answer.catch(() => answers.delete(key));
    const [oldest = ""] = answers.keys();
    if (answers.size > KEPT) answers.delete(oldest);
  }
  return answer;
}
