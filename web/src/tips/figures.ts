/** The figures on the screen, to walk from one to the other. */

/** All that can be seen, those of the nation on turn or of the decision first. */
export function figures(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>("main [data-tip]")];
  return all.filter((one) => one.checkVisibility());
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
