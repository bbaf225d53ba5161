/** Why something about notices did not work, in the reader's language. */

import { type Failure, Refused } from "../api/client.ts";
import { type Key, t } from "../i18n.svelte.ts";
import { reason } from "../state/reasons.ts";

const REASONS: Record<string, Key> = {
  "channel/address": "notices.error_address",
  "channel/no_email": "notices.error_no_email",
  "channel/too_many": "notices.error_too_many",
  "channel/not_reached": "notices.error_not_reached",
  "channel/wrong_code": "notices.error_code",
  "channel/unknown": "notices.error_unknown",
};

export function said(failure: Failure | null): string {
  if (!failure) return "";
  const key = failure instanceof Refused ? REASONS[failure.code] : undefined;
  return key ? t(key) : reason(failure);
}
