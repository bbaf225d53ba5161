/** The bond market as a table: what each bond costs you, who holds it, or why you cannot have it. */

import type { Choice, Chosen, Facts, NationId, PlayerId, Reason, Snapshot } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import { type Finances, financesOf } from "../state/finances.ts";

export interface Way {
  choice: Choice;
  price: number;
  /** The bond that would be handed in. */
  from: number | null;
  /** Whether it would give you the government. */
  crown: boolean;
}

export interface Cell {
  nation: NationId;
  value: number;
  /** Ways to get it now, the cheapest first. */
  ways: Way[];
  holder: PlayerId | null;
  yours: boolean;
  /** The reason that comes closest to a yes. */
  refusal: Reason | null;
}

export interface Row {
  nation: NationId;
  finances: Finances;
  cells: Cell[];
  /** The two with the highest credit. */
  leaders: { player: PlayerId; credit: number }[];
}

export interface Market {
  snapshot: Snapshot;
  facts: Facts;
  choices: Choice[];
  refused: Reason[];
  you: PlayerId | null;
}

export function rowsOf(nations: NationId[], values: number[], market: Market): Row[] {
  return nations.map((nation) => ({
    nation,
    finances: financesOf(market, nation),
    cells: values.map((value) => cellOf(nation, value, market)),
    leaders: leadersOf(nation, market.facts),
  }));
}

function cellOf(nation: NationId, value: number, market: Market): Cell {
  const holder = holderOf(nation, value, market.snapshot);
  const ways = market.choices
    .filter((choice) => isFor(choice.entry.choice, choice.entry.nation, nation, value))
    .map((choice) => wayOf(choice, nation, market.you))
    .sort((a, b) => a.price - b.price);
  return {
    nation,
    value,
    ways,
    holder,
    yours: holder !== null && holder === market.you,
    refusal: ways.length > 0 ? null : refusalFor(nation, value, market),
  };
}

/** Whether a choice is about a bond: bought, traded up to, or taken in the draft. */
function isFor(
  choice: Chosen,
  onOffer: NationId | undefined,
  nation: NationId,
  value: number,
): boolean {
  const wanted = choice.to ?? choice.value;
  return wanted === value && (choice.nation ?? onOffer) === nation;
}

function wayOf(choice: Choice, nation: NationId, you: PlayerId | null): Way {
  const from = choice.entry.choice.from;
  const told = choice.consequences;
  return {
    choice,
    price: told?.price ?? 0,
    from: typeof from === "number" ? from : null,
    crown: you !== null && told?.governments[nation]?.after === you,
  };
}

function holderOf(nation: NationId, value: number, snapshot: Snapshot): PlayerId | null {
  const found = Object.entries(snapshot.bonds).find(([, bonds]) => bonds[nation]?.includes(value));
  return found?.[0] ?? null;
}

function refusalFor(nation: NationId, value: number, market: Market): Reason | null {
  const onOffer = market.snapshot.decision?.nation ?? undefined;
  const found = market.refused.filter((one) => isFor(one.choice, onOffer, nation, value));
  found.sort((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity));
  return found[0] ?? null;
}

function leadersOf(nation: NationId, facts: Facts): Row["leaders"] {
  return Object.entries(facts.players)
    .map(([player, told]) => ({ player, credit: told.credit[nation] ?? 0 }))
    .filter(({ credit }) => credit > 0)
    .sort((a, b) => b.credit - a.credit)
    .slice(0, 2);
}

/** How much is missing for a bond that is too dear. */
export function missing(cell: Cell, cash: number | null): number | null {
  const price = cell.refusal?.price ?? null;
  if (price === null || cash === null || !cell.refusal?.code.endsWith("cash_too_low")) return null;
  return price - cash;
}

/** What a way to a bond is called where it is read aloud. */
export const wayName = (bond: string, { price, from, crown }: Way): string =>
  [
    bond,
    money(price),
    from === null ? "" : t("market.hand_in", { value: from }),
    crown ? t("market.crown") : "",
  ]
    .filter((part) => part !== "")
    .join(", ");

/** Letters of a name that a narrow cell has room for. */
const ROOM = 6;

/** A name for a narrow cell: long ones by as many letters as tell them from all others. */
export function briefName(name: PlayerId, all: PlayerId[]): string {
  if (name.length <= ROOM) return name;
  const others = all.filter((other) => other !== name);
  const letters = Array.from(name);
  const isOwn = (count: number): boolean =>
    !others.some((other) => other.startsWith(letters.slice(0, count).join("")));
  const enough = letters.findIndex((_, i) => i >= ROOM - 1 && isOwn(i));
  return enough < 0 ? name : `${letters.slice(0, enough).join("")}.`;
}

/** The two with the highest credit, "you 9, Bardi 4". */
export const creditsOf = ({ leaders }: Row, you: PlayerId | null): string[] =>
  leaders.map(({ player, credit }) => `${player === you ? t("market.you") : player} ${credit}`);
