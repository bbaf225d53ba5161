/** What falls when decisions are taken back, as far as the log of the table tells. */

import type { SeatTold, TakenBack } from "../api/generated/types.gen.ts";
import type { Position } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import { type Acted, eventsOf, isActed, type Row, sentencesOf } from "../state/rows.ts";

/** The decisions after an entry that still count, in order. */
export function fallingAfter(rows: Row[], to: number): Acted[] {
  const found = new Map<number, Acted>();
  for (const row of rows) {
    if (row.kind === "undone") drop(found, row.body.to);
    else if (isActed(row) && row.body.number > to) found.set(row.body.number, row);
  }
  return [...found.values()];
}

function drop(found: Map<number, Acted>, after: number): void {
  for (const number of [...found.keys()]) if (number > after) found.delete(number);
}

/** Whether bots' decisions would fall, and nobody is asked for consent. */
export function fallsOnBots(rows: Row[], to: number, { undo }: Position): boolean {
  const asks = undo && undo.asks.length > 0 && to < (undo.free ?? 0);
  return !asks && fallingAfter(rows, to).some(({ body }) => body.bot !== null);
}

/** What taking back to after an entry takes back, and where it leads; null where the log does not
 * tell, as in what a study begins with. */
export function backTo(rows: Row[], to: number, seats: SeatTold[]): TakenBack | null {
  const falling = fallingAfter(rows, to);
  const [first] = falling;
  const turn = turnAfter(rows, to);
  if (!first || !turn || first.body.number !== to + 1) return null;
  const count = (seat: SeatTold): number =>
    falling.filter(({ body }) => body.seat === seat.seat).length;
  const { seat, entry } = first.body;
  return { ...turn, seats: seats.map(count), seat, decision: entry.decision };
}

/** The turn that goes on after an entry. */
function turnAfter(rows: Row[], to: number): Pick<TakenBack, "round" | "nation"> | null {
  const until = rows.filter((row) => !isActed(row) || row.body.number <= to);
  const turn = until.flatMap(eventsOf).findLast((event) => event.event === "turn_started");
  return turn ? { round: turn.round, nation: turn.nation } : null;
}

/** The same in short: how many decisions, where it is more than one. */
export function undoCount(rows: Row[], to: number): string {
  const count = fallingAfter(rows, to).length;
  return count > 1 ? t("decisions.undo_several", { count }) : t("decisions.undo");
}

/** What taking back to after an entry takes back: the first decision, and how many after it. */
export function undoLabel(rows: Row[], to: number): string {
  const [first, ...more] = fallingAfter(rows, to);
  const [what] = first ? sentencesOf(first) : [];
  if (what === undefined) return t("decisions.undo");
  if (more.length === 0) return t("decisions.undo_order_of", { order: what });
  return t("decisions.undo_with", { what, count: more.length });
}
