/** Moments and spans of time, as people say them in the reader's language. */

import { text } from "../i18n.svelte.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time roughly: 5 min, 2 h, 3 days. */
export function roughly(seconds: number): string {
  if (seconds < MINUTE) return unit("second", Math.max(1, Math.round(seconds)));
  if (seconds < HOUR) return unit("minute", Math.round(seconds / MINUTE));
  if (seconds < DAY) return unit("hour", Math.round(seconds / HOUR));
  return unit("day", Math.round(seconds / DAY));
}

/** A span of time in hours and minutes. */
export function lasting(seconds: number): string {
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.round((seconds % HOUR) / MINUTE);
  if (hours === 0) return unit("minute", Math.max(1, minutes));
  return `${unit("hour", hours)} ${unit("minute", minutes)}`;
}

/** So many seconds, minutes, hours or days. */
export function unit(name: "second" | "minute" | "hour" | "day", count: number): string {
  const style = { style: "unit", unit: name, unitDisplay: "short" } as const;
  return new Intl.NumberFormat(text.lang, style).format(count);
}

/** The day of a moment given in Unix seconds; of one of today the time. */
export function dayOrTime(moment: number, now: number): string {
  const [then, today] = [new Date(moment * 1000), new Date(now)];
  if (then.toDateString() !== today.toDateString()) return day(moment);
  return new Intl.DateTimeFormat(text.lang, { timeStyle: "short" }).format(then);
}

/** The day of a moment given in Unix seconds. */
export function day(moment: number): string {
  return new Intl.DateTimeFormat(text.lang, { dateStyle: "medium" }).format(moment * 1000);
}
