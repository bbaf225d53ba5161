/** From a moment of a game to its analysis. */

import { post } from "../api/client.ts";
import type { Entry } from "../api/told.ts";
import { router } from "../router.svelte.ts";
import { analysis } from "../state/analysis.svelte.ts";
import { myName, session } from "../state/session.svelte.ts";
import type { TableState } from "../state/table.svelte.ts";

/** Analyses what is tried at a moment, at a table of one's own. */
export async function analyseTried(
  table: TableState,
  moment: number,
  entries: Entry[],
): Promise<void> {
  await session.named(myName());
  const study = await table.acting.study(moment);
  if (!study) return;
  for (const [i, entry] of entries.entries())
    await post(`/api/tables/${study}/actions`, { position: moment + i, entry });
  router.go(`/t/${study}?analyse`);
}

/** Analyses a moment of a game that is over as it was. */
export function analyseAt(moment: number, look: (moment: number) => void): void {
  analysis.open = true;
  look(moment);
}
