/** What this browser remembers of a table: when somebody was last there, and how the card stood. */

export interface Visit {
  /** So many entries had been made. */
  entries: number;
  /** When, in seconds. */
  at: number;
}

export interface Kept extends Visit {
  folded: boolean;
  /** What the absence began with that is still told. */
  absence: Visit | null;
}

/** So many tables are remembered, those longest ago are forgotten first. */
const MOST = 60;
const KEY = "rondel.tables";

const NEW: Kept = { entries: 0, at: 0, folded: false, absence: null };

export const remembered = (table: string): Kept => all()[table] ?? NEW;

/** Keeps what is new of a table, and moves it to the end of those remembered. */
export function remember(table: string, news: Partial<Kept>): void {
  const { [table]: known = NEW, ...others } = all();
  const kept = [...Object.entries(others).slice(1 - MOST), [table, { ...known, ...news }]];
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}

/** Other pages on other days wrote it: what is not as it should be is not there. */
function all(): Record<string, Kept> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(Object(kept) as object).filter(isKept));
  } catch {
    return {};
  }
}

function isKept(one: [string, unknown]): one is [string, Kept] {
  const { folded, absence } = Object(one[1]) as Record<keyof Kept, unknown>;
  return isVisit(one[1]) && typeof folded === "boolean" && (absence === null || isVisit(absence));
}

function isVisit(value: unknown): boolean {
  const { entries, at } = Object(value) as Record<keyof Visit, unknown>;
  return Number.isInteger(entries) && typeof at === "number";
}
