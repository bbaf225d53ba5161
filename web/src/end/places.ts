/** The ranking with places: who shares one has the same number. */

import type { PlayerId, Result } from "../api/told.ts";

export interface Place {
  place: number;
  player: PlayerId;
  score: number;
}

export function placesOf(result: Result): Place[] {
  let place = 1;
  return result.ranking.flatMap((shared) => {
    const first = place;
    place += shared.length;
    return shared.map((player) => ({ place: first, player, score: result.scores[player] ?? 0 }));
  });
}
