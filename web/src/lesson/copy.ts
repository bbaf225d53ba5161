/** The words of the steps, and where the rules tell more of each. */

import type { RulesTold } from "../api/generated/types.gen.ts";
import type { Game } from "../api/told.ts";
import { type Key, t } from "../i18n.svelte.ts";
import type { Step } from "./meant.ts";

/** The clause that each idea rests on. */
const IDEAS: Record<string, string> = {
  investor: "R-SCO-1",
  bond: "R-BND-1",
  rondel: "R-RON-2",
  factory: "R-FAC-1",
  import: "R-IMP-1",
  taxation: "R-TAX-1",
  production: "R-PRO-1",
  fleets: "R-FLT-1",
  armies: "R-ARM-1",
  interest: "R-INT-1",
  lost: "R-GOV-2",
  convoy: "R-CVY-1",
  won: "R-GOV-3",
  power: "R-TAX-7",
  swiss_bank: "R-SWF-1",
  end: "R-SCO-1",
};

/** Those of which Imperial has a clause of its own. */
const CLASSIC: Record<string, string> = { taxation: "R-TAX-20", power: "R-TAX-23" };

/** The head of a step, at most five words. */
export const headOf = ({ id }: Step): string => t(`lesson.${id}_head` as Key);

/** What a step tells, at most 45 words. */
export const textOf = ({ id }: Step, game: Game): string => t(`lesson.${id}_text` as Key, { game });

/** The clause of the rules that a step is about. */
export const clauseOf = ({ id }: Step, game: Game): string =>
  (game === "imperial" ? CLASSIC[id] : undefined) ?? IDEAS[id] ?? "R-CON-1";

/** The title of the section that a clause stands in. */
export const titleOf = (rules: RulesTold, clause: string): string =>
  rules.chapters
    .flatMap(({ sections }) => sections)
    .find(({ clauses }) => clauses.some(({ id }) => id === clause))?.title ?? "";

const MARKS = /\*\*[^*]+\*\*\s*|\*/g;
const POINTS = /\b(?:R-[A-Z]{3}|A-\d\d|\d\.\d)/;

/** What a clause says, in its first sentence; nothing where that leads elsewhere. */
export function ruleOf(rules: RulesTold, clause: string): string {
  const told = rules.chapters
    .flatMap(({ sections }) => sections)
    .flatMap(({ clauses }) => clauses)
    .find(({ id }) => id === clause)?.text;
  const first = told?.replace(MARKS, "").match(/^.*?\.(?=\s|$)/)?.[0] ?? "";
  return POINTS.test(first) ? "" : first;
}
