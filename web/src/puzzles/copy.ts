/** The words of a puzzle: who one is, and what is asked. */

import type { PuzzleTold } from "../api/generated/types.gen.ts";
import type { Position, Words } from "../api/told.ts";
import { list } from "../board/describing.ts";
import { type Key, money, t } from "../i18n.svelte.ts";

const nameOf = (words: Words, nation: string | null): string =>
  words.nations[nation ?? ""]?.name ?? "";

/** Who the solver is: his cash, his nations, and who invests after him. */
export function whoText(told: PuzzleTold, position: Position, words: Words): string {
  const { cash, governs } = position.facts.players[told.player] ?? { cash: 0, governs: [] };
  const nations = list(governs.map((nation) => nameOf(words, nation)));
  return [
    t("puzzles.who", { player: told.player, cash: money(cash ?? 0) }),
    nations ? t("puzzles.govern", { nations }) : t("puzzles.govern_none"),
    afterText(told, position),
  ]
    .filter(Boolean)
    .join(" ");
}

function afterText(told: PuzzleTold, { facts }: Position): string {
  if (told.decision.decision !== "invest") return "";
  const investors = facts.order.investors.map(({ player }) => player);
  const after = investors.slice(investors.indexOf(told.player) + 1);
  return after.length > 0 ? t("puzzles.invest_after", { players: list(after) }) : "";
}

/** What is asked. */
export function questionText({ decision }: PuzzleTold, position: Position, words: Words): string {
  const nation = nameOf(words, decision.nation ?? position.snapshot.turn.nation);
  return t(`puzzles.ask_${decision.decision}` as Key, { nation });
}

/** What leads to the solution without naming it. */
export const hintText = ({ theme }: PuzzleTold): string => t(`puzzles.hint_${theme}`);

/** What the solution is about. */
export const pointText = ({ theme }: PuzzleTold): string => t(`puzzles.point_${theme}`);

/** Which of the puzzles it is. */
export const numberText = ({ number, of }: PuzzleTold): string =>
  t("puzzles.number", { number, of });

export const gradeText = (grade: number): string => t(`puzzles.grade_${grade}` as Key);
