/** What single keys do at the table. None acts while somebody types. */

import { tick } from "svelte";

import type { Choice, Position, RegionId } from "../api/told.ts";
import type { Desk, LedgerTab, RailTab, Stance } from "../state/desk.svelte.ts";
import { preferences } from "../state/preferences.svelte.ts";
import { isComposed, placed } from "./composing.ts";
import { availableTo } from "./marching.ts";
import { lift } from "./picking.ts";
import { fieldsOf, isManeuver, isMove, ordersFrom, origins } from "./reading.ts";

const TYPED =
  "input:not([type=radio], [type=checkbox], [type=range]), select, textarea, [contenteditable], dialog";
/** What answers to Enter itself; what is settled already has nothing more to do. */
const ANSWERS =
  "button:not([role=checkbox], [data-settles][aria-pressed=true]), a, [role=button], [role=radio], summary";

/** Whether a key is meant for the table, not for a field or a button. */
export function isForTable(event: KeyboardEvent): boolean {
  const isIn = (places: string): boolean =>
    event.target instanceof Element && event.target.closest(places) !== null;
  // What was held down to get here confirms nothing here.
  if (event.key === "Enter" && event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || isIn(TYPED)) return false;
  if (event.key.length === 1 && !preferences.shortcuts) return false;
  return event.key !== "Enter" || !isIn(ANSWERS);
}

const PLACES: Record<string, string> = {
  Comma: ",",
  Period: ".",
  BracketLeft: "[{",
  BracketRight: "]}",
};

/** The key as it is named here: on keyboards of other scripts, what lies at its place. */
export function keyOf({ key, code, shiftKey }: KeyboardEvent): string {
  const [plain = "", shifted = plain] = PLACES[code] ?? "";
  const latin =
    key.length > 1 || key <= "~"
      ? key
      : (/^Key(\w)$/.exec(code)?.[1] ?? (shiftKey ? shifted : plain));
  if (!/^[a-z]$/i.test(latin)) return latin;
  return (shiftKey ? "Shift+" : "") + latin.toUpperCase();
}

/** Does what a key stands for. True if it stood for something. */
export function press(key: string, position: Position, desk: Desk): boolean {
  if (/^[1-9]$/.test(key)) return chooseNumber(Number(key), position, desk);
  switch (key) {
    case "Escape":
      return (desk.chosen ?? desk.confirming ?? desk.origin) !== null
        ? (desk.clear(), true)
        : false;
    case "S":
      return turnStance(position, desk);
    case "N":
      return nextUnit(position, desk, 1);
    case "M":
      return nextUnit(position, desk, -1);
    case "B":
      return (desk.show("market"), goTo("market"));
    case "T":
      return (desk.show("nations"), goTo("nations"));
    case "G":
      return (desk.show("nations"), (desk.ledger = "charts"), goTo("charts"));
    case "L":
      return (desk.show("log"), (desk.rail = "log"), goTo("log"));
    case "C":
      return (desk.show("log"), (desk.rail = "chat"), (desk.talking = tabOf("chat") !== null));
    default:
      return use(key);
  }
}

/** The key that ends a step or passes. */
export function endKey(choice: Choice): string {
  const { pass, choice: kind } = fieldsOf(choice);
  return pass === true || kind === "pass" ? "P" : "E";
}

/** Presses the button on the page that names the key as its own. */
function use(key: string): boolean {
  const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`);
  button?.click();
  return button !== null;
}

function chooseNumber(number: number, position: Position, desk: Desk): boolean {
  if (!position.yours) return false;
  if (isManeuver(position) && desk.origin === null)
    return takeUp([...origins(position.choices)][number - 1], position, desk);
  if (isManeuver(position) && desk.chosen && isMove(desk.chosen))
    return take(number, position, desk);
  const choice = numbered(number, position, desk);
  if (!choice) return false;
  if (isComposed(position)) return (controlOf(choice)?.click(), true);
  desk.choose(choice);
  void point(choice);
  return true;
}

/** So many units are to go; false where there are not so many. */
function take(number: number, position: Position, desk: Desk): boolean {
  if (number > availableTo(position, desk)) return false;
  desk.count = number;
  return true;
}

/** The choice of a number: so many steps on the rondel, else by its place in the list. */
function numbered(number: number, position: Position, desk: Desk): Choice | undefined {
  if (isManeuver(position)) return ordersFrom(position.choices, desk.origin)[number - 1];
  const choices = placed(position.choices);
  const steps = (choice: Choice): number => choice.consequences?.rondel?.steps ?? 0;
  const walks = choices.some((choice) => steps(choice) > 0);
  return walks ? choices.find((choice) => steps(choice) === number) : choices[number - 1];
}

const controlOf = ({ id }: Choice): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-choice="${id}"]`);

/** Leads the keyboard to the chosen one, so that Enter confirms it and nothing else. */
async function point(choice: Choice): Promise<void> {
  await tick();
  controlOf(choice)?.focus();
}

const tabOf = (id: LedgerTab | RailTab): HTMLElement | null => document.getElementById(`tab-${id}`);

/** Leads the keyboard to a tab, so that it is heard what has opened. False where there is none. */
function goTo(id: LedgerTab | RailTab): boolean {
  const tab = tabOf(id);
  void tick().then(() => tab?.focus());
  return tab !== null;
}

function takeUp(region: RegionId | undefined, position: Position, desk: Desk): boolean {
  if (region === undefined) return false;
  lift(position, desk, region);
  return true;
}

function nextUnit(position: Position, desk: Desk, by: number): boolean {
  if (!position.yours || !isManeuver(position)) return false;
  const waiting = [...origins(position.choices)];
  const index = desk.origin === null ? (by > 0 ? -1 : 0) : waiting.indexOf(desk.origin);
  return takeUp(waiting[(index + by + waiting.length) % waiting.length], position, desk);
}

const STANCES: readonly Stance[] = ["hostile", "friendly", "ask"];

function turnStance(position: Position, desk: Desk): boolean {
  if (!position.yours || position.snapshot.decision?.decision !== "army_order") return false;
  desk.stance = STANCES[(STANCES.indexOf(desk.stance) + 1) % STANCES.length] ?? "ask";
  return true;
}
