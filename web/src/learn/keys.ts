/** The keys of the table and what they do. */

import type { Key } from "../i18n.svelte.ts";

export const KEYS: { keys: string[]; does: Key }[] = [
  { keys: ["1", "…", "9"], does: "learn.key_choices" },
  { keys: ["Enter", "Esc"], does: "learn.key_confirm" },
  { keys: ["Z"], does: "learn.key_undo" },
  { keys: ["E", "P"], does: "learn.key_end" },
  { keys: ["N", "M"], does: "learn.key_units" },
  { keys: ["B", "T"], does: "learn.key_ledger" },
  { keys: [",", "."], does: "learn.key_back" },
  { keys: ["[", "]", "{", "}"], does: "learn.key_turns" },
  { keys: ["Home", "End"], does: "learn.key_ends" },
  { keys: ["+", "−", "0", "F"], does: "learn.key_zoom" },
  { keys: ["←", "↑", "→", "↓"], does: "learn.key_arrows" },
];
