import { unit } from "../state/time.ts";

const LOW = 0.2;

/** Whether so little time is left that a clock turns red. */
export const isLow = (left: number, clock: { seconds: number } | null): boolean =>
  clock !== null && left < clock.seconds * LOW;

/** A span of time as a clock shows it: 0:42, 14:20, 1 day 04:12. */
export function span(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / 86400);
  const hours = Math.floor(whole / 3600) % 24;
  const minutes = Math.floor(whole / 60) % 60;
  const two = (n: number): string => String(n).padStart(2, "0");
  if (days > 0) return `${unit("day", days)} ${two(hours)}:${two(minutes)}`;
  if (hours > 0) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}`;
}
