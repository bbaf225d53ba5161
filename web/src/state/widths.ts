/** The forms of the layout, as the style sheets know them too. */

import { MediaQuery } from "svelte/reactivity";

/** Narrower than a tablet, or so low: one part of the table at a time. */
export const phone = new MediaQuery(
  "(max-width: 767px), (max-width: 1199px) and (max-height: 559px)",
);
/** Wide enough for more on every card of a nation. */
export const broad = new MediaQuery("min-width: 1680px");
