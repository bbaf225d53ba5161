/** What somebody is at this moment, as two sentences made of the facts. */

import type { Facts, NationId, PlayerId, Words } from "../api/told.ts";
import { money, t, text } from "../i18n.svelte.ts";

interface Rival {
  nation: NationId;
  player: PlayerId;
  price: number;
}

const list = (names: string[]): string => new Intl.ListFormat(text.lang).format(names);

/** "You are an investor. You govern Russia …": what a player is, and who could change it. */
export function whoText(facts: Facts, you: PlayerId, words: Words): string {
  const own = facts.players[you];
  if (!own) return "";
  const nameOf = (nation: NationId): string => words.nations[nation]?.name ?? nation;
  const credit = (nation: NationId): string => money(own.credit[nation] ?? 0);
  const [nation, ...more] = own.governs;
  if (nation === undefined) return governsNone(facts, you, nameOf);
  if (more.length > 0) {
    const nations = own.governs.map((one) => `${nameOf(one)} (${credit(one)})`);
    return `${t("help.who_several", { nations: list(nations) })} ${threat(facts, own.governs, nameOf)}`;
  }
  const players = list(facts.nations[nation]?.tied ?? []);
  const values = { nation: nameOf(nation), credit: credit(nation), players };
  const is = t(players ? "help.who_tied" : "help.who_one", values);
  return `${is} ${threat(facts, [nation], nameOf)}`.trim();
}

function governsNone(facts: Facts, you: PlayerId, nameOf: (nation: NationId) => string): string {
  const lends = Object.values(facts.players[you]?.credit ?? {}).some((amount) => amount > 0);
  const is = t(lends ? "help.who_none" : "help.who_no_bonds");
  const way = nearest(facts, Object.keys(facts.nations), you);
  if (!way) return is;
  return `${is} ${t("help.you_need", { price: money(way.price), nation: nameOf(way.nation) })}`;
}

/** Who could pass the government of some nations most cheaply; nothing in the draft. */
function threat(facts: Facts, nations: NationId[], nameOf: (nation: NationId) => string): string {
  if (nations.every((one) => Object.keys(facts.nations[one]?.takeovers ?? {}).length === 0))
    return "";
  const rival = nearest(facts, nations);
  if (!rival) return t("help.passes_nobody");
  const values = { ...rival, price: money(rival.price), nation: nameOf(rival.nation) };
  return t(nations.length > 1 ? "help.passes_in" : "help.passes", values);
}

/** The cheapest investment that would give one of some nations to somebody, or to one player. */
function nearest(facts: Facts, nations: NationId[], only?: PlayerId): Rival | null {
  const found = nations.flatMap((nation) =>
    Object.entries(facts.nations[nation]?.takeovers ?? {}).flatMap(([player, way]) =>
      way && (only === undefined || player === only) ? [{ nation, player, price: way.price }] : [],
    ),
  );
  return found.sort((a, b) => a.price - b.price)[0] ?? null;
}
