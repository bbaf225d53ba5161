/** Why something did not work, as a sentence in the reader's language. */

import { type Failure, Refused } from "../api/client.ts";
import { type Key, t } from "../i18n.svelte.ts";

const REASONS: Record<string, Key> = {
  "identity/nobody": "settings.error_nobody",
  "identity/signed_out": "settings.error_nobody",
  "identity/wrong_login": "menu.error_wrong_login",
  "identity/wrong_password": "menu.error_wrong_password",
  "identity/banned": "settings.error_banned",
  "identity/bad_link": "menu.error_link",
  "identity/login_taken": "menu.error_login_taken",
  "identity/has_account": "menu.error_has_account",
  "identity/too_many_tokens": "menu.error_too_many_tokens",
  "table/unknown": "settings.error_table_unknown",
  "table/damaged": "settings.error_table_damaged",
  "table/not_host": "settings.error_not_host",
  "table/not_open": "lobby.error_not_open",
  "table/open_seats": "lobby.error_open_seats",
  "table/not_running": "settings.error_not_running",
  "table/not_over": "settings.error_not_over",
  "table/paused": "settings.error_paused",
  "table/options": "lobby.error_options",
  "table/not_alone": "tables.not_alone",
  "table/studied": "tables.studied",
  "seat/taken": "lobby.error_seat_taken",
  "seat/kicked": "settings.error_kicked",
  "seat/blocked": "lobby.error_blocked",
  "table/rated": "lobby.error_rated",
  "table/rated_agreed": "lobby.error_rated_agreed",
  "tournament/unknown": "tournaments.unknown",
  "tournament/closed": "tournaments.error_closed",
  "tournament/too_few": "tournaments.error_few",
  "tournament/full": "tournaments.error_full",
  "tournament/too_many": "tournaments.error_many",
  "person/unknown": "people.unknown",
  "seat/name_taken": "lobby.error_name_taken",
  "seat/not_yours": "settings.error_not_yours",
  "seat/none": "settings.error_no_seat",
  "seat/unknown_bot": "lobby.error_unknown_bot",
  "seat/bot_too_slow": "lobby.error_bot_too_slow",
  "vote/pending": "settings.error_vote_pending",
  "vote/none": "settings.error_vote_none",
  "study/secret": "settings.error_study_secret",
  "hint/people": "help.people",
  "hint/no_bots": "help.no_bots",
  "analysis/running": "review.still_played",
  "chat/muted": "settings.error_muted",
  "chat/muted_everywhere": "settings.error_muted_server",
  "record/unreadable": "lobby.error_record",
  "record/too_long": "lobby.error_record_long",
  "request/not_json": "lobby.error_not_json",
  "request/too_large": "lobby.error_too_large",
  "request/too_many": "settings.error_too_many",
  "request/invalid": "settings.error_invalid",
  "server/busy": "settings.error_busy",
  "server/fault": "common.fault",
};

/** What the server said, in the reader's language where we know the sentence and it has been fetched
 * with the part of the page that it belongs to. */
export function reason(error: Failure): string {
  if (!(error instanceof Refused)) return t("settings.error_unreachable");
  const key = REASONS[error.code];
  const { message, details } = error;
  const said = key && t(key, { message, seconds: Number(details["retry_after"] ?? 0) });
  return said && said !== key ? said : message;
}
