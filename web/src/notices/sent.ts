/** What somebody wishes, as it is sent: a vacation is begun and ended by itself. */

import type { WishesTold } from "../api/generated/types.gen.ts";

export function sentOf(wishes: WishesTold): Partial<WishesTold> {
  const sent: Partial<WishesTold> = { ...wishes };
  delete sent.vacation_until;
  return sent;
}
