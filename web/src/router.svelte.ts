/** Which page is shown: the path of the address, and a moment of a game behind `#`. */

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  hash = $state(location.hash.slice(1));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }

  /** Goes to another page of ours. */
  go(href: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", href);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
    this.hash = location.hash.slice(1);
  }
}

export const router = new Router();

/** The table whose page a path is; undefined for other pages. */
export const tableIn = (path: string): string | undefined => /^\/t\/([0-9a-f]+)$/.exec(path)?.[1];

/** The table that a path shows to other sites; undefined for other pages. */
export const embedIn = (path: string): string | undefined =>
  /^\/embed\/([0-9a-f]+)$/.exec(path)?.[1];

/** What of a path names the page: in the rules one turns without leaving them. */
export const roomOf = (path: string): string =>
  /^\/(rules|setup|people|tournaments|companion)(?=\/|$)/.exec(path)?.[0] ?? path;

/** The game on cardboard that a path is about; undefined for other pages. */
export const cardboardIn = (path: string): string | undefined =>
  /^\/companion\/([0-9a-f]+)$/.exec(path)?.[1];

/** The tournament that a path is about; undefined for other pages. */
export const tournamentIn = (path: string): string | undefined =>
  /^\/tournaments\/([0-9a-f]+)$/.exec(path)?.[1];

/** The person whose profile a path is; undefined for other pages. */
export const personIn = (path: string): string | undefined =>
  /^\/people\/([0-9a-f]+)$/.exec(path)?.[1];

/** The game whose lesson a path is; undefined for other pages. */
export const lessonIn = (path: string): "imperial2030" | "imperial" | undefined =>
  /^\/lesson\/(imperial2030|imperial)$/.exec(path)?.[1] as "imperial2030" | "imperial" | undefined;

/** The puzzle that a path is about; undefined for other pages. */
export const puzzleIn = (path: string): string | undefined =>
  /^\/puzzles\/([0-9a-f]+)$/.exec(path)?.[1];

/** Lets plain links within the page change it without loading it again. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
  const within = link.pathname === location.pathname && link.search === location.search;
  if (within && link.hash) return;
  event.preventDefault();
  router.go(link.href);
}
