/** What a page needs and only reads is asked for until it comes. */

import { get, Refused, Unreachable } from "./client.ts";

/** Seconds between the first attempts, and at most; each wait is longer by so much. */
const FIRST_WAIT = 1;
const LONGEST_WAIT = 15;
const LONGER = 1.6;

/** Seconds until the next attempt; not all who were cut off come back at the same moment. */
export const waitAfter = (failures: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * LONGER ** failures) * (0.8 + 0.4 * Math.random());

/** Reads something of the server, however long that takes. Raises Refused if we may not. */
export const read = <T>(path: string): Promise<T> => insist(() => get<T>(path));

/** Does something again until it works or is refused. */
export async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Refused && error.isFault))
        throw error;
    }
    await patience(waitAfter(failures));
  }
}

/** Waits, but not longer than until the network is back. */
function patience(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, seconds * 1000);
    addEventListener("online", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
  });
}
