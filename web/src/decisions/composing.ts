/** Decisions that the rules put one by one, but that people make together: units, flags. */

import type { Choice, DecisionKind, Position, RegionId } from "../api/told.ts";
import type { Plan } from "../state/plan.svelte.ts";
import { fieldsOf, isEnd, placeOf } from "./reading.ts";

const COMPOSED: DecisionKind[] = ["produce", "import_unit", "place_flag"];

export function isComposed(position: Position): boolean {
  const kind = position.snapshot.decision?.decision;
  return position.yours && kind !== undefined && COMPOSED.includes(kind);
}

const isAll = (choice: Choice): boolean => fieldsOf(choice)["all"] === true;

/** The choices that are about a place. */
export const placed = (choices: Choice[]): Choice[] =>
  choices.filter((choice) => !isEnd(choice) && !isAll(choice));

/** Where everything can be had, everything is planned to begin with. */
export function firstSteps(position: Position): Choice[] {
  return isComposed(position) && position.choices.some(isAll) ? placed(position.choices) : [];
}

/** What is sent for a plan: its steps and the end, or the one choice that stands for them all. */
export function toSend(position: Position, { steps, ahead }: Plan): Choice[] {
  const all = position.choices.find(isAll);
  if (all && steps.length === placed(position.choices).length) return [all];
  const end = ahead?.choices.find(isEnd);
  return end ? [...steps, end] : steps;
}

/** Whether nothing more must be chosen. */
export function isComplete(position: Position, plan: Plan): boolean {
  const open = plan.ahead?.choices ?? [];
  return toSend(position, plan).some(isAll) || open.length === 0 || open.some(isEnd);
}

/** What can be added at a place after the steps planned. */
export function toAdd({ ahead }: Plan, place: RegionId): Choice[] {
  return placed(ahead?.choices ?? []).filter((choice) => placeOf(choice) === place);
}

/** The plan with a choice in it, or without. */
export function toggled({ steps }: Plan, choice: Choice): Choice[] {
  const rest = steps.filter(({ id }) => id !== choice.id);
  return rest.length < steps.length ? rest : [...steps, choice];
}

/** The plan without the last step of a kind. */
export function without({ steps }: Plan, choice: Choice): Choice[] {
  const last = steps.findLastIndex(({ id }) => id === choice.id);
  return steps.filter((_, i) => i !== last);
}
