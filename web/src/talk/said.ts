/** What is said at the table. */

import { session } from "../state/session.svelte.ts";
import type { Row, Said } from "../state/rows.ts";

/** What others have said, and not we ourselves. */
export const saidByOthers = (rows: Row[]): Said[] =>
  rows.filter((row) => row.kind === "chat").filter(({ user }) => user !== session.me?.id);
