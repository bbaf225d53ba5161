/** What is otherwise a round after one choice than after a better one, as a sentence. */

import type { Tendency } from "../api/generated/types.gen.ts";
import type { Words } from "../api/told.ts";
import { money, t } from "../i18n.svelte.ts";

const whole = (value: number): string => String(Math.round(value));
const amount = (value: number): string => money(Math.round(value));

/** The sentence; its numbers are the server's. */
export function tendencyText(one: Tendency, words: Words): string {
  const { kind, player, nation, did, better } = one;
  const named = { player: player ?? "", nation: words.nations[nation ?? ""]?.name ?? "" };
  switch (kind) {
    case "government":
      return t("review.government", {
        ...named,
        did: whole(did * 100),
        better: whole(better * 100),
      });
    case "power":
      return t("review.power", { ...named, did: whole(did), better: whole(better) });
    case "revenue":
      return t("review.revenue", { ...named, did: amount(did), better: amount(better) });
    case "interest":
      return t("review.interest", { ...named, did: amount(did), better: amount(better) });
    default:
      return t("review.cash", { ...named, did: amount(did), better: amount(better) });
  }
}
