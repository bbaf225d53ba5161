/** The forms of the layout, as the style sheets know them too. */

import { MediaQuery } from "svelte/reactivity";

/** Narrower than a tablet, or so low: one part of the table at a time. */
export const phone = new MediaQuery(
  "(max-width: 767px), (max-width: 1199px) and (max-height: 559px)",
);
/** Narrower than a desktop. */
export const narrow = new MediaQuery("(max-width: 1199px)");
/** So low, or so narrow, that the nations are rows of one table. */
export const low = new MediaQuery("(max-height: 859px), (max-width: 1399px)");
/** So large that the type grows, and all else with it. */
export const large = new MediaQuery("(min-width: 2200px) and (min-height: 1100px)");
/** How much larger the type is than elsewhere. */
export const grown = (): number => (large.current ? 18 / 14 : 1);
/** Wide and high enough for more on every card of a nation. */
export const broad = new MediaQuery("(min-width: 1680px) and (min-height: 1000px)");
