/** Finds out what was clicked that cannot be chosen. */

/** What a click has missed: its id, and why not where the control says so itself. */
export interface Missed {
  id: string;
  sentence: string;
}

const NOTHING_THERE = "[data-at]:not([role=button])";
const NOT_NOW = '.slot[aria-disabled="true"]';

/** What a click is about that cannot be chosen; null if it is about something else. */
export function missedBy(target: EventTarget | null): Missed | null {
  if (!(target instanceof Element)) return null;
  const place = target.closest<SVGElement>(NOTHING_THERE);
  if (place) return { id: place.dataset["at"] ?? "", sentence: "" };
  const slot = target.closest(NOT_NOW);
  if (slot) return { id: slot.id.replace("slot-", ""), sentence: "" };
  const cell = target.closest<HTMLElement>('[aria-disabled="true"][title]');
  return cell ? { id: "", sentence: cell.title } : null;
}
