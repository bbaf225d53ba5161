/** A nation turn in the order in which it is shown: marker, pieces, money, flags, a rest. */

import type { GameEvent, PlayerId, Position, Snapshot } from "../api/told.ts";
import type { Pace } from "./preferences.svelte.ts";
import { linesOf, type Told } from "./record.svelte.ts";

/** What is shown one after the other. */
export const PARTS = ["marker", "pieces", "money", "flags"] as const;
export type Part = (typeof PARTS)[number];

/** A picture of the film. */
export interface Step {
  part: Part | "rest";
  /** Milliseconds; without an end where the reader goes on by himself. */
  duration: number;
  position: Position;
  /** What happens on the board meanwhile. */
  events: GameEvent[];
}

type Kind = GameEvent["event"];

const MARKER = new Set<Kind>(["marker_placed", "marker_moved"]);
const FLAGS = new Set<Kind>(["flag_placed", "flag_lost"]);
const PIECES = new Set<Kind>([
  "unit_moved",
  "battle_fought",
  "army_entered",
  "stance_changed",
  "unit_produced",
  "unit_imported",
  "factory_built",
  "factory_destroyed",
]);
const MONEY = new Set<Kind>([
  "rondel_paid",
  "interest_paid",
  "interest_covered",
  "investor_paid",
  "investor_card_passed",
  "investor_card_placed",
  "bond_bought",
  "bond_upgraded",
  "invest_passed",
  "draft_passed",
  "starting_cash",
  "government_changed",
  "swiss_bank_gained",
  "swiss_bank_returned",
  "tax_collected",
  "soldiers_paid",
  "tax_marker_moved",
  "bonus_paid",
  "power_gained",
  "donated",
  "game_ended",
]);

/** What each part changes of a position. */
const FIELDS: Record<Part, (keyof Snapshot)[]> = {
  marker: ["rondel"],
  pieces: ["units", "factories"],
  money: [
    "treasuries",
    "cash",
    "bonds",
    "power",
    "tax_marker",
    "governments",
    "investor_card",
    "swiss_banks",
  ],
  flags: ["flags"],
};

type Durations = Record<Part | "rest", number>;

/** How long each part takes; money and flags share theirs, and so do many pieces. */
const DURATIONS: Record<Pace, Durations> = {
  step: { marker: 320, pieces: 320, money: 320, flags: 320, rest: Infinity },
  calm: { marker: 600, pieces: 1600, money: 800, flags: 800, rest: 1000 },
  brisk: { marker: 300, pieces: 650, money: 300, flags: 300, rest: 250 },
  at_once: { marker: 0, pieces: 0, money: 0, flags: 0, rest: 0 },
};

const has = (events: GameEvent[], kinds: ReadonlySet<Kind>): boolean =>
  events.some(({ event }) => kinds.has(event));

/** The part that an entry belongs to, besides the marker that it may move. */
function partOf({ events }: Told): Part {
  if (has(events, PIECES)) return "pieces";
  if (has(events, FLAGS)) return "flags";
  return has(events, MONEY) ? "money" : "pieces";
}

/** The sentences about each part of what is told. */
export function sentencesOf(told: Told[]): Record<Part, string[]> {
  const found: Record<Part, string[]> = { marker: [], pieces: [], money: [], flags: [] };
  for (const one of told) {
    const lines = linesOf(one);
    // What was paid for the steps is told before them.
    const moved = one.events.findIndex(({ event }) => MARKER.has(event)) + 1;
    found.marker.push(...lines.slice(0, moved));
    found[partOf(one)].push(...lines.slice(moved));
  }
  return found;
}

/** The parts of a turn of which there is something to tell. */
export const toldParts = (sentences: Record<Part, string[]>, shown: Part[]): Part[] =>
  PARTS.filter((part) => shown.includes(part) || sentences[part].length > 0);

/** The parts in which something happens; money only where somebody has more or less of it. */
function partsIn(before: Position, after: Position, events: GameEvent[]): Part[] {
  const differs = (part: Part): boolean =>
    FIELDS[part].some(
      (field) => JSON.stringify(before.snapshot[field]) !== JSON.stringify(after.snapshot[field]),
    );
  return PARTS.filter((part) => differs(part) || (part === "pieces" && has(events, PIECES)));
}

/** The pictures from one position to another. */
export function stepsOf(
  before: Position,
  after: Position,
  events: GameEvent[],
  pace: Pace,
  isOver: boolean,
): Step[] {
  const parts = partsIn(before, after, events);
  const durations = DURATIONS[pace];
  const halves = parts.includes("money") && parts.includes("flags") && pace !== "step" ? 2 : 1;
  const steps: Step[] = [];
  let position = before;
  for (const part of parts) {
    const then = withPart(position, after, part, part === parts.at(-1));
    const duration = durations[part] / (part === "money" || part === "flags" ? halves : 1);
    // Pieces travel from where they stood; everything else is there at once.
    const during = part === "pieces" ? position : then;
    steps.push({ part, duration, position: during, events: shownIn(part, events) });
    position = then;
  }
  if (isOver) steps.push({ part: "rest", duration: restOf(steps, pace), position, events: [] });
  else if (steps.at(-1)?.part === "pieces")
    steps.push({ part: "pieces", duration: 0, position, events: [] });
  return steps;
}

/** What a turn leaves of its time. */
function restOf(steps: Step[], pace: Pace): number {
  const { marker, pieces, money, rest } = DURATIONS[pace];
  const taken = steps.reduce((sum, { duration }) => sum + duration, 0);
  return Math.max(rest, marker + pieces + money + rest - taken);
}

/** The position with one part of what comes after; the turn and the question stay. */
function withPart(now: Position, after: Position, part: Part, isLast: boolean): Position {
  const changed = FIELDS[part].map((field) => [field, after.snapshot[field]]);
  const snapshot = { ...now.snapshot, ...Object.fromEntries(changed) } as Snapshot;
  const entries = isLast ? after.entries : now.entries;
  return { ...now, entries, snapshot, facts: factsAt(now, after, part, isLast) };
}

/** Players' figures are money; those of nations are what all of it has brought in the end. */
function factsAt(now: Position, after: Position, part: Part, isLast: boolean): Position["facts"] {
  if (isLast) return { ...after.facts, order: now.facts.order, action: now.facts.action };
  return part === "money" ? { ...now.facts, players: after.facts.players } : now.facts;
}

function shownIn(part: Part, events: GameEvent[]): GameEvent[] {
  const kinds = part === "pieces" ? PIECES : part === "flags" ? FLAGS : null;
  return kinds ? events.filter(({ event }) => kinds.has(event)) : [];
}

/** Whether somebody is named in what happened, or a nation that he governs and that is not on turn. */
export function concerns(told: Told[], player: PlayerId | null, governed: string[]): boolean {
  const names = told.flatMap(({ events }) =>
    events.filter(({ event }) => event !== "turn_started").flatMap(namesIn),
  );
  return names.some((name) => name === player || governed.includes(name));
}

const NAMED = ["player", "before", "after", "owner", "enemy", "to", "nation", "government"];

function namesIn(event: GameEvent): string[] {
  return Object.entries(event).flatMap(([key, value]) =>
    NAMED.includes(key) && typeof value === "string" ? [value] : [],
  );
}

/** What is said about a part: two sentences at most, and how many more there are. */
export function captionOf(sentences: string[]): { said: string; more: number } {
  const shown = sentences.length > 2 ? 1 : 2;
  const said = sentences.slice(0, shown).join(" ");
  return { said, more: Math.max(0, sentences.length - shown) };
}
