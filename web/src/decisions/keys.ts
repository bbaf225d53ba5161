/** What single keys do at the table. None acts while somebody types. */

import type { Choice, Position } from "../api/game.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { preferences } from "../state/preferences.svelte.ts";
import { isEnd, isManeuver, ordersFrom, origins } from "./reading.ts";

export interface Hand {
  send(choice: Choice): void;
  undo(): void;
}

const TYPED = "input, select, textarea, [contenteditable], dialog";
/** What answers to Enter itself. */
const ANSWERS = "button, a, [role=button], [role=radio], summary";

/** Whether a key is meant for the table, not for a field or a button. */
export function isForTable(event: KeyboardEvent): boolean {
  const target = event.target as Element | null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest?.(TYPED)) return false;
  if (event.key.length === 1 && !preferences.shortcuts) return false;
  return event.key !== "Enter" || !target?.closest?.(ANSWERS);
}

/** Does what a key stands for. True if it stood for something. */
export function press(key: string, position: Position, desk: Desk, hand: Hand): boolean {
  if (/^[1-9]$/.test(key)) return chooseNumber(Number(key), position, desk);
  switch (key) {
    case "Enter":
      return desk.chosen !== null && (hand.send(desk.chosen), true);
    case "Escape":
      return desk.chosen !== null || desk.origin !== null ? (desk.clear(), true) : false;
    case "z":
      return position.undo?.possible ? (hand.undo(), true) : false;
    case "e":
    case "p":
      return end(position, hand);
    case "n":
      return nextUnit(position, desk, 1);
    case "m":
      return nextUnit(position, desk, -1);
    case "b":
      return (desk.show("market"), true);
    case "t":
      return (desk.show("nations"), true);
    default:
      return false;
  }
}

function listed(position: Position, desk: Desk): Choice[] {
  if (isManeuver(position)) return ordersFrom(position.choices, desk.origin);
  return position.choices.filter((choice) => !isEnd(choice));
}

function chooseNumber(number: number, position: Position, desk: Desk): boolean {
  if (!position.yours) return false;
  const choice = listed(position, desk)[number - 1];
  if (choice) desk.choose(choice);
  return choice !== undefined;
}

/** Ends the step, passes or declines, where there is one such choice. */
function end(position: Position, hand: Hand): boolean {
  const [choice, ...more] = position.yours ? position.choices.filter(isEnd) : [];
  if (!choice || more.length > 0) return false;
  hand.send(choice);
  return true;
}

function nextUnit(position: Position, desk: Desk, by: number): boolean {
  if (!position.yours || !isManeuver(position)) return false;
  const waiting = [...origins(position.choices)];
  const index = desk.origin === null ? (by > 0 ? -1 : 0) : waiting.indexOf(desk.origin);
  desk.clear();
  desk.origin = waiting[(index + by + waiting.length) % waiting.length] ?? null;
  return true;
}
