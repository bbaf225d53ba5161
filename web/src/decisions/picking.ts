/** What a click on the board means for the pending decision. */

import type { Choice, Position, RegionId } from "../api/told.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { isManeuver, ordersFrom, placeOf } from "./reading.ts";
import { targetsOf } from "./targets.ts";

/** Selects by place. Gives back a choice that was picked a second time: it is to be sent. */
export function pick(position: Position, desk: Desk, region: RegionId): Choice | null {
  if (!position.yours) return null;
  if (desk.chosen && placeOf(desk.chosen) === region) return desk.chosen;
  const here = targetsOf(position, desk).get(region) ?? [];
  if (isManeuver(position) && desk.origin === null) {
    lift(position, desk, region);
  } else if (here.length > 0) {
    desk.choose(preferred(here, desk));
  } else if (ordersFrom(position.choices, region).length > 0) {
    lift(position, desk, region);
  } else {
    desk.clear();
  }
  return null;
}

/** Takes up all units of a place; who has only one thing to do there has it chosen at once. */
export function lift(position: Position, desk: Desk, region: RegionId): void {
  const orders = ordersFrom(position.choices, region);
  desk.clear();
  if (orders.length === 0) return;
  desk.origin = region;
  if (orders.length === 1) desk.choose(orders[0] ?? null);
}

/** Of several choices at one place, the one with the stance that is set, or the first. */
export function preferred(choices: Choice[], desk: Desk): Choice | null {
  const fitting = choices.find((choice) => choice.entry.choice.stance === desk.stance);
  return fitting ?? choices[0] ?? null;
}
