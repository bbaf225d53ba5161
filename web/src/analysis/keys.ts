/** What keys mean while a position is analysed; they come before those of the table. */

import { isForTable, keyOf } from "../decisions/keys.ts";

export interface Meant {
  does: "choose" | "try" | "back" | "pick" | "think" | "say";
  row?: number;
}

const KEYS: Record<string, Meant["does"]> = {
  Enter: "try",
  Z: "back",
  X: "pick",
  " ": "think",
  I: "say",
};

const CONTROLS = "button, a, summary, input, select, [data-tip], [role=button]";

/** What a key asks for; null if it is not meant for the analysis. */
export function meantBy(event: KeyboardEvent): Meant | null {
  if (!isForTable(event)) return null;
  const key = keyOf(event);
  if (/^[1-9]$/.test(key)) return { does: "choose", row: Number(key) - 1 };
  const does = KEYS[key];
  const onControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
  if (!does || (onControl && (does === "think" || does === "say"))) return null;
  return { does };
}
