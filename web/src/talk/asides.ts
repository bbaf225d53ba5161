/** What was asked at a table and what came of it, as sentences. */

import type { SeatTold, TakenBack } from "../api/generated/types.gen.ts";
import type { Words } from "../api/told.ts";
import { t } from "../i18n.svelte.ts";
import type { Row } from "../state/rows.ts";
import { day } from "../state/time.ts";

type Voted = Extract<Row, { kind: "vote" }>;

export function asideOf(row: Row, seats: SeatTold[], words: Words): string {
  const player = nameOf(row.user, seats);
  if (row.kind === "undone" && row.body.back)
    return t("agreements.log_undone", { player, ...goal(row.body.back, words) });
  if (row.kind === "vacation") return awayUntil(row.body.until, player);
  if (row.kind === "hint") return row.sentences?.[0] ?? "";
  return row.kind === "vote" ? voted(row, player, words) : "";
}

const awayUntil = (until: number | null, player: string): string =>
  until === null
    ? t("agreements.log_vacation_over", { player })
    : t("agreements.log_vacation", { player, day: day(until) });

function voted({ user, body }: Voted, player: string, words: Words): string {
  const { outcome, by, back, kind } = body;
  switch (outcome) {
    case null:
      if (user !== by) return t("agreements.log_agrees", { player });
      return back
        ? t("agreements.log_asks", { player, ...goal(back, words) })
        : t(`agreements.vote_${kind}`, { player });
    case "carried":
      return carried(user, kind, player);
    case "declined":
    case "withdrawn":
    case "overtaken":
      return t(`agreements.log_${outcome}`, { player });
  }
}

/** A pause needs more than half, all else everybody. */
function carried(user: string | null, kind: Voted["body"]["kind"], player: string): string {
  if (user === null) return t("agreements.log_settled");
  const isByAll = kind === "undo" || kind === "end";
  return t(isByAll ? "agreements.log_carried" : "agreements.log_enough", { player });
}

function goal({ seats, round, nation }: TakenBack, words: Words): Record<string, string | number> {
  const count = seats.reduce((sum, one) => sum + one, 0);
  return {
    count,
    where: t("history.where", { round, nation: words.nations[nation]?.short ?? nation }),
  };
}

const nameOf = (user: string | null, seats: SeatTold[]): string =>
  seats.find((seat) => seat.user !== null && seat.user === user)?.name ?? t("agreements.somebody");
