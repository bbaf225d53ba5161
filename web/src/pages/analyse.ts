/** From a moment of a game to its analysis. */

import { post } from "../api/client.ts";
import type { Entry } from "../api/told.ts";
import type { Looking } from "../history/looking.svelte.ts";
import { router } from "../router.svelte.ts";
import { analysis } from "../state/analysis.svelte.ts";
import { myName, session } from "../state/session.svelte.ts";

/** Analyses a moment: of a game that is over as it was, or with what is tried there. */
export async function analyse(looking: Looking, moment: number, entries: Entry[]): Promise<void> {
  if (entries.length === 0) {
    analysis.open = true;
    looking.look(moment);
    return;
  }
  await session.named(myName());
  const study = await looking.table.acting.study(moment);
  if (!study) return;
  for (const [i, entry] of entries.entries())
    await post(`/api/tables/${study}/actions`, { position: moment + i, entry });
  router.go(`/t/${study}?analyse`);
}
