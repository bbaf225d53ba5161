/** Fetches parts of the page when they are first needed, or when the line is back. */

/** How long the server is left alone before it is asked again whether it is there. */
const PAUSE = 1000;

/** Says on the window that a part is late, and that it does not come though the server answers. */
export const LATE = "part-late";
export const MISSING = "part-missing";

/** What has come, by the function that loads it: browsers take a frame even for what they have. */
const parts = new Map<string, unknown>();
const sheets = new Map<string, Promise<unknown>>();
let answering: Promise<void> | null = null;

/**
 * Loads a part with the files it needs; takes the place of Vite's own (`tools/fetched.ts`), which
 * gives up a part for good that did not come at once.
 */
export async function fetching<T>(load: () => Promise<T>, needs: string[] = []): Promise<T> {
  const name = String(load);
  if (parts.has(name)) return parts.get(name) as T;
  const attempt = async (): Promise<T> => {
    const [part] = await Promise.all([load(), ...needs.map((path) => need(`/${path}`))]);
    parts.set(name, part);
    return part;
  };
  try {
    return await attempt();
  } catch {
    dispatchEvent(new Event(LATE));
    await (answering ??= answered());
    answering = null;
  }
  return attempt().catch((error: unknown) => {
    dispatchEvent(new Event(MISSING));
    throw error;
  });
}

/** A style sheet has to be there before its part is shown; a script comes with the part itself. */
function need(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[href="${href}"]`)) return sheets.get(href);
  const link = document.createElement("link");
  const isSheet = href.endsWith(".css");
  Object.assign(link, { rel: isSheet ? "stylesheet" : "modulepreload", crossOrigin: "", href });
  document.head.append(link);
  if (!isSheet) return undefined;
  const come = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`The style sheet ${href} did not come.`));
    };
  });
  sheets.set(href, come);
  return come;
}

/** Waits until the server answers. */
async function answered(): Promise<void> {
  while (!(await fetch("/favicon.svg", { cache: "no-store" }).catch(() => null))?.ok)
    await new Promise((resume) => setTimeout(resume, PAUSE));
}
