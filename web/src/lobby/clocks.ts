/** Time to think: what one can choose quickly, and how it is said. */

import type { Clock } from "../api/generated/types.gen.ts";
import { type Key, t } from "../i18n.svelte.ts";
import { roughly } from "../state/time.ts";

const MINUTE = 60;
export const DAY = 86400;

export const PRESETS = {
  quick: { per: "decision", seconds: 2 * MINUTE },
  evening: { per: "player", seconds: 40 * MINUTE, increment: 15 },
  daily: { per: "decision", seconds: DAY },
  slow: { per: "decision", seconds: 3 * DAY },
} as const satisfies Record<string, Clock>;

export type Preset = keyof typeof PRESETS;

/** A clock in words, with the vacation that was agreed on. */
export function clockName(clock: Clock | null): string {
  if (!clock) return t("lobby.clock_none");
  const days = clock.vacation ?? 0;
  const away = `${t("lobby.vacation")}: ${t("lobby.vacation_days", { days })}`;
  return days ? `${timeName(clock)} (${away})` : timeName(clock);
}

function timeName(clock: Clock): string {
  const time = roughly(clock.seconds);
  if (clock.per === "decision") return t("lobby.clock_decision", { time });
  if (!clock.increment) return t("lobby.clock_player", { time });
  return t("lobby.clock_increment", { time, more: roughly(clock.increment) });
}

/** The preset that a clock is; null for one of its own. */
export function presetOf(clock: Clock): Preset | null {
  const same = ([, preset]: [string, Clock]): boolean =>
    preset.per === clock.per &&
    preset.seconds === clock.seconds &&
    (preset.increment ?? 0) === (clock.increment ?? 0);
  return (Object.entries(PRESETS).find(same)?.[0] as Preset | undefined) ?? null;
}

export const presetChoices = (): { value: Preset; label: string }[] =>
  (Object.keys(PRESETS) as Preset[]).map((preset) => ({
    value: preset,
    label: t(`lobby.preset_${preset}` as Key, { clock: clockName(PRESETS[preset]) }),
  }));
