/** What the board shows of the pending decision. */

import type { Choice, Consequences, Position, RegionId } from "../api/game.ts";
import { type Arrow, type Ghost, type Marks, noMarks } from "../board/marks.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { asksConsent, byPlace, isEnd, isManeuver, ordersFrom, origins, placeOf } from "./reading.ts";

/** Targets, origin and arrows for who must decide; nothing for the others. */
export function marksOf(position: Position | null, desk: Desk): Marks {
  const marks = { ...noMarks(), pointed: desk.pointed };
  if (!position?.yours) return marks;
  const targets = targetsOf(position, desk.origin);
  return {
    ...marks,
    pointed: desk.pointed ?? (desk.chosen && placeOf(desk.chosen)),
    targets: new Set(targets.keys()),
    asks: new Set([...targets].filter(([, all]) => all.every(asksConsent)).map(([id]) => id)),
    origin: desk.origin,
    arrows: desk.chosen ? arrowsOf(desk.chosen.consequences, true) : [],
    ghosts: desk.chosen ? ghostsOf(desk.chosen.consequences) : [],
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
    canals: moved.canals,
    way: wayOf(moved.way),
    nation: moved.nation,
    preview,
  }));
}

/** The units where they would stand. */
export function ghostsOf(told: Consequences | undefined): Ghost[] {
  const { moved = [], gained = [] } = told?.units ?? {};
  const stances = new Map(told?.stances.map(({ region, stance }) => [region, stance]));
  const arrived = moved.map(({ to, nation, unit }) => {
    const stance = unit === "army" ? stances.get(to) : undefined;
    return { region: to, nation, unit, ...(stance && { stance }) };
  });
  return [...arrived, ...gained];
}

function wayOf(way: string): Arrow["way"] {
  if (way === "convoy" || way === "rail" || way === "land") return way;
  return "sea";
}
