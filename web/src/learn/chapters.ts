/** The chapters of the introduction, in the order they are read. */

export const CHAPTERS = [
  "rondel",
  "bonds",
  "factories",
  "maneuver",
  "taxation",
  "investor",
] as const;

export type Chapter = (typeof CHAPTERS)[number];
