/** Why one choice is better than another, told by what is otherwise a round later. */

import type { Tendency } from "../api/generated/types.gen.ts";
import type { Words } from "../api/told.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

const SENTENCES: Record<string, Key> = {
  government: "analysis.why_government",
  power: "analysis.why_power",
  revenue: "analysis.why_revenue",
  interest: "analysis.why_interest",
  cash: "analysis.why_cash",
};

/** The numbers are the server's: after A, and after B. */
export function whyText({ kind, player, nation, did, better }: Tendency, words: Words): string {
  const spelled = (value: number): string => {
    if (kind === "government") return String(Math.round(value * 100));
    return kind === "power" ? String(Math.round(value)) : money(Math.round(value));
  };
  return t(SENTENCES[kind] ?? "analysis.why_cash", {
    player: player ?? "",
    nation: words.nations[nation ?? ""]?.name ?? "",
    a: spelled(better),
    b: spelled(did),
  });
}
