/** What is said at the table. */

import { session } from "../state/session.svelte.ts";
import type { Row } from "../state/log.svelte.ts";

/** What others have said, and not we ourselves. */
export const saidByOthers = (rows: Row[]): Row[] =>
  rows.filter(({ kind, user }) => kind === "chat" && user !== session.me?.id);
