/** What may be done to people, tables and reports, and what has to be said with it. */

import { ask } from "../api/client.ts";

export type What =
  "mute" | "unmute" | "ban" | "unban" | "reset" | "close" | "hand" | "free" | "settle";

export interface Act {
  what: What;
  /** The person, table or report by its address under `/api/admin`. */
  at: string;
  /** What it is called. */
  name: string;
}

/** What somebody has filled in. */
export interface Said {
  reason: string;
  days: string;
  host: string;
}

export const NEEDS_REASON: readonly What[] = ["mute", "ban", "close", "hand", "free", "settle"];
export const FOR_DAYS: readonly What[] = ["mute", "ban"];
/** What hurts somebody. */
export const HARSH: readonly What[] = ["mute", "ban", "close", "free"];

/** Does it; gives the link where one is made. */
export async function carryOut({ what, at }: Act, said: Said): Promise<string | null> {
  const { reason } = said;
  const days = said.days === "" ? null : Number(said.days);
  switch (what) {
    case "mute":
    case "ban":
      await ask("PUT", `${at}/${what}`, { reason, days });
      return null;
    case "unmute":
    case "unban":
      await ask("DELETE", `${at}/${what.slice(2)}`);
      return null;
    case "reset":
      return (await ask<{ link: string }>("POST", `${at}/reset`, {})).link;
    case "hand":
      await ask("PUT", `${at}/host`, { user: said.host, reason });
      return null;
    case "settle":
      await ask("POST", `${at}/settle`, { note: reason });
      return null;
    case "close":
    case "free":
      await ask("POST", `${at}/${what}`, { reason });
      return null;
  }
}
