/** What a lesson wants to be chosen, where it is on the screen, and what is said otherwise. */

import type { LessonTold } from "../api/generated/types.gen.ts";
import type { Choice, Entry, NationId, Position, Reason, RegionId, Words } from "../api/told.ts";
import { isComposed } from "../decisions/composing.ts";
import { isEnd, isMove, originOf, placeOf } from "../decisions/reading.ts";
import { money, t } from "../i18n.svelte.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { isSame } from "../state/same.ts";

export type Step = LessonTold["steps"][number];

/** What is pointed at: a control, and a place on the map. */
export interface Target {
  control: string;
  region: RegionId | null;
}

/** So many choices are named as a way out. */
const MOST_NAMED = 4;

/** The choice that makes an entry. */
export const choiceFor = ({ choices }: Position, entry: Entry | undefined): Choice | undefined =>
  choices.find((choice) => isSame(choice.entry, entry));

/** What is to be clicked next to make a choice. */
export function targetOf(choice: Choice, position: Position, desk: Desk): Target {
  const [from, place] = [originOf(choice), placeOf(choice)];
  if (isComposed(position)) return { control: "[data-compose]", region: null };
  if (desk.chosen?.id === choice.id) return { control: "[data-confirm]", region: null };
  if (isMove(choice) && desk.origin !== from)
    return { control: `[data-origin="${from}"]`, region: from };
  return { control: `[data-choice="${choice.id}"]`, region: place };
}

const nameIn = (names: Words["regions"], id: unknown): string => names[String(id)]?.name ?? "";

/** The move of a step as a line: verb and object. */
export function moveText(entry: Entry, words: Words): string {
  const { slot, nation, value, province, from, to } = entry.choice;
  const names = {
    nation: nameIn(words.nations, nation ?? entry.nation),
    slot: nameIn(words.slots, slot),
    value: typeof value === "number" ? money(value) : "",
    place: nameIn(words.regions, province),
    from: nameIn(words.regions, from),
    to: nameIn(words.regions, to),
  };
  switch (entry.decision) {
    case "choose_slot":
    case "invest":
    case "build_factory":
    case "produce":
    case "fleet_order":
    case "army_order":
    case "swiss_force":
      return t(`lesson.move_${entry.decision}`, names);
    default:
      return "";
  }
}

/** Why something cannot be chosen: the reason that is about a place or slot, or that was given. */
export const refusalOf = (refused: Reason[], id: string, sentence = ""): Reason | undefined =>
  refused.find(
    (reason) =>
      reason.sentence === sentence ||
      [reason.choice.slot, reason.choice.province, reason.choice.region, reason.choice.to].some(
        (place) => place !== undefined && place === id,
      ),
  );

/** The nation whose units stand at a place, where only those of another could be ordered. */
export function strangersAt({ snapshot }: Position, place: RegionId): NationId | null {
  const { decision, units } = snapshot;
  if (decision?.decision !== "army_order" && decision?.decision !== "fleet_order") return null;
  const there = Object.keys(units).filter((nation) => units[nation]?.[place]);
  return there.includes(decision.nation ?? "") ? null : (there[0] ?? null);
}

/** What is open instead, where that is little enough to be named. */
export function wayOut({ choices }: Position): string {
  const open = choices.filter((choice) => !isEnd(choice));
  if (open.length === 0 || open.length > MOST_NAMED) return "";
  return t("lesson.still_open", { choices: open.map(({ label }) => label).join(", ") });
}
