/** What is kept of the page, and of what the server has told, for when there is no line. */

export const FILES = "rondel-files";
export const TOLD = "rondel-told";
/** So much is kept of each; what came first goes first. */
const MOST = 500;

/** What is asked of a cache here. */
export interface Store {
  match(key: string): Promise<Response | undefined>;
  put(key: string, answer: Response): Promise<void>;
  delete(key: string): Promise<boolean>;
  keys(): Promise<readonly { url: string }[]>;
}

export type Way = "file" | "page" | "newest" | "told" | null;

/** What a GET of this site is for; null for what is left to the browser. */
export function wayOf(url: URL, navigates: boolean): Way {
  const { pathname: path } = url;
  // What other sites frame has a policy of its own, and a picture is for other sites.
  if (path.startsWith("/embed/") || path.endsWith("/picture")) return null;
  if (path.startsWith("/api/")) return isKept(url) ? "told" : null;
  if (navigates || path === "/") return "page";
  if (path === "/engine.zip") return "newest";
  return path.startsWith("/assets/") || /^\/[\w-]+\.(svg|png|webmanifest)$/.test(path)
    ? "file"
    : null;
}

/** What waits for news, is made for one person at a moment, or is to be saved, is not kept. */
const isKept = (url: URL): boolean =>
  !/^\/api\/(admin|openapi|me\/(export|notices|tokens))|\/live$/.test(url.pathname) &&
  !url.searchParams.has("wait");

/** What says that a server is not there, though somebody before it answers. */
const AWAY = [502, 503, 504];
/** What says that this is no longer there, or not for this person. */
const GONE = [401, 403, 404, 410];

/** A file by its name is always the same: it is fetched once. */
export async function fileFrom(store: Store, url: URL, ask: () => Promise<Response>) {
  const kept = await store.match(url.pathname);
  if (kept) return kept;
  const answer = await ask();
  if (answer.ok) await keep(store, url.pathname, answer);
  return answer;
}

/** The newest there is: from the server, or else what it told last. */
export async function newestFrom(
  store: Store,
  key: string,
  ask: () => Promise<Response>,
): Promise<Response> {
  let answer: Response | null = null;
  try {
    answer = await ask();
  } catch {
    // There is no line.
  }
  if (answer && !AWAY.includes(answer.status)) {
    if (answer.ok) await keep(store, key, answer);
    else if (GONE.includes(answer.status)) await store.delete(key);
    return answer;
  }
  return (await store.match(key)) ?? answer ?? Response.error();
}

async function keep(store: Store, key: string, answer: Response): Promise<void> {
  await store.delete(key);
  await store.put(key, answer.clone());
  const keys = await store.keys();
  for (const { url } of keys.slice(0, Math.max(0, keys.length - MOST))) await store.delete(url);
}
