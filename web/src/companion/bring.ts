/** Everything that a game on cardboard needs is brought once, and then there when the line is not. */

import { ask } from "../api/client.ts";

/** The cache of the worker for files, which gives them again by their names. */
const FILES = "rondel-files";
const AT_ONCE = 6;

export type Needs = Record<string, string[]>;

/** Whether the browser can keep files at all: not without a secure address. */
export const canKeep = (): boolean => "caches" in globalThis && "serviceWorker" in navigator;

/** Brings what is missing of the files for a language; `tell` hears how many of them are there. */
export async function bring(lang: string, tell: (done: number, of: number) => void): Promise<void> {
  if (!canKeep()) return;
  const needs = await ask<Needs>("GET", "/companion.json");
  const files = await caches.open(FILES);
  const wanted = ["/", "/engine.zip", ...(needs["all"] ?? []), ...(needs[lang] ?? [])];
  let done = 0;
  tell(done, wanted.length);
  const next = wanted.values();
  const work = async (): Promise<void> => {
    for (const path of next) {
      if (isNewest(path) || !(await files.match(path))) await files.add(path);
      tell(++done, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await fetch(`/api/rules/${lang}`);
}

/** What has no name of its own for each content. */
const isNewest = (path: string): boolean => !path.startsWith("/assets/");
