/** Everything that a game on cardboard needs is brought once, and then there when the line is not. */

import { ask, isFailure } from "../api/client.ts";

/** The cache of the worker for files, which gives them again by their names. */
const FILES = "rondel-files";
const LIST = "/companion.json";
const AT_ONCE = 6;

/** Files for every language, and for each. */
type Needs = Record<string, string[]>;

/** Whether the browser can keep files at all: not without a secure address. */
export const canKeep = (): boolean => "caches" in globalThis && "serviceWorker" in navigator;

/** Brings what is missing of the files for a language; `tell` hears how many of them are there.
 * Raises where something is missing and does not come. */
export async function bring(lang: string, tell: (done: number, of: number) => void): Promise<void> {
  const files = await caches.open(FILES);
  const needs = await needsFrom(files);
  const wanted = ["/", "/engine.zip", ...(needs["all"] ?? []), ...(needs[lang] ?? [])];
  let done = 0;
  tell(done, wanted.length);
  const next = wanted.values();
  const work = async (): Promise<void> => {
    for (const path of next) {
      await have(files, path);
      tell(++done, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await fetch(`/api/rules/${lang}`);
}

/** The list of files: the newest, or the one that was kept. */
async function needsFrom(files: Cache): Promise<Needs> {
  try {
    const needs = await ask<Needs>("GET", LIST);
    await files.put(LIST, new Response(JSON.stringify(needs)));
    return needs;
  } catch (error) {
    const kept = await files.match(LIST);
    if (!isFailure(error) || !kept) throw error;
    return (await kept.json()) as Needs;
  }
}

/** A file by a name of its own is always the same; of others the newest that can be had is kept. */
async function have(files: Cache, path: string): Promise<void> {
  const isThere = (await files.match(path)) !== undefined;
  if (isThere && path.startsWith("/assets/")) return;
  try {
    await files.add(path);
  } catch (error) {
    if (!isThere) throw error;
  }
}
