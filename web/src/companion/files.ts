/** Records as files: saved to the machine, or sent to the server. */

import { post } from "../api/client.ts";
import type { TableTold } from "../api/generated/types.gen.ts";
import { myName, session } from "../state/session.svelte.ts";

/** So long a name may be at the server. */
const LONGEST = 40;

/** Opens a table of one's own at the server with a record; gives its id. */
export async function sendRecord(name: string, record: unknown): Promise<string> {
  await session.named(myName());
  const called = encodeURIComponent(name.slice(0, LONGEST));
  return (await post<TableTold>(`/api/records?name=${called}`, record)).id;
}

/** Lets the browser save a text under a name. */
export function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name of a file for a game: letters and digits of its name. */
export const fileOf = (name: string): string => {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return `${plain || "rondel"}.rondel.json`;
};
