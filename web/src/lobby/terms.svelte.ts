/** What a table agrees on before the start, while somebody sets it up. */

import type { Game, NationId } from "../api/told.ts";
import type { Clock, TableTold } from "../api/generated/types.gen.ts";
import type { Option } from "../state/library.ts";

export type Value = boolean | string;
export type Options = Record<string, Value>;

/** What a table may agree on instead of drawing it, by the names of the players. */
interface Draws {
  assignment?: Record<string, NationId>;
  start_player?: string;
}

/** The later edition is printed with Swiss Banks; who chooses one chooses both, and may change it. */
const BRINGS: Record<string, Options> = {
  "edition later": { swiss_bank_force: true },
  "edition 2006": { swiss_bank_force: false },
};

export class Terms {
  name = $state("");
  game = $state<Game>("imperial2030");
  /** Options that are not as usual. */
  options = $state.raw<Options>({});
  /** The flag card of each seat, and the seat that chooses first; null is drawn. */
  cards = $state.raw<NationId[] | null>(null);
  first = $state<number | null>(null);
  public = $state(false);
  undo = $state(true);
  clock = $state.raw<Clock | null>(null);
  rated = $state(false);

  /** The terms of a table, to change them. */
  static of(table: TableTold): Terms {
    const terms = new Terms();
    terms.name = table.name;
    terms.game = table.game;
    terms.options = table.options as Options;
    terms.public = table.public;
    terms.undo = table.undo;
    terms.clock = table.clock;
    terms.rated = table.rated;
    terms.#recall(table);
    return terms;
  }

  choose(option: Option, value: Value): void {
    this.options = { ...this.options, ...BRINGS[`${option.name} ${value}`], [option.name]: value };
  }

  #recall({ options, seats }: TableTold): void {
    const { assignment, start_player } = options as Draws;
    const names = seats.map(({ name }) => name ?? "");
    const first = names.indexOf(start_player ?? "");
    if (first >= 0) this.first = first;
    if (assignment) this.cards = names.map((name) => assignment[name] ?? "");
  }

  /** What is agreed on instead of drawn; players are called by name. */
  draws(names: string[]): Draws {
    const { cards, first } = this;
    if (this.options["setup"] === "draft")
      return first !== null && names[first] ? { start_player: names[first] } : {};
    if (!cards || cards.length !== names.length) return {};
    return { assignment: Object.fromEntries(names.map((name, seat) => [name, cards[seat]!])) };
  }

  /** What the server is asked for; every option is named, so that none means another thing there. */
  body(known: Option[], names: string[] = []) {
    const name = this.name.trim();
    return {
      ...(name && { name }),
      game: this.game,
      options: { ...explicit(known, this.options), ...this.draws(names) },
      public: this.public,
      undo: this.undo,
      clock: this.clock,
      rated: this.rated,
    };
  }
}

export const valueOf = (option: Option, chosen: Options): Value =>
  chosen[option.name] ?? option.default;

/** Every option the game has, chosen or as usual. */
export function explicit(known: Option[], chosen: Options): Options {
  return Object.fromEntries(known.map((option) => [option.name, valueOf(option, chosen)]));
}

/** Options that are not as usual. */
export const unusual = (known: Option[], chosen: Options): Option[] =>
  known.filter((option) => valueOf(option, chosen) !== option.default);
