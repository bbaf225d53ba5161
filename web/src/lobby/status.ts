/** How things stand at a table of a list, in one line. */

import type { Words } from "../api/told.ts";
import type { Pending, Result, TableListed } from "../api/generated/types.gen.ts";
import { t } from "../i18n.svelte.ts";
import { namesOf } from "../state/naming.ts";
import { dayOrTime, roughly } from "../state/time.ts";

/** What is decided, in a few words: choose a space, invest … */
export const decisionName = (kind: Pending["decision"], game: TableListed["game"]): string =>
  t(`lobby.decision_${kind}`, { game });

/** All else about it: who plays, the game, how it stands, and since when. */
export function aboutOf(table: TableListed, now: number, words: Words | null): string {
  const others = table.seats.filter((seat) => !seat.yours);
  const parts = [
    table.named ? namesOf(others) : "",
    t(`start.${table.game}`),
    table.rated ? t("lobby.rated") : "",
    table.parent ? t("lobby.study_from", { entry: table.parent.entry }) : "",
    statusLine(table, now, words),
    dateOf(table, now),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** When it was over, or has begun. */
function dateOf({ status, started_at, ended_at, created_at }: TableListed, now: number): string {
  if (ended_at !== null) return dayOrTime(ended_at, now);
  const when = dayOrTime(started_at ?? created_at, now);
  return status === "open" ? when : t("lobby.begun", { when });
}

export function statusLine(table: TableListed, now: number, words: Words | null): string {
  if (table.status === "open") return seatsTaken(table);
  if (table.status === "finished") return outcome(table);
  if (table.status === "ended") return t("decisions.no_result");
  if (table.paused) return t("lobby.paused");
  if (!table.pending) return "";
  const line = waiting(table, table.pending, now);
  return [where(table, table.pending, words), line].filter(Boolean).join(" · ");
}

/** Round and nation, as far as they are known. */
function where({ round }: TableListed, pending: Pending, words: Words | null): string {
  if (round === null) return "";
  const nation = words?.nations[pending.nation ?? ""]?.short;
  return nation ? t("history.where", { round, nation }) : t("history.tick", { round });
}

function seatsTaken({ seats }: TableListed): string {
  const taken = seats.filter((seat) => seat.name !== null).length;
  return t("lobby.seats_taken", { taken, seats: seats.length });
}

function waiting(table: TableListed, pending: Pending, now: number): string {
  const what = decisionName(pending.decision, table.game);
  const time = roughly(now / 1000 - pending.since);
  if (table.waits_for_you) return t("lobby.you_decide", { what, time });
  const seat = table.seats[pending.seat];
  if (seat?.yours && seat.away) return t("lobby.bot_decides", { what });
  const player = seat?.name ?? "";
  return t("lobby.player_decides", { player, what, time });
}

function outcome(table: TableListed): string {
  const { result } = table;
  if (!result) return t("lobby.over");
  const own = table.seats.find((seat) => seat.yours)?.name;
  if (!table.outcome || !own) return won(result);
  const values = { place: placeOf(own, result), score: result.scores[own] ?? 0 };
  return t(table.outcome === "by_bot" ? "lobby.by_bot" : "lobby.you_came", values);
}

function won({ ranking, scores }: Result): string {
  const [best = ""] = ranking[0] ?? [];
  return t("lobby.won", { player: best, score: scores[best] ?? 0 });
}

/** The place of a player; those who share one have the same. */
export function placeOf(player: string, { ranking }: Result): number {
  const at = ranking.findIndex((place) => place.includes(player));
  return ranking.slice(0, at).reduce((sum, place) => sum + place.length, 1);
}
