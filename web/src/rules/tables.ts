/** The tables of a game, made of its facts. */

import type { GameFacts, NationId, Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";

export type Cells = (string | number)[][];

/** Revenue, bonus and power points, a column for each of the chart. */
export function taxTable({ tax_chart: { columns } }: GameFacts): Cells {
  const from = columns.map(({ min_tax, max_tax }) =>
    max_tax === null ? `${min_tax}+` : min_tax === max_tax ? min_tax : `${min_tax}–${max_tax}`,
  );
  const rows: Cells = [[t("rules.revenue"), ...from]];
  if (columns.some(({ bonus }) => bonus !== null))
    rows.push([t("rules.bonus"), ...columns.map(({ bonus }) => bonus ?? "")]);
  return [...rows, [t("rules.power"), ...columns.map(({ power }) => power)]];
}

/** What everybody begins with, by the number of players. */
export function setupTable({ setup }: GameFacts, words: Words): Cells {
  const counts = Object.keys(setup.by_players);
  const name = (nation: NationId): string => words.nations[nation]?.name ?? nation;
  const together = (count: string): string =>
    Object.entries(setup.by_players[count]?.also ?? {})
      .map(([nation, also]) => `${name(nation)}: ${also.map(name).join(", ")}`)
      .join("; ");
  return [
    [t("rules.players"), t("rules.cash_dealt"), t("rules.cash_chosen"), t("rules.together")],
    ...counts.map((count) => [
      count,
      money(setup.by_players[count]?.starting_cash ?? 0),
      money(setup.experienced.starting_cash[count] ?? 0),
      together(count),
    ]),
  ];
}

/** The bonds on the back of each flag card. */
export const cardTable = ({ setup }: GameFacts, words: Words): Cells => [
  [t("rules.card"), t("rules.bonds")],
  ...Object.entries(setup.flag_card_bonds).map(([card, bonds]) => [
    words.nations[card]?.name ?? card,
    bonds
      .map(({ nation, value }) => `${words.nations[nation]?.name ?? nation} ${money(value)}`)
      .join(", "),
  ]),
];

export const bondTable = ({ bonds }: GameFacts): Cells => [
  [t("rules.value"), ...bonds.map(({ value }) => value)],
  [t("rules.interest"), ...bonds.map(({ interest }) => interest)],
];

export const factorTable = ({ power_track: { factors } }: GameFacts): Cells => [
  [t("rules.power"), ...factors.map(({ min, max }) => (min === max ? min : `${min}–${max}`))],
  [t("rules.factor"), ...factors.map(({ factor }) => factor)],
];

export const supplyTable = ({ game: { id: game }, nations }: GameFacts, words: Words): Cells => [
  [
    t("rules.nation"),
    t("rules.armies", { game }),
    t("rules.fleets", { game }),
    t("rules.flags", { game }),
  ],
  ...nations.map(({ id, supply }) => [
    words.nations[id]?.name ?? id,
    supply.armies,
    supply.fleets,
    supply.flags,
  ]),
];
