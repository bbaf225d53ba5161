/** Governments that were won and lost at this screen, for the line above the log. */

import type { GameEvent, NationId, PlayerId } from "../api/told.ts";
import { eventsOf, isActed, type Row } from "../state/rows.ts";

export interface NewGovernment {
  /** The line of the log it came with. */
  seq: number;
  nation: NationId;
  player: PlayerId;
  /** Whether somebody at this screen has lost it and nobody here has won it. */
  lost: boolean;
}

/** Those that concern the people at this screen since one of them decided; the newest last. */
export function governmentsIn(
  rows: Row[],
  mine: ReadonlySet<PlayerId>,
  viewer: PlayerId | null,
): NewGovernment[] {
  const acted = rows.filter(isActed);
  const since = acted.findLastIndex(({ body }) => body.entry.actor === viewer);
  return acted
    .slice(Math.max(0, since))
    .flatMap((row) => eventsOf(row).flatMap((event) => changeIn(event, row.seq, mine)));
}

function changeIn(event: GameEvent, seq: number, mine: ReadonlySet<PlayerId>): NewGovernment[] {
  if (event.event !== "government_changed") return [];
  const { nation, before, after: player } = event;
  const won = mine.has(player);
  if (!won && (before === null || !mine.has(before))) return [];
  return [{ seq, nation, player, lost: !won }];
}
