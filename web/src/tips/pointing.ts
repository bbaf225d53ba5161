/** What a pointer or a click opens a tip of, also on the map, where they may mean something else. */

import { coaching } from "../state/coaching.svelte.ts";
import { figureAt, isBare } from "./asking.ts";

/** A place of the map where something can be chosen. */
const CHOOSABLE = "[data-region][role=button]";

/** Whether places of the board are to be chosen now: then it tells what choosing brings. */
const isChosenOn = (board: Element): boolean => board.querySelector(CHOOSABLE) !== null;

/** The figure that is pointed at; of the map only what stands there, and while nothing is chosen. */
export function pointedAt(event: Event): HTMLElement | null {
  const figure = figureAt(event);
  const board = figure?.closest(".frame");
  if (!figure || !board) return figure;
  return isChosenOn(board) || figure.matches("[data-region]") ? null : figure;
}

/** Whether a click is one on a figure that does nothing else. */
export function isTap(event: Event): boolean {
  const figure = figureAt(event);
  const board = figure?.closest(".frame");
  // In a lesson a click on the map is told what the rules say to it.
  if (board && (coaching.active || isChosenOn(board))) return false;
  return isBare(event);
}
