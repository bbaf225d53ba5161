/** The dotted ring around the choice that a hint is about, wherever it is drawn. */

import type { Choice } from "../api/told.ts";
import { fieldsOf } from "./reading.ts";

/** The controls of a choice; where its unit is not taken up yet, that of the unit. */
function controlsOf(choice: Choice): string {
  const { from, region, province } = fieldsOf(choice);
  const origin = from ?? region ?? province;
  const own = `[data-choice="${choice.id}"]`;
  if (typeof origin !== "string") return own;
  return `${own}, :root:not(:has(${own})) [data-origin="${CSS.escape(origin)}"]`;
}

/** Draws it until what comes back is called. */
export function ringed(choice: Choice): () => void {
  const sheet = new CSSStyleSheet();
  const controls = controlsOf(choice);
  sheet.replaceSync(
    `:is(${controls}):not(g) { outline: 3px dotted var(--petrol); outline-offset: 2px; }
     g:is(${controls}) .field {
       stroke: var(--petrol) !important;
       stroke-width: 8 !important;
       stroke-dasharray: 0.1 11;
       stroke-linecap: round;
     }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
