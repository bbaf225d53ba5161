/** The forms of the layout, as the style sheets know them too. */

import { MediaQuery } from "svelte/reactivity";

/** Narrower than a tablet, or so low: one part of the table at a time. */
export const phone = new MediaQuery(
  "(max-width: 767px), (max-width: 1199px) and (max-height: 559px)",
);
/** So low, or so narrow, that the nations are rows of one table. */
export const low = new MediaQuery("(max-height: 859px), (max-width: 1199px)");
/** Wide and high enough for more on every card of a nation. */
export const broad = new MediaQuery("(min-width: 1680px) and (min-height: 1000px)");
