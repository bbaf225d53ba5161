/** Lets parts of the page be fetched by our own hand instead of Vite's, which tries only once. */

import type { Plugin } from "vite";

/** How Vite calls the module that it puts before every `import()`, and what it takes from there. */
const HELPER = "\0vite/preload-helper.js";
const OURS = "/src/parts/fetching.ts";

export function fetched(): Plugin {
  let isMet = false;
  return {
    name: "fetched",
    apply: "build",
    transform: {
      filter: { id: /preload-helper/ },
      handler(_, id) {
        if (id !== HELPER) return null;
        isMet = true;
        return { code: `export { fetching as __vitePreload } from "${OURS}";`, map: null };
      },
    },
    buildEnd(error) {
      if (!error && !isMet) this.error(`Vite has no ${HELPER.slice(1)} any more.`);
    },
  };
}
