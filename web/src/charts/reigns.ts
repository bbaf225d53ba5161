/** Reigns: spans of turns in which one player governed a nation. */

import type { NationId, PlayerId } from "../api/game.ts";
import type { Moment } from "./series.ts";

export interface Reign {
  player: PlayerId | null;
  /** Index of the moment it began with. */
  from: number;
  turns: number;
  firstRound: number;
  lastRound: number;
}

export function reignsOf(moments: Moment[], nation: NationId): Reign[] {
  const reigns: Reign[] = [];
  moments.forEach((moment, from) => {
    const player = moment.governments[nation] ?? null;
    const last = reigns.at(-1);
    if (last && last.player === player) {
      last.turns += 1;
      last.lastRound = moment.round;
    } else {
      reigns.push({ player, from, turns: 1, firstRound: moment.round, lastRound: moment.round });
    }
  });
  return reigns;
}

export interface TurningPoint {
  entries: number;
  round: number;
  nation: NationId;
  before: PlayerId;
  after: PlayerId;
}

const MOST = 6;

/** When a nation was taken from somebody, the last ones. */
export function turningPoints(moments: Moment[]): TurningPoint[] {
  const found: TurningPoint[] = [];
  moments.forEach((moment, i) => {
    const earlier = moments[i - 1];
    for (const [nation, after] of Object.entries(moment.governments)) {
      const before = earlier?.governments[nation];
      if (before && after && before !== after) {
        found.push({ entries: moment.entries, round: moment.round, nation, before, after });
      }
    }
  });
  return found.slice(-MOST);
}
