/** Records of games as files. */

import { Refused } from "../api/client.ts";

const LONGEST_NAME = 40;

/** What a file holds, if it is JSON at all; the server judges the rest. */
export function readRecord(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400, "request/not_json", "This is not JSON.");
  }
}

/** The name of a table for a file: kraków.rondel.json is kraków. */
export function nameOf(file: string): string {
  const name = file.replace(/(\.rondel)?\.json$/i, "").trim();
  return (name || "Rondel").slice(0, LONGEST_NAME);
}
