/** Tips about nations: treasury, government, power, taxes, interest, pieces, bonds. */

import type { NationFacts, NationId, PlayerId } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import {
  factsOf,
  investor,
  isClassic,
  type Maker,
  ofNation,
  played,
  type Scene,
  type Sum,
  taxation,
} from "./making.ts";

export const nation: Maker = () => ({
  name: t("panels.nation"),
  follows: t("tips.government_next"),
  rules: { clause: "R-CON-7", title: t("panels.government") },
});

export const treasury: Maker = (scene, nation) => {
  const now = scene.position.snapshot.treasuries[nation];
  const then = factsOf(scene, nation)?.tax_sum?.treasury_after;
  return {
    name: t("panels.treasury"),
    ...ofNation(scene, nation),
    value: now === undefined ? "" : money(now),
    follows: then === undefined ? "" : t("tips.treasury_next", { amount: money(then) }),
    rules: { clause: "R-CON-5", title: t("panels.treasury") },
  };
};

export const government: Maker = (scene, nation) => {
  const told = factsOf(scene, nation);
  return {
    name: t("panels.government"),
    ...ofNation(scene, nation),
    value: told ? played(scene, told.government) : "",
    rows: told ? creditRows(scene, nation) : [],
    follows: t("tips.government_next"),
    rules: { clause: "R-GOV-2", title: t("panels.government") },
  };
};

function creditRows(scene: Scene, nation: NationId): Sum[] {
  return Object.entries(scene.position.facts.players)
    .map(([player, { credit }]) => ({ player, amount: credit[nation] ?? 0 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount)
    .map(({ player, amount }) => ({ label: played(scene, player), value: money(amount) }));
}

export const taking: Maker = (scene, nation) => ({
  name: t("panels.taking"),
  ...ofNation(scene, nation),
  rows: Object.entries(factsOf(scene, nation)?.takeovers ?? {}).map(([player, found]) => ({
    label: played(scene, player),
    value: found ? money(found.price) : "–",
  })),
  follows: t("tips.government_next"),
  rules: { clause: "R-GOV-2", title: t("panels.government") },
});

export const power: Maker = (scene, nation) => {
  const told = factsOf(scene, nation);
  const points = scene.position.snapshot.power[nation];
  const most = scene.info.facts.power_track.max_points;
  return {
    name: t("panels.power"),
    ...ofNation(scene, nation),
    value: told ? `${points} ×${told.power_factor}` : "",
    rows: told ? [{ label: t("tips.row_factor"), value: `×${told.power_factor}` }] : [],
    follows: [
      told?.next_factor ? t("tips.factor_next", { ...told.next_factor }) : "",
      t("tips.end_at", { points: most }),
    ].join(" "),
    rules: { clause: "R-CON-8", title: t("panels.power") },
  };
};

export const tax: Maker = (scene, nation) => {
  const told = factsOf(scene, nation);
  return {
    name: t("panels.tax"),
    ...ofNation(scene, nation),
    value: told?.tax ? money(told.tax.revenue) : "",
    rows: [...revenueRows(scene, told), ...payRows(scene, told), ...afterRows(scene, nation, told)],
    follows: powerText(told),
    rules: { clause: isClassic(scene) ? "R-TAX-20" : "R-TAX-1", title: taxation(scene) },
  };
};

function revenueRows({ position }: Scene, told: NationFacts | undefined): Sum[] {
  if (!told?.tax || !told.tax_sum) return [];
  const { tax, tax_sum: sum } = told;
  const { game } = position.snapshot;
  return [
    {
      label: t("tips.row_factories", { count: tax.factories }),
      how: `${tax.factories} × ${money(sum.per_factory)}`,
      value: money(sum.from_factories),
    },
    {
      label: t("tips.row_flags", { game }),
      how: `${tax.flags} × ${money(sum.per_flag)}`,
      value: money(sum.from_flags),
    },
  ];
}

/** What leaves the treasury again: soldiers and bonus. */
function payRows(scene: Scene, told: NationFacts | undefined): Sum[] {
  if (!told?.tax) return [];
  const { units, pay, bonus, bonus_payee: player } = told.tax;
  const bank = isClassic(scene);
  const to = { player: player === scene.position.viewer ? t("decisions.you") : player };
  return [
    { label: t("tips.row_pay", { count: units }), value: money(-pay), then: true },
    {
      label: t(bank ? "tips.row_bonus_bank" : "tips.row_bonus", to),
      value: money(bank ? bonus : -bonus),
      then: true,
    },
  ];
}

function afterRows({ position }: Scene, nation: NationId, told: NationFacts | undefined): Sum[] {
  if (!told?.tax_sum) return [];
  const now = position.snapshot.treasuries[nation] ?? 0;
  const value = `${now} → ${money(told.tax_sum.treasury_after)}`;
  return [{ label: t("tips.row_after"), value, then: true }];
}

function powerText(told: NationFacts | undefined): string {
  if (!told?.tax || !told.tax_sum) return "";
  const { revenue, power } = told.tax;
  const { next_revenue, next_power } = told.tax_sum;
  const now = t("tips.power_brings", { revenue: money(revenue), power });
  if (next_revenue === null || next_power === null) return now;
  return `${now} ${t("tips.power_more", { revenue: money(next_revenue), power: next_power })}`;
}

export const pay: Maker = (scene, nation) => {
  const told = factsOf(scene, nation);
  return {
    name: t("panels.pay"),
    ...ofNation(scene, nation),
    rows: [...payRows(scene, told), ...afterRows(scene, nation, told)],
    follows: t("tips.pay_next"),
    rules: { clause: isClassic(scene) ? "R-TAX-22" : "R-TAX-3", title: taxation(scene) },
  };
};

export const interest: Maker = (scene, nation) => {
  const told = factsOf(scene, nation)?.interest;
  return {
    name: t("panels.interest"),
    ...ofNation(scene, nation),
    value: told ? money(told.total) : "",
    rows: Object.entries(told?.due ?? {}).map(([player, due]) => ({
      label: played(scene, player),
      value: money(due),
    })),
    follows: told ? shortText(told.government_pays) : "",
    rules: { clause: "R-INT-1", title: investor(scene) },
  };
};

const shortText = (short: number): string =>
  short > 0 ? t("tips.short", { amount: money(short) }) : t("tips.covered");

export const factories: Maker = (scene, nation) => {
  const { snapshot } = scene.position;
  const free = factsOf(scene, nation)?.free_factories;
  const built = snapshot.factories[nation] ?? [];
  const names = (ids: string[]): string =>
    ids.map((id) => scene.words.regions[id]?.name ?? id).join(", ") || "–";
  return {
    name: t("panels.factories"),
    ...ofNation(scene, nation),
    value: free ? String(built.length) : "",
    rows: free
      ? [
          { label: t("tips.row_free"), value: names(free) },
          { label: t("tips.row_blocked"), value: names(built.filter((id) => !free.includes(id))) },
        ]
      : [],
    follows: t("tips.factories_next"),
    rules: { clause: "R-CON-13", title: t("panels.factories") },
  };
};

export const supply: Maker = (scene, nation) => {
  const left = factsOf(scene, nation)?.supply;
  const { game } = scene.position.snapshot;
  return {
    name: t("panels.supply"),
    ...ofNation(scene, nation),
    rows: left
      ? (["armies", "fleets", "flags"] as const).map((kind) => ({
          label: t(`panels.${kind}`, { game }),
          value: String(left[kind]),
        }))
      : [],
    rules: { clause: "R-SUP-1", title: t("panels.supply") },
  };
};

export const bond: Maker = (scene, subject) => {
  const [nation = "", price = ""] = subject.split("/");
  const { snapshot } = scene.position;
  const known = scene.info.facts.bonds.find(({ value }) => value === Number(price));
  const holder = snapshot.players.find((one) =>
    snapshot.bonds[one]?.[nation]?.includes(Number(price)),
  );
  return {
    name: t("tips.bond_name"),
    ...ofNation(scene, nation),
    value: known ? money(known.value) : "",
    rows: [
      ...(known ? [{ label: t("tips.row_interest"), value: money(known.interest) }] : []),
      ...(nation ? bondRows(scene, nation, holder) : []),
    ],
    follows: t("tips.bond_next"),
    rules: { clause: "R-BND-1", title: t("panels.bonds") },
  };
};

const bondRows = (scene: Scene, nation: NationId, holder: PlayerId | undefined): Sum[] => [
  { label: t("tips.row_factor"), value: `×${factsOf(scene, nation)?.power_factor ?? 0}` },
  { label: t("tips.row_holder"), value: holder ? played(scene, holder) : t("market.stock") },
];
