/** The money of a nation as it stands: what it has, what it would take in, what it owes. */

import type { Facts, NationId, Position } from "../api/told.ts";

export interface Finances {
  treasury: number;
  power: number;
  factor: number;
  /** What Taxation would bring now; null without government. */
  tax: { revenue: number; power: number } | null;
  /** What an Investor stop would pay now; null without government. */
  interest: Owed | null;
}

export interface Owed {
  total: number;
  /** What the treasury lacks for it, which the government would have to add. */
  short: number;
}

export function financesOf(
  { snapshot, facts }: Pick<Position, "snapshot" | "facts">,
  nation: NationId,
): Finances {
  const told = facts.nations[nation];
  return {
    treasury: snapshot.treasuries[nation] ?? 0,
    power: snapshot.power[nation] ?? 0,
    factor: told?.power_factor ?? 0,
    tax: told?.tax ?? null,
    interest: owedOf(told?.interest ?? null),
  };
}

/** What is owed by a forecast of the server. */
export const owedOf = (told: Facts["nations"][string]["interest"]): Owed | null =>
  told && { total: told.total, short: told.government_pays };
