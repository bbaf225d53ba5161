/** What a tip says of a figure: what it is, the sum that makes it, what follows, and the rules. */

import type { Facts, NationFacts, NationId, PlayerId, Position, Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import type { GameInfo } from "../state/library.ts";

/** A row of a sum. */
export interface Sum {
  label: string;
  /** How the value comes about, "4 × 2 M". */
  how?: string;
  value: string;
  /** It comes afterwards, and is no part of the figure itself. */
  then?: boolean;
}

export interface Tip {
  name: string;
  /** Whose figure it is. */
  nation: NationId | null;
  whose: string;
  value: string;
  sentence: string;
  rows: Sum[];
  follows: string;
  /** Null where the rules of the game say nothing of it. */
  rules: { clause: string; title: string } | null;
}

/** What tips are made of: all of it was sent by the server. */
export interface Scene {
  info: GameInfo;
  words: Words;
  position: Pick<Position, "snapshot" | "facts" | "viewer" | "choices" | "refused">;
}

/** What a kind of figure has of its own. */
type Part = Pick<Tip, "name" | "rules"> & Partial<Tip>;
type Maker = (scene: Scene, subject: string) => Part;

/** The tip of a figure, named as `data-tip` names it: `tax/china`, `credit/china/Ann`. */
export function tipOf(key: string, scene: Scene): Tip | null {
  const [kind = "", ...rest] = key.split("/");
  if (!isKind(kind)) return null;
  const { game } = scene.position.snapshot;
  return {
    nation: null,
    whose: "",
    value: "",
    rows: [],
    follows: "",
    sentence: kind === "slot" ? "" : t(`tips.${kind}`, { game }),
    ...MAKERS[kind](scene, rest.join("/")),
  };
}

// Nations -----------------------------------------------------------------------------------------

const nameOf = ({ words }: Scene, nation: NationId): string =>
  words.nations[nation]?.name ?? nation;
const taxation = ({ words }: Scene): string => words.slots["taxation"]?.name ?? "";
const investor = ({ words }: Scene): string => words.slots["investor"]?.name ?? "";
const isClassic = ({ info }: Scene): boolean => info.id === "imperial";
const played = ({ position }: Scene, player: PlayerId | null | undefined): string =>
  player === position.viewer && player !== null ? t("common.you") : (player ?? "–");

/** Whose figure it is, where that is a nation's; a term of a heading is nobody's. */
const ofNation = (scene: Scene, nation: string): Pick<Tip, "nation" | "whose"> =>
  nation ? { nation, whose: nameOf(scene, nation) } : { nation: null, whose: "" };

const factsOf = ({ position }: Scene, nation: string): NationFacts | undefined =>
  position.facts.nations[nation];

const nation: Maker = () => ({
  name: t("panels.nation"),
  follows: t("tips.government_next"),
  rules: { clause: "R-CON-7", title: t("panels.government") },
});

const treasury: Maker = (scene, nation) => {
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

const government: Maker = (scene, nation) => {
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

const taking: Maker = (scene, nation) => ({
  name: t("panels.taking"),
  ...ofNation(scene, nation),
  rows: Object.entries(factsOf(scene, nation)?.takeovers ?? {}).map(([player, found]) => ({
    label: played(scene, player),
    value: found ? money(found.price) : "–",
  })),
  follows: t("tips.government_next"),
  rules: { clause: "R-GOV-2", title: t("panels.government") },
});

const power: Maker = (scene, nation) => {
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

const tax: Maker = (scene, nation) => {
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

const pay: Maker = (scene, nation) => {
  const told = factsOf(scene, nation);
  return {
    name: t("panels.pay"),
    ...ofNation(scene, nation),
    rows: [...payRows(scene, told), ...afterRows(scene, nation, told)],
    follows: t("tips.pay_next"),
    rules: { clause: isClassic(scene) ? "R-TAX-22" : "R-TAX-3", title: taxation(scene) },
  };
};

const interest: Maker = (scene, nation) => {
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

const factories: Maker = (scene, nation) => {
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

const supply: Maker = (scene, nation) => {
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

const bond: Maker = (scene, subject) => {
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

// Players -----------------------------------------------------------------------------------------

const whoseIs = (scene: Scene, player: string): Pick<Tip, "whose"> => ({
  whose: player ? played(scene, player) : "",
});

const playerOf = ({ position }: Scene, player: string): Facts["players"][string] | undefined =>
  position.facts.players[player];

/** An amount that may be secret; nothing for a term. */
const shown = (told: object | undefined, amount: number | null | undefined): string =>
  !told ? "" : amount === null || amount === undefined ? "•••" : money(amount);

const player: Maker = () => ({
  name: t("panels.players"),
  rules: { clause: "R-SCO-1", title: t("panels.score") },
});

const cash: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.cash"),
    ...whoseIs(scene, player),
    value: shown(told, told?.cash),
    follows: told?.cash === null ? t("tips.hidden") : t("tips.cash_next"),
    rules: { clause: "R-SCO-1", title: t("panels.score") },
  };
};

const credit: Maker = (scene, subject) => {
  const [nation = "", ...rest] = subject.split("/");
  const player = rest.join("/");
  const amount = playerOf(scene, player)?.credit[nation];
  const held = scene.position.snapshot.bonds[player]?.[nation] ?? [];
  const bonds = scene.info.facts.bonds;
  return {
    name: t("panels.bonds_credit"),
    nation: nation || null,
    whose: player ? `${played(scene, player)} · ${nameOf(scene, nation)}` : "",
    value: amount === undefined ? "" : money(amount),
    rows: held.map((value) => ({
      label: t("tips.bond_name"),
      how: t("tips.bears", {
        amount: money(bonds.find((one) => one.value === value)?.interest ?? 0),
      }),
      value: money(value),
    })),
    follows: t("tips.government_next"),
    rules: { clause: "R-CON-6", title: t("panels.bonds") },
  };
};

const payout: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.payout"),
    ...whoseIs(scene, player),
    value: shown(told, told?.interest),
    rows: Object.entries(told?.bond_interest ?? {}).map(([nation, amount]) => ({
      label: nameOf(scene, nation),
      value: money(amount),
    })),
    follows: t("tips.payout_next"),
    rules: { clause: "R-INT-1", title: investor(scene) },
  };
};

const score: Maker = (scene, player) => {
  const told = playerOf(scene, player);
  return {
    name: t("panels.score"),
    ...whoseIs(scene, player),
    value: !told ? "" : told.score === null ? "•••" : String(told.score),
    rows: told ? scoreRows(scene, told) : [],
    follows: told?.score === null ? t("tips.hidden") : "",
    rules: { clause: "R-SCO-1", title: t("panels.score") },
  };
};

function scoreRows(scene: Scene, told: Facts["players"][string]): Sum[] {
  const rows = Object.entries(told.bond_interest).map(([nation, amount]) => ({
    label: nameOf(scene, nation),
    how: `${money(amount)} × ${factsOf(scene, nation)?.power_factor ?? 0}`,
    value: String(told.bond_score[nation] ?? 0),
  }));
  const own = { label: t("panels.cash"), value: told.cash === null ? "•••" : String(told.cash) };
  return [...rows, own];
}

// The table ---------------------------------------------------------------------------------------

const investorCard: Maker = (scene) => ({
  name: t("panels.investor_card"),
  value: scene.position.snapshot.investor_card ?? "",
  follows: t("tips.card_next"),
  rules: { clause: "R-INV-4", title: investor(scene) },
});

const swissBank: Maker = (scene) => ({
  name: t("panels.swiss_bank"),
  value: scene.position.snapshot.swiss_banks.join(", "),
  rules: { clause: "R-SWI-1", title: t("panels.swiss_bank") },
});

const round: Maker = (scene) => ({
  name: t("tips.round_name"),
  value: String(scene.position.snapshot.turn.round),
  rules: { clause: "R-TRN-1", title: t("tips.round_name") },
});

const next: Maker = (scene) => ({
  name: t("panels.next"),
  rows: scene.position.facts.order.nations.slice(1).map(({ nation, player }) => ({
    label: nameOf(scene, nation),
    value: played(scene, player),
  })),
  rules: { clause: "R-TRN-1", title: t("tips.round_name") },
});

const investors: Maker = (scene) => ({
  name: t("panels.investors"),
  rows: scene.position.facts.order.investors.map(({ player, nation }) => ({
    label: played(scene, player),
    value: nation ? nameOf(scene, nation) : "",
  })),
  rules: { clause: "R-INV-4", title: investor(scene) },
});

const clock: Maker = () => ({
  name: t("tips.clock_name"),
  follows: t("tips.clock_next"),
  rules: null,
});

/** The clause of each action of the rondel. */
const ACTIONS = {
  factory: "R-FAC-1",
  production: "R-PRO-1",
  import: "R-IMP-1",
  maneuver: "R-MAN-1",
  investor: "R-INV-1",
  taxation: "R-TAX-1",
} as const;

const slot: Maker = (scene, id) => {
  const action = id.replace(/_\d$/, "") as keyof typeof ACTIONS;
  const name = scene.words.slots[id]?.name ?? id;
  const { choices, refused, snapshot } = scene.position;
  const told = choices.find(({ entry }) => entry.choice.slot === id)?.consequences;
  const reason = refused.find(({ choice }) => choice.slot === id);
  return {
    name,
    value: told ? (told.price > 0 ? money(told.price) : t("rondel.free")) : "",
    sentence: t(`tips.slot_${action}`, { game: snapshot.game }),
    rows: told?.rondel ? [{ label: t("tips.row_steps"), value: String(told.rondel.steps) }] : [],
    follows: reason?.sentence ?? (told?.rondel?.passes_investor ? t("tips.passes") : ""),
    rules: { clause: ACTIONS[action], title: name },
  };
};

const MAKERS = {
  nation,
  player,
  treasury,
  government,
  taking,
  power,
  tax,
  pay,
  interest,
  factories,
  supply,
  bond,
  cash,
  credit,
  payout,
  score,
  investor_card: investorCard,
  swiss_bank: swissBank,
  round,
  next,
  investors,
  clock,
  slot,
} as const satisfies Record<string, Maker>;

type Kind = keyof typeof MAKERS;
const isKind = (kind: string): kind is Kind => kind in MAKERS;
