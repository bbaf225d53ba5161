/** The course of a game as lines to draw. */

import type { Moment } from "../api/generated/types.gen.ts";
import type { GameFacts, NationId, PlayerId, Words } from "../api/told.ts";
import { type Look, lookOf } from "../parts/nations.ts";

export type { Course as CourseTold, Moment } from "../api/generated/types.gen.ts";

export type Subject = "score" | "power" | "treasury" | "control" | "interest";

export interface Series {
  id: string;
  label: string;
  colour: string;
  dash: string;
  strong: boolean;
  /** The emblem along the line of a nation. */
  look?: Look;
  /** What it is, for the tips: a kind and whose it is. */
  tip: string;
  /** One value for each moment; null where it is not known. */
  values: (number | null)[];
}

const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 2", "10 4"];

/** What each subject is for the tips. */
export const TERMS: Record<Subject, string> = {
  score: "score",
  power: "power",
  treasury: "treasury",
  control: "governs",
  interest: "payout",
};

/** The lines of a subject. */
export const seriesOf = (
  subject: Subject,
  moments: Moment[],
  facts: GameFacts,
  words: Words,
  you: PlayerId | null,
): Series[] =>
  linesOf(subject, moments, facts, words, you).map((one) => ({
    ...one,
    tip: `${TERMS[subject]}/${one.id}`,
  }));

type Line = Omit<Series, "tip">;

function linesOf(
  subject: Subject,
  moments: Moment[],
  facts: GameFacts,
  words: Words,
  you: PlayerId | null,
): Line[] {
  switch (subject) {
    case "power":
      return nationSeries(facts, words, (id) => moments.map((one) => one.power[id] ?? 0));
    case "treasury":
      return nationSeries(facts, words, (id) => moments.map((one) => one.treasuries[id] ?? 0));
    case "score":
      return playerSeries(moments, you, (id) => moments.map((one) => one.scores[id] ?? null));
    case "interest":
      return playerSeries(moments, you, (id) => moments.map((one) => one.interest[id] ?? null));
    case "control":
      return playerSeries(moments, you, (id) => moments.map((one) => governed(one, id)));
  }
}

function governed(moment: Moment, player: PlayerId): number {
  return Object.values(moment.governments).filter((one) => one === player).length;
}

function nationSeries(
  facts: GameFacts,
  words: Words,
  values: (nation: NationId) => number[],
): Line[] {
  return facts.nations.map(({ id }) => ({
    id,
    label: words.nations[id]?.short ?? id,
    colour: lookOf(facts, id).chart,
    look: lookOf(facts, id),
    dash: "",
    strong: false,
    values: values(id),
  }));
}

/** You in your colour, the others in ink: the best of them a full line. */
function playerSeries(
  moments: Moment[],
  you: PlayerId | null,
  values: (player: PlayerId) => (number | null)[],
): Line[] {
  const scores = moments.at(-1)?.scores ?? {};
  const players = Object.keys(scores).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const others = players.filter((id) => id !== you);
  return players.map((id) => ({
    id,
    label: id,
    colour: id === you ? "var(--signal)" : id === others[0] ? "var(--ink)" : "var(--ink-2)",
    dash: id === you ? "" : (DASHES[others.indexOf(id) % DASHES.length] ?? ""),
    strong: id === you,
    values: values(id),
  }));
}

/** The last value of each round, for a table. */
export function byRound(moments: Moment[]): number[] {
  return moments
    .map((moment, i) => ({ round: moment.round, i }))
    .filter(({ round, i }) => moments[i + 1]?.round !== round)
    .map(({ i }) => i);
}
