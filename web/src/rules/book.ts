/** The rules as they are looked up: sections, clauses and rulings by their names. */

import type {
  ChapterTold,
  ClauseTold,
  Rests,
  RulesTold,
  RulingTold,
  SectionTold,
} from "../api/generated/types.gen.ts";
import type { Game } from "../api/told.ts";

/** How the clauses of one game are marked, and how the address names it. */
export type Tag = "2030" | "classic";

export const GAME_OF: Record<Tag, Game> = { "2030": "imperial2030", classic: "imperial" };
export const TAG_OF: Record<Game, Tag> = { imperial2030: "2030", imperial: "classic" };

/** Pages of the rules that are no section. */
export const TABLES = "tables";
export const INDEX = "index";
export const RULINGS = "rulings";

/** A place in the rules: a section, a clause by number, a ruling, or a page besides. */
export interface Spot {
  game: Tag;
  place: string;
}

/** What is shown for a spot. */
export interface Page {
  game: Tag;
  section: SectionTold | null;
  chapter: ChapterTold | null;
  /** The clause or ruling that is meant. */
  target: string | null;
  /** One of the pages that are no section. */
  besides: string | null;
}

export const hrefOf = ({ game, place }: Spot): string =>
  `/rules/${game}${place === "" ? "" : `/${place}`}`;

/** The spot that an address names; what it leaves open is Imperial 2030 from the beginning. */
export function spotIn(path: string): Spot {
  const [, , game, place = ""] = path.split("/");
  return { game: game === "classic" ? "classic" : "2030", place: decodeURIComponent(place) };
}

/** Where the same thing is told for the other game. */
const COUNTERPARTS: Record<string, string> = { "3.18": "3.19", "3.19": "3.18" };

const isOf = (game: Tag, clause: ClauseTold): boolean =>
  clause.game === null || clause.game === game;

export class Book {
  readonly sections: SectionTold[];
  readonly clauses: ClauseTold[];
  readonly #places = new Map<string, SectionTold>();
  readonly #clauses = new Map<string, ClauseTold>();
  readonly #rulings = new Map<string, RulingTold>();

  constructor(readonly told: RulesTold) {
    this.sections = told.chapters.flatMap(({ sections }) => sections);
    this.clauses = this.sections.flatMap(({ clauses }) => clauses);
    for (const section of this.sections) this.#enter(section);
    for (const ruling of told.rulings) this.#rulings.set(ruling.id, ruling);
  }

  #enter(section: SectionTold): void {
    this.#places.set(section.number, section);
    for (const clause of section.clauses) {
      this.#clauses.set(clause.id, clause).set(clause.number, clause);
      this.#places.set(clause.id, section).set(clause.number, section);
      const family = clause.id.replace(/-\d+$/, "");
      if (!this.#places.has(family)) this.#places.set(family, section);
    }
  }

  /** A clause by its id or number. */
  clause(name: string): ClauseTold | undefined {
    return this.#clauses.get(name);
  }

  ruling(id: string): RulingTold | undefined {
    return this.#rulings.get(id);
  }

  /** The section of a number, of a clause, or where a family of clauses begins. */
  section(name: string): SectionTold | undefined {
    return this.#places.get(name);
  }

  /** The number that readers know a clause or a family of clauses by. */
  numberOf(name: string): string {
    return this.clause(name)?.number ?? this.section(name)?.number ?? name;
  }

  /** The game that alone has a section; null where both have it. */
  gameOf(section: SectionTold): Tag | null {
    const games = new Set(section.clauses.map(({ game }) => game));
    const [only = null] = games;
    return games.size === 1 ? only : null;
  }

  /** The spot of a name, in the game that is read or the only one that has it. */
  spot(name: string, game: Tag): Spot {
    const section = this.section(name);
    const only = this.clause(name)?.game ?? (section ? this.gameOf(section) : null);
    return { game: only ?? game, place: this.numberOf(name) };
  }

  /** The clauses of a section that a game has, and those that only the other has. */
  divided(section: SectionTold, game: Tag): { own: ClauseTold[]; others: ClauseTold[] } {
    const own = section.clauses.filter((clause) => isOf(game, clause));
    return { own, others: section.clauses.filter((clause) => !isOf(game, clause)) };
  }

  /** Whether a game has anything of a section. */
  isRead(section: SectionTold, game: Tag): boolean {
    return section.clauses.length === 0 || section.clauses.some((clause) => isOf(game, clause));
  }

  /** The option that a clause rests on, by itself or with its family; undefined for most. */
  restsOn(id: string): Rests | undefined {
    const { options } = this.told;
    return options[id] ?? options[id.replace(/-\d+$/, "")];
  }

  /** Whether a section has a position to try. */
  hasExample(section: string, game: Tag): boolean {
    return this.told.examples[game]?.includes(section) ?? false;
  }

  /** What is shown at a spot; unknown ones show the beginning. */
  page(spot: Spot): Page {
    const { place } = spot;
    const game = this.spot(place, spot.game).game;
    const nowhere = { game, section: null, chapter: null, target: null, besides: null };
    if ([TABLES, INDEX, RULINGS].includes(place)) return { ...nowhere, besides: place };
    if (this.ruling(place)) return { ...nowhere, besides: RULINGS, target: place };
    const chapter = this.told.chapters.find(({ number }) => number === place);
    const section = chapter?.sections[0] ?? this.section(place) ?? this.sections[0] ?? null;
    const target = this.clause(place)?.number ?? null;
    return { ...nowhere, section, chapter: this.#chapterOf(section), target };
  }

  /** Where the reader of a page is after turning to the other game. */
  turned(page: Page, game: Tag): Spot {
    if (page.besides) return { game, place: page.target ?? page.besides };
    const place = page.section?.number ?? "";
    if (page.section && this.isRead(page.section, game)) return { game, place };
    return { game, place: COUNTERPARTS[place] ?? "" };
  }

  /** The sections before and after one, in a game. */
  beside(section: SectionTold, game: Tag): (SectionTold | undefined)[] {
    const read = this.sections.filter((one) => this.isRead(one, game));
    const at = read.indexOf(section);
    return [read[at - 1], read[at + 1]];
  }

  /** The sections that one points to, and those that point to it. */
  related(section: SectionTold): SectionTold[] {
    const points = (from: SectionTold, to: SectionTold): boolean =>
      from.clauses.some(({ text }) => namesIn(text).some((name) => this.section(name) === to));
    return this.sections.filter(
      (other) => other !== section && (points(section, other) || points(other, section)),
    );
  }

  #chapterOf(section: SectionTold | null): ChapterTold | null {
    return this.told.chapters.find(({ sections }) => section && sections.includes(section)) ?? null;
  }
}

const NAMES = /\bR-[A-Z]{3}(?:-\d+)?\b|\b\d\.\d{1,2}\b/g;

/** The clauses and sections that a text names. */
const namesIn = (text: string): string[] => text.match(NAMES) ?? [];
