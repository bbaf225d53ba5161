/** What has changed for somebody, in at most five lines, each with the places it is about. */

import type {
  Changes,
  Game,
  GameFacts,
  NationId,
  PlayerId,
  RegionId,
  Snapshot,
  Words,
} from "../api/told.ts";
import { list, listed } from "../board/describing.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

/** More than this nobody reads before a decision. */
export const MOST = 5;

/** The bonds of a nation that a player holds. */
export type Bond = `${PlayerId}/${NationId}`;

/** Where on the screen something is to be seen. */
export interface Places {
  regions: RegionId[];
  nations: NationId[];
  players: PlayerId[];
  bonds: Bond[];
}

export interface Line extends Places {
  /** Whose emblem or monogram it bears. */
  nation?: NationId;
  player?: PlayerId;
  text: string;
  /** What it comes to: before → after. */
  figure: string;
}

/** For whom the lines are. */
export interface Reader {
  viewer: PlayerId;
  /** Several people look at this screen: nobody is called "you". */
  several: boolean;
  words: Words;
  facts: Pick<GameFacts, "home_provinces">;
  /** How the game stands now. */
  snapshot: Pick<Snapshot, "game" | "governments">;
}

type Told = Omit<Line, keyof Places> & Partial<Places>;

const line = (told: Told): Line => ({
  regions: [],
  nations: [],
  players: [],
  bonds: [],
  ...told,
});

/** The lines in the order of their weight; equal kinds share one where there are too many. */
export function linesOf(changes: Changes, reader: Reader): Line[] {
  const teller = new Teller(changes, reader);
  return fitted([
    teller.governments(),
    teller.cash(),
    teller.losses(),
    teller.gains(),
    teller.power(),
    teller.investments(),
  ]);
}

/** The lines of some kinds, put together until there are no more than may be. */
export function fitted(kinds: Line[][]): Line[] {
  const several = kinds.findLastIndex((lines) => lines.length > 1);
  if (kinds.flat().length <= MOST || several < 0) return kinds.flat().slice(0, MOST);
  return fitted(kinds.map((lines, i) => (i === several ? shortened(lines) : lines)));
}

/** The last two lines become one. */
function shortened(lines: Line[]): Line[] {
  const [a, b] = lines.slice(-2) as [Line, Line];
  const figures = [...new Set([a.figure, b.figure])].filter((figure) => figure !== "");
  const together = {
    ...a,
    text: `${a.text}; ${b.text}`,
    figure: figures.join(", "),
    regions: [...a.regions, ...b.regions],
    nations: [...a.nations, ...b.nations],
    players: [...a.players, ...b.players],
    bonds: [...a.bonds, ...b.bonds],
  };
  return [...lines.slice(0, -2), together];
}

const SOURCES: Record<string, Key> = {
  bond_bought: "changes.source_bonds",
  bond_upgraded: "changes.source_bonds",
  bonus_paid: "changes.source_bonus",
  donated: "changes.source_gift",
  interest_paid: "changes.source_interest",
  investor_paid: "changes.source_card",
  rondel_paid: "changes.source_steps",
  starting_cash: "changes.source_start",
};

class Teller {
  readonly #game: Game;
  /** The nations of the reader. */
  readonly #mine: ReadonlySet<NationId>;

  constructor(
    readonly changes: Changes,
    readonly reader: Reader,
  ) {
    const { game, governments } = reader.snapshot;
    this.#game = game;
    const nations = Object.keys(reader.words.nations);
    this.#mine = new Set(nations.filter((nation) => governments[nation] === reader.viewer));
  }

  /** Won and lost; one's own first. */
  governments(): Line[] {
    const { viewer } = this.reader;
    const passed = Object.entries(this.changes.governments);
    const isMine = ([, { before, after }]: (typeof passed)[number]): boolean =>
      before === viewer || after === viewer;
    const ordered = [...passed.filter(isMine), ...passed.filter((one) => !isMine(one))];
    return ordered.map(([nation, { after }]) =>
      line({
        nation,
        text: this.#passed(nation),
        figure: t("changes.government", { count: 1 }),
        nations: [nation],
        bonds: after === null ? [] : [`${after}/${nation}`],
      }),
    );
  }

  #passed(id: NationId): string {
    const { before, after, credit_before, credit_after } = this.changes.governments[id]!;
    const nation = this.#named(id);
    if (after === null) return t("changes.ungoverned", { nation });
    const told = {
      nation,
      player: after,
      before: before ?? "",
      credit: money(credit_after),
      other: money(credit_before),
    };
    if (this.#isYou(after))
      return t(before === null ? "changes.you_took_free" : "changes.you_took", told);
    if (before !== null && this.#isYou(before)) return t("changes.you_lost", told);
    return t(before === null ? "changes.took_free" : "changes.took", told);
  }

  /** Where the reader's cash came from and went. */
  cash(): Line[] {
    const { viewer, several } = this.reader;
    const change = this.changes.cash[viewer];
    if (!change) return [];
    const figure = t(several ? "changes.cash_of" : "changes.your_cash", before(change));
    return [line({ player: viewer, text: capital(this.#sources()), figure, players: [viewer] })];
  }

  /** Bonds are bonds, whether bought or traded up. */
  #sources(): string {
    const sums = new Map<Key, number>();
    for (const { event, amount } of this.changes.sources[this.reader.viewer] ?? []) {
      const owed = event === "interest_paid" && amount < 0;
      const key = owed ? "changes.source_owed" : SOURCES[event];
      if (key) sums.set(key, (sums.get(key) ?? 0) + amount);
    }
    return [...sums].map(([key, amount]) => t(key, { amount: money(amount) })).join(", ");
  }

  /** What of the reader's was lost: flags, units, factories, provinces. */
  losses(): Line[] {
    return [...this.#mine].flatMap((nation) => [
      ...this.#flagsLost(nation),
      ...this.#unitsLost(nation),
      ...this.#factoriesLost(nation),
      ...this.#occupied(nation),
    ]);
  }

  #flagsLost(nation: NationId): Line[] {
    const { won, lost } = this.changes.flags;
    const regions = lost.filter((flag) => flag.nation === nation).map(({ region }) => region);
    const takers = new Map<NationId, RegionId[]>();
    for (const { nation: taker, region } of won)
      if (regions.includes(region)) takers.set(taker, [...(takers.get(taker) ?? []), region]);
    return [...takers].map(([taker, taken]) => {
      const places = this.#places(taken);
      const told = { nation: this.#named(taker), regions: places, count: taken.length };
      const text = t("changes.flags_taken", { ...told, ...this.#whose(nation), game: this.#game });
      return this.#loss(nation, text, taken, taker);
    });
  }

  #unitsLost(nation: NationId): Line[] {
    const lost = this.changes.units.lost.filter((unit) => unit.nation === nation);
    if (lost.length === 0) return [];
    const count = (kind: string): number => lost.filter(({ unit }) => unit === kind).length;
    const units = listed({ armies: count("army"), fleets: count("fleet") }, this.#game);
    const regions = [...new Set(lost.map(({ region }) => region))];
    const told = { units, regions: this.#places(regions), ...this.#whose(nation) };
    const text = t("changes.units_lost", told);
    return [this.#loss(nation, text, regions)];
  }

  #factoriesLost(nation: NationId): Line[] {
    const lost = this.changes.factories.destroyed.filter((one) => one.nation === nation);
    const regions = lost.map(({ region }) => region);
    if (regions.length === 0) return [];
    const told = { count: regions.length, regions: this.#places(regions), ...this.#whose(nation) };
    return [this.#loss(nation, t("changes.factories_lost", told), regions)];
  }

  #occupied(nation: NationId): Line[] {
    const { occupied } = this.changes.provinces;
    const homes = this.reader.facts.home_provinces.filter((home) => home.nation === nation);
    const regions = homes.map(({ id }) => id).filter((id) => occupied.includes(id));
    if (regions.length === 0) return [];
    const told = { regions: this.#places(regions), ...this.#whose(nation) };
    return [this.#loss(nation, t("changes.occupied", told), regions)];
  }

  /** A loss of one of the reader's nations, and what its taxes come to then. */
  #loss(nation: NationId, text: string, regions: RegionId[], by = nation): Line {
    const tax = this.changes.revenue[nation];
    const figure = tax ? t("changes.tax_own", before(tax)) : "";
    return line({ nation: by, text: capital(text), figure, regions, nations: [nation] });
  }

  /** Whether something of a nation is "yours", and whose it is else. */
  #whose(nation: NationId): { yours: string; owner: string } {
    return { yours: this.reader.several ? "no" : "yes", owner: this.#named(nation) };
  }

  /** What others have taken and built. */
  gains(): Line[] {
    return [...this.#flagsPut(), ...this.#factoriesBuilt()];
  }

  #flagsPut(): Line[] {
    const won = this.changes.flags.won.filter(({ nation }) => !this.#mine.has(nation));
    const counts = new Map<NationId, number>();
    for (const { nation } of won) counts.set(nation, (counts.get(nation) ?? 0) + 1);
    const most = [...counts].toSorted(([, a], [, b]) => b - a);
    const [first] = most;
    if (!first) return [];
    const nations = most.map(([nation]) => nation);
    return [
      line({
        nation: first[0],
        text: capital(most.map((one, i) => this.#flagsOf(one, i)).join(", ")),
        figure: this.#taxes(nations),
        nations,
        regions: won.map(({ region }) => region),
      }),
    ];
  }

  #flagsOf([id, count]: [NationId, number], index: number): string {
    const nation = this.#named(id);
    return index === 0
      ? t("changes.flags_put", {
          nation,
          flags: t("decisions.flags_count", { count, game: this.#game }),
        })
      : t("changes.flags_more", { nation, flags: String(count) });
  }

  /** The taxes of the nation among some whose taxes differ most. */
  #taxes(nations: NationId[]): string {
    const { revenue } = this.changes;
    const by = (nation: NationId): number =>
      Math.abs((revenue[nation]?.after ?? 0) - (revenue[nation]?.before ?? 0));
    const [nation = ""] = nations.toSorted((a, b) => by(b) - by(a));
    const tax = revenue[nation];
    return tax ? t("changes.tax_of", { nation: this.#short(nation), ...before(tax) }) : "";
  }

  #factoriesBuilt(): Line[] {
    const { built } = this.changes.factories;
    const nations = [...new Set(built.map(({ nation }) => nation))];
    return nations
      .filter((nation) => !this.#mine.has(nation))
      .map((nation) => {
        const regions = built.filter((one) => one.nation === nation).map(({ region }) => region);
        const told = { nation: this.#named(nation), regions: this.#places(regions) };
        const count = this.changes.factory_count[nation];
        return line({
          nation,
          text: capital(t("changes.built", told)),
          figure: count ? t("changes.factories_own", count) : "",
          nations: [nation],
          regions,
        });
      });
  }

  /** Who has taxed. */
  power(): Line[] {
    const nations = Object.keys(this.changes.power);
    const [nation] = nations;
    if (nation === undefined) return [];
    const taxed = t("changes.taxed", { nations: list(nations.map((id) => this.#named(id))) });
    const text = capital([taxed, ...this.#bonuses()].join(", "));
    return [line({ nation, text, figure: this.#powers(nations), nations })];
  }

  #bonuses(): string[] {
    const sums = new Map<PlayerId, number>();
    for (const { player, amount } of this.changes.bonuses)
      sums.set(player, (sums.get(player) ?? 0) + amount);
    return [...sums].map(([player, amount]) => t("changes.got", { player, amount: money(amount) }));
  }

  #powers(nations: NationId[]): string {
    const { power } = this.changes;
    if (nations.length === 1) return t("changes.power_own", power[nations[0]!]);
    const told = nations.map((id) => `${power[id]!.before} → ${power[id]!.after}`);
    return t("changes.power_more", { figures: told.join(", ") });
  }

  /** Who has more of a nation than before, and how much. */
  investments(): Line[] {
    const taken = Object.entries(this.changes.bonds)
      .filter(([player]) => player !== this.reader.viewer)
      .flatMap(([player, bonds]) =>
        Object.entries(bonds)
          .filter(([, change]) => sum(change.after) > sum(change.before))
          .map(([nation, { after }]) => ({ player, nation, credit: sum(after) })),
      );
    const [first] = taken;
    if (!first) return [];
    const told = taken.map(
      ({ player, nation, credit }) => `${this.#short(nation)} ${money(credit)} ${player}`,
    );
    return [
      line({
        nation: first.nation,
        text: told.join(", "),
        figure: t("changes.invested", { count: new Set(taken.map(({ player }) => player)).size }),
        nations: taken.map(({ nation }) => nation),
        bonds: taken.map(({ player, nation }): Bond => `${player}/${nation}`),
      }),
    ];
  }

  #isYou(player: PlayerId): boolean {
    return player === this.reader.viewer && !this.reader.several;
  }

  #short(nation: NationId): string {
    return this.reader.words.nations[nation]?.short ?? nation;
  }

  /** A nation as a sentence names it. */
  #named(nation: NationId): string {
    return t("changes.nation", { id: nation, nation: this.#short(nation) });
  }

  #places(regions: RegionId[]): string {
    return list(regions.map((id) => this.reader.words.regions[id]?.name ?? id));
  }
}

/** An amount before, without its unit, and after. */
const before = (change: { before: number; after: number }) => ({
  before: change.before,
  after: money(change.after),
});

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
