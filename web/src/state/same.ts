/** Choices compared, however their keys are ordered. */

import type { Entry } from "../api/told.ts";

/** Whether two entries choose the same. */
export const isSame = (
  one: Pick<Entry, "choice">,
  other: Pick<Entry, "choice"> | undefined,
): boolean => other !== undefined && written(one.choice) === written(other.choice);

const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort())
      : inner,
  );
