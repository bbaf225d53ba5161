/** The figures on the screen, to walk from one to the other. */

const BOARD = ".frame";

/** All that can be seen, in the order of the page; the places of the map come last. */
export function figures(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>("main [data-tip]")];
  const besides = all.filter((one) => !one.closest(BOARD) && one.checkVisibility());
  return [...besides, ...places()];
}

/** The places of the map, each with all that stands there; those that can be chosen, if any can. */
function places(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(`main ${BOARD} [data-region]`)];
  const open = all.filter((one) => one.role === "button");
  return open.length > 0 ? open : all;
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** The figure that a key leads to from another one; null for other keys, and at the ends. */
export function around(from: HTMLElement, key: string): HTMLElement | null {
  const by = STEPS[key];
  const all = figures();
  return by === undefined ? null : (all[all.indexOf(from) + by] ?? null);
}
