/** What is being put right, as the engine tells it. */

import { Refused } from "../api/client.ts";
import { t } from "../i18n.svelte.ts";
import { reason } from "../state/reasons.ts";

export type Way = "change" | "insert" | "leave_out";

export interface HeldTold {
  number: number;
  actor: string;
  nation: string | null;
  /** What was chosen; a gift has none. */
  label?: string;
}

export interface CorrectionTold {
  number: number;
  way: Way;
  /** Whether something must be entered before the rest follows. */
  waits: boolean;
  kept: number;
  waiting: number;
  next: HeldTold | null;
  left_out: HeldTold[];
  stopped: { code: string; message: string; clause: string } | null;
}

export interface CorrectionsTold {
  epoch: number;
  pending: CorrectionTold | null;
  done: CorrectionTold | null;
}

/** The engine asks something else: no rule forbids the old decision, it is only not asked for. */
const OTHER = /^game\/(other_|over)/;

export const heldText = ({ number, actor, label }: HeldTold): string =>
  `${number}. ${actor}: ${label ?? t("companion.gift")}`;

/** Why the next decision no longer fits. */
export function whyStopped({ stopped, next }: CorrectionTold): string {
  if (!stopped || !next) return "";
  const what = t("companion.stopped", {
    number: next.number,
    player: next.actor,
    label: next.label ?? t("companion.gift"),
  });
  const why = OTHER.test(stopped.code)
    ? t("companion.stopped_other")
    : reason(new Refused(422, stopped.code, stopped.message));
  return `${what} ${why}`;
}
