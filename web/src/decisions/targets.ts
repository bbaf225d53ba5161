/** What the pending decision lets one pick on the board, and what the board shows of it. */

import type {
  Choice,
  Consequences,
  DecisionTold,
  Lane,
  NationId,
  Position,
  RegionId,
} from "../api/told.ts";
import { type Arrow, type Ghost, type Highlights, noHighlights } from "../board/highlights.ts";
import { movedPieces } from "../board/pieces.ts";
import { t } from "../i18n.svelte.ts";
import type { Desk } from "../state/desk.svelte.ts";
import { isComposed, placed } from "./composing.ts";
import { countOf, goingOf } from "./marching.ts";
import type { Order } from "./orders.ts";
import {
  asksConsent,
  byPlace,
  isAsked,
  isEnd,
  isManeuver,
  isMove,
  lanesIn,
  ordersFrom,
  origins,
  placeOf,
  unmovedAt,
  unmovedIn,
} from "./reading.ts";

/** So many lanes can be told from each other on the board. */
const MOST_LANES = 6;

/** Targets, origin and arrows for who must decide; nothing for the others. */
export function highlightsOf(
  position: Position | null,
  desk: Desk,
  orders: Order[] = [],
): Highlights {
  const highlights = { ...noHighlights(), pointed: desk.pointed };
  if (!position?.yours) return highlights;
  const targets = targetsOf(position, desk);
  return {
    ...highlights,
    pointed: desk.pointed ?? (desk.chosen ? placeOf(desk.chosen) : desk.origin),
    pinned: pinnedTo(position, desk),
    loads: loadsOf(position, desk),
    targets: new Set(targets.keys()),
    asks: new Set([...targets].filter(([, all]) => all.every(asksConsent)).map(([id]) => id)),
    origin: desk.origin ?? placeInQuestion(position),
    arrows: [
      ...orderedArrows(position, desk, orders),
      ...lanesOf(position, desk),
      ...ways(position, desk, orders),
    ],
    ghosts: ghostsFor(position, desk),
    flags: flagsFor(position, desk),
    moved: movedIn(position),
  };
}

/** Where an order waits for being sent, or where it is asked which unit to import. */
function pinnedTo(position: Position, { chosen, origin }: Desk): RegionId | null {
  if (isComposed(position)) return origin;
  return isManeuver(position) && chosen && isMove(chosen) ? placeOf(chosen) : null;
}

/** What can be taken up at each place and dragged from there. */
function loadsOf(position: Position, desk: Desk): Highlights["loads"] {
  if (!isManeuver(position)) return new Map();
  const unit = position.snapshot.decision?.decision === "fleet_order" ? "fleet" : "army";
  const { nation } = position.snapshot.turn;
  const places = origins(position.choices.filter(isMove));
  const load = (region: RegionId): Ghost => {
    const all = countOf(unmovedAt(position, region));
    return { region, nation, unit, count: (desk.origin === region && desk.count) || all };
  };
  return new Map([...places].map((region) => [region, load(region)]));
}

/** Where the unit stands that a question is about. */
function placeInQuestion(position: Position): RegionId | null {
  return isAsked(position) ? (position.snapshot.decision?.context.place ?? null) : null;
}

/** The places that may be picked now, with the choices each stands for. */
export function targetsOf(position: Position, desk: Desk): Map<RegionId, Choice[]> {
  const choices = position.choices.filter((choice) => !isEnd(choice));
  if (isComposed(position))
    return byPlace([...placed(desk.plan.ahead?.choices ?? choices), ...desk.plan.steps]);
  if (!isManeuver(position)) return byPlace(choices);
  if (desk.origin !== null) return byPlace(ordersFrom(choices, desk.origin));
  return new Map([...origins(choices)].map((place) => [place, ordersFrom(choices, place)]));
}

// Ways --------------------------------------------------------------------------------------------

const OF_MANEUVER = ["fleet_order", "army_order", "arrival", "ask_next"];

/** The ways of the orders given so far, numbered as in the list. */
function orderedArrows(position: Position, desk: Desk, orders: Order[]): Arrow[] {
  if (!OF_MANEUVER.includes(position.snapshot.decision?.decision ?? "")) return [];
  return orders.flatMap(({ arrows, units }, i) => {
    const number = i + 1;
    return arrows.map((arrow) => ({
      ...arrow,
      number,
      count: units.length,
      lit: desk.order === number,
    }));
  });
}

/** The way of the chosen order; of the order that a question is about. */
function ways(position: Position, desk: Desk, orders: Order[]): Arrow[] {
  const { decision, turn } = position.snapshot;
  if (!desk.chosen) return throughCanal(decision, turn.nation);
  const told = desk.chosen.consequences;
  const number = isManeuver(position)
    ? { number: orders.length + 1, count: goingOf(position, desk) }
    : {};
  const all = [...arrowsOf(told, true), ...throughCanal(told?.next ?? null, turn.nation)];
  return all.map((arrow) => ({ ...arrow, ...number }));
}

/** The way of a fleet that waits for the consent of a canal's owner. */
function throughCanal(decision: DecisionTold | null, nation: NationId): Arrow[] {
  const order = decision?.context.order;
  if (decision?.decision !== "canal_consent" || !order) return [];
  const { canal } = decision.context;
  const [from, to] = [String(order["from"]), String(order["to"])];
  return [{ from, to, canals: canal ? [canal] : [], way: "sea", nation, preview: true }];
}

/** Convoys open to armies while fleets move: those the chosen move opens, else all. */
function lanesOf(position: Position, desk: Desk): Arrow[] {
  if (position.snapshot.decision?.decision !== "fleet_order") return [];
  const lanes = newLanes(position, desk).flatMap(({ from, seas }) =>
    seas.map((sea) => ({ from, to: sea })),
  );
  if (lanes.length > MOST_LANES) return [];
  const nation = position.snapshot.turn.nation;
  const isFirst = ({ to }: { to: RegionId }, i: number): boolean =>
    lanes.findIndex((lane) => lane.to === to) === i;
  return lanes.map((lane, i) => ({
    ...lane,
    way: "convoy",
    nation,
    lane: isFirst(lane, i) ? t("board.lane") : "",
  }));
}

/** The lanes to show beside the list of orders. */
export function newLanes(position: Position, desk: Desk): Lane[] {
  const now = lanesIn(position.facts) ?? [];
  const ahead = desk.chosen ? desk.plan.ahead?.facts : null;
  const then = ahead && lanesIn(ahead);
  if (!then) return now;
  const known = new Set(now.map(lanesKey));
  const opened = then.filter((lane) => !known.has(lanesKey(lane)));
  return opened.length > 0 ? opened : now;
}

const lanesKey = ({ from, seas, to }: Lane): string => [from, ...seas, "/", ...to].join();

/** The ways that units would go. */
export function arrowsOf(told: Pick<Consequences, "units"> | undefined, preview: boolean): Arrow[] {
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

function wayOf(way: string): Arrow["way"] {
  if (way === "convoy" || way === "rail" || way === "land") return way;
  return "sea";
}

// Units -------------------------------------------------------------------------------------------

function ghostsFor(position: Position, desk: Desk): Ghost[] {
  if (isComposed(position)) return desk.plan.steps.flatMap((step) => ghostsOf(step.consequences));
  const ghosts = desk.chosen ? ghostsOf(desk.chosen.consequences) : [];
  const count = isManeuver(position) ? Math.max(1, goingOf(position, desk)) : 1;
  return ghosts.map((ghost) => ({ ...ghost, count }));
}

function flagsFor({ snapshot }: Position, { plan }: Desk): Highlights["flags"] {
  const nation = snapshot.decision?.nation;
  if (snapshot.decision?.decision !== "place_flag" || !nation) return [];
  return plan.steps.flatMap((step) => {
    const region = placeOf(step);
    return region ? [{ region, nation }] : [];
  });
}

/** The units where they would stand. */
export function ghostsOf(
  told: (Pick<Consequences, "units"> & Partial<Pick<Consequences, "stances">>) | undefined,
): Ghost[] {
  const { moved = [], gained = [] } = told?.units ?? {};
  const stances = new Map(told?.stances?.map(({ region, stance }) => [region, stance]));
  const arrived = moved.map(({ to, nation, unit }) => {
    const stance = unit === "army" ? stances.get(to) : undefined;
    return { region: to, nation, unit, ...(stance && { stance }) };
  });
  return [...arrived, ...gained];
}

function movedIn({ facts, snapshot }: Position): Highlights["moved"] {
  const { nation } = snapshot.turn;
  const unmoved = unmovedIn(facts);
  return unmoved ? movedPieces(snapshot.units[nation] ?? {}, unmoved, nation) : new Set();
}
