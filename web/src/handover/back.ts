/** The way back to the one who has just handed the screen over. */

import type { PlayerId, Position } from "../api/told.ts";
import { isActed, type Row } from "../state/rows.ts";

/** Who decided last at this screen and can still take it back; null if nobody can. */
export function takerBack(rows: Row[], { undo }: Position, next: PlayerId): PlayerId | null {
  if (!undo?.possible || undo.asks.length > 0) return null;
  const last = rows.filter(isActed).findLast(({ body }) => body.number === (undo.to ?? -1) + 1);
  const before = last?.body.entry.actor ?? null;
  return before === next ? null : before;
}

/** The last thing that was decided, as all have heard it. */
export function lastHeard(rows: Row[]): string {
  const last = rows.findLast(isActed);
  return last?.sentences?.[0] ?? "";
}
