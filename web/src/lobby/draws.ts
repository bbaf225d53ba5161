/** The cards that are dealt to the seats, where a table does not draw them. */

import type { NationId } from "../api/told.ts";

/** The cards by seat when one seat is given a card; who had it gets the other one. */
export function given(cards: NationId[], seat: number, card: NationId): NationId[] {
  return cards.map((had, other) => (other === seat ? card : had === card ? cards[seat]! : had));
}

/** Whether these cards can be dealt to so many seats. */
export const fits = (cards: NationId[], dealt: NationId[], seats: number): boolean =>
  cards.length === seats && cards.every((card) => dealt.includes(card));
