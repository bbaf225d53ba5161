/** What shows others' turns: fetched with its words when there is something to show. */

import { prepare } from "../board/motion.svelte.ts";
import { text } from "../i18n.svelte.ts";

export async function stage() {
  const [parts] = await Promise.all([
    import("../replay/stage.ts"),
    text.bring("replay"),
    prepare(),
    import("../board/Flights.svelte"),
  ]);
  return parts;
}
