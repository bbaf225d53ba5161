/** Facts and names of the game of a listed table. */

import type { Game, GameFacts, Words } from "../api/told.ts";
import { text } from "../i18n.svelte.ts";
import { gameInfo, gameWords } from "../state/library.ts";

export class Known {
  /** Null until the server has told them. */
  facts = $state.raw<GameFacts | null>(null);
  words = $state.raw<Words | null>(null);

  constructor(game: () => Game) {
    $effect(() => {
      void gameInfo(game()).then(({ facts }) => (this.facts = facts));
      void gameWords(game(), text.lang).then((words) => (this.words = words));
    });
  }
}
