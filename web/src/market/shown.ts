/** What the market is drawn from, as a table or as a list. */

import type { Choice, PlayerId, Reason, Words } from "../api/told.ts";
import type { GameInfo } from "../state/library.ts";
import type { Row } from "./cells.ts";

export interface Shown {
  info: GameInfo;
  words: Words;
  rows: Row[];
  you: PlayerId | null;
  cash: number | null;
  /** Whether it is you who chooses a bond. */
  chooses: boolean;
  chosen: Choice | null;
  onchoose: (choice: Choice) => void;
  /** A bond was wanted that cannot be had. */
  onrefused: (reason: Reason) => void;
}
