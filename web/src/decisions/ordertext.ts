/** Orders to units in words: in the list, at their goal, and read aloud. */

import type { Choice, Game, RegionId, Words } from "../api/told.ts";
import { list, listed } from "../board/describing.ts";
import { type Key, t } from "../i18n.svelte.ts";
import type { Order, Tag } from "./orders.ts";
import { tagsOfWay } from "./orders.ts";
import { isMove, originOf, placeOf } from "./reading.ts";

export type Way = NonNullable<Order["way"]>;

const nameOf = (words: Words, region: RegionId): string => words.regions[region]?.name ?? region;

/** The way of an order that is chosen; null for what is done in a place. */
export const wayOf = (choice: Choice): Way | null =>
  isMove(choice) ? { from: originOf(choice) ?? "", to: placeOf(choice) ?? "" } : null;

/** "Korea → Japan". */
export const wayText = ({ from, to }: Way, words: Words): string =>
  `${nameOf(words, from)} → ${nameOf(words, to)}`;

/** An order in short: its way, or what is done in words. */
export const orderText = ({ way, sentence }: Order, words: Words): string =>
  way ? wayText(way, words) : sentence;

/** "2 armies" of the kind that an order is given to. */
export const unitsText = (kind: Order["kind"], count: number, game: Game): string =>
  listed(kind === "fleet_order" ? { fleets: count } : { armies: count }, game);

/** How units go there: "convoy, 2 fleets". */
export function wayTag(choice: Choice, game: Game): string {
  const moved = choice.consequences?.units.moved[0];
  if (moved?.way === "convoy")
    return t("orders.convoy_of", { fleets: listed({ fleets: moved.seas.length }, game) });
  return tagsOfWay(moved?.way)
    .map((tag) => t(`orders.tag_${tag}`))
    .join();
}

const SPOKEN: Partial<Record<Tag, Key>> = { rail: "orders.by_rail", convoy: "orders.by_convoy" };

interface Told {
  number: number;
  units: string;
  way: Way;
  tags: Tag[];
}

/** "Order 9: 2 armies, Korea to Japan, by convoy". */
function sentence({ number, units, way, tags }: Told, words: Words): string {
  const values = { number, units, from: nameOf(words, way.from), to: nameOf(words, way.to) };
  const by = list(tags.map((tag) => t(SPOKEN[tag] ?? `orders.tag_${tag}`)));
  return by ? t("orders.told_by", { ...values, tags: by }) : t("orders.told", values);
}

/** An order of the list, for who listens. */
export function orderTold(order: Order, number: number, words: Words, game: Game): string {
  const { way, tags } = order;
  const units = unitsText(order.kind, order.units.length, game);
  return way ? sentence({ number, units, way, tags }, words) : order.sentence;
}

/** The order that is chosen, for who listens. */
export function chosenTold(
  choice: Choice,
  number: number,
  count: number,
  words: Words,
  game: Game,
): string {
  const way = wayOf(choice);
  const tags = tagsOfWay(choice.consequences?.units.moved[0]?.way);
  const units = unitsText(choice.entry.decision, count, game);
  return way ? sentence({ number, units, way, tags }, words) : choice.label;
}

/** "Korea, 2 armies, both chosen": what is taken up of all that could be. */
export function takenTold(place: string, units: string, count: number, all: number): string {
  const chosen = count < all ? "some" : (["one", "both"][all - 1] ?? "all");
  return t("orders.chosen", { place, units, chosen, count });
}
