/** What tells tables apart. */

import type { SeatTold } from "../api/generated/types.gen.ts";

interface Named {
  name: string;
  named: boolean;
  seats: SeatTold[];
}

/** The name that somebody gave it, or who else plays there. */
export function tableTitle({ name, named, seats }: Named): string {
  const others = seats.filter((seat) => !seat.yours);
  return (named ? "" : namesOf(others.length > 0 ? others : seats)) || name;
}

export const namesOf = (seats: SeatTold[]): string =>
  seats.flatMap(({ name }) => (name === null ? [] : [name])).join(", ");
