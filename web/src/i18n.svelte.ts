/** Text in the reader's language: one catalogue at a time, its keys known to the compiler. */

import { Counting, Message, type Values } from "./icu.ts";
import type english from "./messages/en/index.ts";
import type agreements from "./messages/en/agreements.json";
import type analysis from "./messages/en/analysis.json";
import type care from "./messages/en/care.json";
import type companion from "./messages/en/companion.json";
import type changes from "./messages/en/changes.json";
import type end from "./messages/en/end.json";
import type explorer from "./messages/en/explorer.json";
import type handover from "./messages/en/handover.json";
import type help from "./messages/en/help.json";
import type keys from "./messages/en/keys.json";
import type chapters from "./messages/en/learn.json";
import type lesson from "./messages/en/lesson.json";
import type lobby from "./messages/en/lobby.json";
import type lookback from "./messages/en/lookback.json";
import type menu from "./messages/en/menu.json";
import type notices from "./messages/en/notices.json";
import type options from "./messages/en/options.json";
import type people from "./messages/en/people.json";
import type plans from "./messages/en/plans.json";
import type puzzles from "./messages/en/puzzles.json";
import type replay from "./messages/en/replay.json";
import type review from "./messages/en/review.json";
import type rules from "./messages/en/rules.json";
import type tables from "./messages/en/tables.json";
import type tips from "./messages/en/tips.json";
import type watch from "./messages/en/watch.json";
import type tournaments from "./messages/en/tournaments.json";

export const LANGUAGES = ["en", "it", "es", "ru", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  it: "Italiano",
  es: "Español",
  ru: "Русский",
  pl: "Polski",
};

export type Messages = typeof english &
  Partial<
    typeof chapters &
      typeof lesson &
      typeof agreements &
      typeof analysis &
      typeof care &
      typeof changes &
      typeof companion &
      typeof end &
      typeof explorer &
      typeof handover &
      typeof help &
      typeof keys &
      typeof lobby &
      typeof lookback &
      typeof menu &
      typeof notices &
      typeof options &
      typeof people &
      typeof plans &
      typeof puzzles &
      typeof replay &
      typeof review &
      typeof rules &
      typeof tables &
      typeof tips &
      typeof tournaments &
      typeof watch
  >;
export type Key = keyof Messages;
export type { Values } from "./icu.ts";

interface Catalogue {
  default: Messages;
  /** What few people read, by file. */
  parts: Record<string, () => Promise<{ default: Record<string, string> }>>;
}

const CATALOGUES: Record<Language, () => Promise<Catalogue>> = {
  en: () => import("./messages/en/index.ts"),
  it: () => import("./messages/it/index.ts"),
  es: () => import("./messages/es/index.ts"),
  ru: () => import("./messages/ru/index.ts"),
  pl: () => import("./messages/pl/index.ts"),
};

/** What few people read is fetched by those who do: the introduction, the lessons, the puzzles, the
 * rules, the menu, notices, the keys of a table, what tables may agree on, votes, what is said before a game, the lists
 * of tables, watching others' turns, looking back, handing a screen over, how a game went, its
 * review, its analysis, positions set up by hand, openings of many
 * games, profiles, ratings and tournaments, looking after a server, help for beginners and the tips of figures;
 * and what has changed
 * by those whom it concerns. */
export type Part =
  | "agreements"
  | "analysis"
  | "care"
  | "changes"
  | "companion"
  | "end"
  | "explorer"
  | "handover"
  | "help"
  | "keys"
  | "learn"
  | "lesson"
  | "lobby"
  | "lookback"
  | "menu"
  | "notices"
  | "options"
  | "people"
  | "plans"
  | "puzzles"
  | "replay"
  | "review"
  | "rules"
  | "tables"
  | "tips"
  | "tournaments"
  | "watch";
const KEPT = "rondel.lang";

class Text {
  lang = $state<Language>("en");
  #messages = $state.raw<Messages | null>(null);
  #counting = new Counting("en");
  #read = new Map<Key, Message>();
  /** The parts that are there, or on their way. */
  readonly #parts = new Map<Part, Promise<void>>();

  /** Whether there is a catalogue to speak from. */
  get ready(): boolean {
    return this.#messages !== null;
  }

  /** Turns to a language and remembers it. */
  async use(lang: Language): Promise<void> {
    const { default: messages, parts: known } = await CATALOGUES[lang]();
    const parts = [...this.#parts.keys()].map(
      async (part) => (await known[`./${part}.json`]?.())?.default,
    );
    const more = Object.assign({}, ...(await Promise.all(parts))) as Partial<Messages>;
    this.#counting = new Counting(lang);
    this.#read.clear();
    this.#messages = { ...messages, ...more };
    this.lang = lang;
    document.documentElement.lang = lang;
    localStorage.setItem(KEPT, lang);
  }

  /** Brings the words of another part, too. */
  bring(part: Part): Promise<void> {
    const coming = this.#parts.get(part) ?? this.use(this.lang);
    this.#parts.set(part, coming);
    return coming;
  }

  say(key: Key, values?: Values): string {
    const source = this.#messages?.[key];
    if (source === undefined) return key;
    let message = this.#read.get(key);
    if (!message) this.#read.set(key, (message = new Message(source, this.#counting)));
    return message.say(values);
  }
}

export const text = new Text();

/** A message of the catalogue in the reader's language. */
export function t(key: Key, values?: Values): string {
  return text.say(key, values);
}

/** An amount of money: number, no-break space, M. */
export function money(amount: number): string {
  const sign = amount < 0 ? "\u2212" : "";
  return sign + t("common.millions", { amount: Math.abs(amount) });
}

/** The language chosen before, or the browser's first that we speak. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT), ...navigator.languages.map((l) => l.slice(0, 2))];
  return wanted.find((lang): lang is Language => LANGUAGES.includes(lang as Language)) ?? "en";
}
