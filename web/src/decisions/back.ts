/** Where taking back leads, as far as the log of the table tells. */

import type { SeatTold, TakenBack } from "../api/generated/types.gen.ts";
import { eventsOf, isActed, type Row } from "../state/rows.ts";
import { fallingAfter } from "./falling.ts";

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
