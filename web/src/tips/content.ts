/** What a tip says of a figure: what it is, the sum that makes it, what follows, and the rules. */

import { t } from "../i18n.svelte.ts";
import type { Maker, Scene, Tip } from "./making.ts";
import { clock, investorCard, investors, next, round, slot, swissBank } from "./turns.ts";
import {
  bond,
  factories,
  government,
  interest,
  nation,
  pay,
  power,
  supply,
  taking,
  tax,
  treasury,
} from "./nations.ts";
import { city, flag, place, unit } from "./places.ts";
import { cash, credit, governs, payout, player, score } from "./players.ts";
import { end, points, rank } from "./results.ts";

export type { Scene, Tip } from "./making.ts";

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
    sentence: isTold(kind) ? "" : t(`tips.${kind}`, { game }),
    ...MAKERS[kind](scene, rest.join("/")),
  };
}

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
  place,
  unit,
  city,
  flag,
  governs,
  points,
  rank,
  end,
} as const satisfies Record<string, Maker>;

/** Kinds that are told by what they are about: which slot, which piece. */
const TOLD = ["slot", "place", "unit", "city"] as const;
type Own = (typeof TOLD)[number];
const isTold = (kind: Kind): kind is Own => TOLD.some((own) => own === kind);

type Kind = keyof typeof MAKERS;
const isKind = (kind: string): kind is Kind => kind in MAKERS;
