/** What a bond changes, as figures before and after. */

import type { Brought, Change, NationId, PlayerId, Takeover } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";
import { type Owed, owedOf } from "../state/finances.ts";
import type { Basis } from "./lines.ts";

export interface Figure {
  label: string;
  before: string;
  after: string;
  mood?: "good" | "bad";
}

type Takeovers = Record<PlayerId, Takeover | null>;

/** Your money first, then that of the nation, then who could take it. */
export function figuresOf(told: Brought, basis: Basis): Figure[] {
  const [bond] = told.bonds;
  if (basis.you === null || bond?.player !== basis.you) return [];
  return [
    ...changed(t("panels.your_cash"), told.cash[basis.you], money),
    ...changed(t("market.your_payout"), told.interest[basis.you], money),
    ...changed(t("market.your_score"), told.scores[basis.you], String),
    ...changed(t("panels.its_treasury"), told.treasuries[bond.nation], money),
    ...interest(told, bond.nation, basis),
    ...government(told, bond.nation, basis, basis.you),
  ];
}

function changed(
  label: string,
  change: Change<number> | undefined,
  say: (amount: number) => string,
): Figure[] {
  return change ? [{ label, before: say(change.before), after: say(change.after) }] : [];
}

function interest(told: Brought, nation: NationId, { facts }: Basis): Figure[] {
  const after = owedOf(told.issuer?.interest ?? null);
  if (!after) return [];
  const before = owedOf(facts.nations[nation]?.interest ?? null);
  return [
    {
      label: t("panels.interest"),
      before: owed(before),
      after: owed(after),
      mood: after.short > 0 ? "bad" : "good",
    },
  ];
}

/** "7 M, covered" or "3 M, short 3". */
function owed(told: Owed | null): string {
  if (!told) return "–";
  const { total, short } = told;
  return `${money(total)}, ${short > 0 ? t("market.short", { amount: short }) : t("market.covered")}`;
}

/** For whom it is easiest to take the nation from you, or how far you are from taking it. */
function government(told: Brought, nation: NationId, { facts }: Basis, you: PlayerId): Figure[] {
  const [now, then] = [facts.nations[nation]?.takeovers ?? {}, told.issuer?.takeovers ?? {}];
  const before = facts.nations[nation]?.government ?? null;
  const after = told.governments[nation] ? told.governments[nation].after : before;
  if (after === you)
    return rivals(then).length > 0
      ? [
          {
            label: t("market.to_lose"),
            before: before === you ? rival(now) : "",
            after: rival(then),
          },
        ]
      : [];
  const price = (found: Takeovers): string => (found[you] ? money(found[you].price) : "–");
  return you in then ? [{ label: t("market.to_win"), before: price(now), after: price(then) }] : [];
}

const rivals = (found: Takeovers): [PlayerId, Takeover | null][] => Object.entries(found);

/** Who would need least, "Mendelssohn 4 M". */
function rival(found: Takeovers): string {
  const [first] = rivals(found)
    .flatMap(([player, takeover]) => (takeover ? [{ player, price: takeover.price }] : []))
    .toSorted((a, b) => a.price - b.price);
  return first ? `${first.player} ${money(first.price)}` : t("market.nobody");
}
