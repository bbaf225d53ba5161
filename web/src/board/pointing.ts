/** What is drawn over a place and stands for it, when it is pointed at and clicked. */

import type { RegionId } from "../api/told.ts";

export interface Pointing {
  onpick: (region: RegionId) => void;
  onpoint: (region: RegionId | null) => void;
}

/** Attributes of something that stands at a place. */
export const standsAt = (region: RegionId, { onpick, onpoint }: Pointing) => ({
  role: "presentation",
  "data-at": region,
  onclick: () => onpick(region),
  onpointerenter: ({ pointerType }: PointerEvent) => {
    if (pointerType !== "touch") onpoint(region);
  },
  onpointerleave: ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") onpoint(null);
  },
});
