/** Reigns: spans of turns in which one player governed a nation. */

import type { NationId, PlayerId } from "../api/told.ts";
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

interface Turned {
  /** The moment after it, as a number of entries. */
  entries: number;
  round: number;
  /** Whose turn it was. */
  turn: NationId;
  nation: NationId;
}

interface Taken extends Turned {
  kind: "taken";
  before: PlayerId;
  after: PlayerId;
}

interface Swing extends Turned {
  kind: "swing";
  player: PlayerId;
  points: number;
}

export type TurningPoint = Taken | Swing;

const MOST_TAKEN = 3;
const MOST_SWINGS = 3;

/** The last nations that were taken from somebody, and the turns that brought most points. */
export function turningPoints(moments: Moment[]): TurningPoint[] {
  const pairs = moments.slice(1).map((after, i) => ({ before: moments[i] as Moment, after }));
  const swings = pairs.flatMap(swingsIn).sort((a, b) => b.points - a.points);
  return [...pairs.flatMap(takenIn).slice(-MOST_TAKEN), ...swings.slice(0, MOST_SWINGS)].sort(
    (a, b) => a.entries - b.entries,
  );
}

interface Pair {
  before: Moment;
  after: Moment;
}

const during = ({ before, after }: Pair) => ({
  entries: after.entries,
  round: before.round,
  turn: before.nation,
});

function takenIn(pair: Pair): Taken[] {
  return Object.entries(pair.after.governments).flatMap(([nation, after]) => {
    const before = pair.before.governments[nation];
    const taken = before && after && before !== after;
    return taken ? [{ kind: "taken", ...during(pair), nation, before, after }] : [];
  });
}

/** Who won most in a turn. */
function swingsIn(pair: Pair): Swing[] {
  const won = Object.entries(pair.after.scores)
    .map(([player, score]) => ({
      player,
      points: (score ?? 0) - (pair.before.scores[player] ?? 0),
    }))
    .sort((a, b) => b.points - a.points);
  const [best] = won;
  if (!best || best.points <= 0) return [];
  return [{ kind: "swing", ...during(pair), nation: pair.before.nation, ...best }];
}
