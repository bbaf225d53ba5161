/** What the board shows of the pending decision. */

import type { Choice, Consequences, Position, RegionId } from "../api/game.ts";
import { type Arrow, type Marks, noMarks } from "../board/marks.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { asksConsent, byPlace, isEnd, isManeuver, ordersFrom, origins } from "./reading.ts";

/** Targets, origin and arrows for who must decide; nothing for the others. */
export function marksOf(position: Position | null, desk: Desk): Marks {
  const marks = { ...noMarks(), pointed: desk.pointed };
  if (!position?.yours) return marks;
  const targets = targetsOf(position, desk.origin);
  return {
    ...marks,
    targets: new Set(targets.keys()),
    asks: new Set([...targets].filter(([, all]) => all.every(asksConsent)).map(([id]) => id)),
    origin: desk.origin,
    arrows: desk.chosen ? arrowsOf(desk.chosen.consequences, true) : [],
  };
}

/** The places that may be picked now, with the choices each stands for. */
export function targetsOf(position: Position, origin: RegionId | null): Map<RegionId, Choice[]> {
  const choices = position.choices.filter((choice) => !isEnd(choice));
  if (!isManeuver(position)) return byPlace(choices);
  if (origin !== null) return byPlace(ordersFrom(choices, origin));
  return new Map([...origins(choices)].map((place) => [place, ordersFrom(choices, place)]));
}

/** The ways that units would go. */
export function arrowsOf(told: Consequences | undefined, preview: boolean): Arrow[] {
  return (told?.units.moved ?? []).map((moved) => ({
    from: moved.from,
    to: moved.to,
    via: moved.seas,
    way: wayOf(moved.way),
    nation: moved.nation,
    preview,
  }));
}

function wayOf(way: string): Arrow["way"] {
  if (way === "convoy" || way === "rail" || way === "land") return way;
  return "sea";
}
