/** How nations look: a colour, the engravers' hatching for it, and an emblem (UI: law 4). */

import type { Game, GameFacts, NationId } from "../api/told.ts";

export type Colour = "purple" | "yellow" | "black" | "green" | "red" | "blue" | "grey";

export interface Look {
  colour: Colour;
  /** CSS colour of pieces, the same in both themes. */
  piece: string;
  /** CSS colour of home provinces. */
  home: string;
  /** CSS colour of lines in charts. */
  chart: string;
  /** CSS colour of the emblem on a piece. */
  emblem: string;
  /** Path of the emblem in a box of 24 by 24. */
  path: string;
}

const NAMES: Record<Colour, string> = {
  purple: "purple",
  yellow: "gold",
  black: "black",
  green: "green",
  red: "red",
  blue: "blue",
  grey: "grey",
};

const EMBLEMS = {
  saltire: "M7 5l5 4.6L17 5l2 2-4.6 5L19 17l-2 2-5-4.6L7 19l-2-2 4.6-5L5 7Z",
  trigram: "M5 6h14v3H5ZM5 10.5h14v3H5ZM5 15h14v3H5Z",
  wheel:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM10.9 5.4A6.7 6.7 0 0 0 6.8 7.8l3 1.8Q10.2 9.2 10.9 9ZM13.1 5.4V9Q13.8 9.2 14.2 9.6l3-1.8A6.7 6.7 0 0 0 13.1 5.4ZM5.7 9.7a6.7 6.7 0 0 0 0 4.6l3.1-1.8v-1ZM18.3 9.7l-3.1 1.8v1l3.1 1.8a6.7 6.7 0 0 0 0-4.6ZM6.8 16.2a6.7 6.7 0 0 0 4.1 2.4V15Q10.2 14.8 9.8 14.4ZM17.2 16.2l-3-1.8Q13.8 14.8 13.1 15v3.6a6.7 6.7 0 0 0 4.1-2.4Z",
  lozenge: "M12 3.5 19.5 12 12 20.5 4.5 12Z",
  star: "M12 3.5l2.5 5.6 6 .6-4.5 4.1 1.3 6L12 16.7l-5.3 3.1 1.3-6-4.5-4.1 6-.6Z",
  ring: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm0 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  bowtie: "M4 6l8 4.5L20 6v12l-8-4.5L4 18Z",
  cross: "M9.5 4.5h5v5h5v5h-5v5h-5v-5h-5v-5h5Z",
  crown: "M4 7l4 4 4-6 4 6 4-4v8H4ZM4 16.5h16v2.5H4Z",
  trefoil:
    "M12 3.5a3.6 3.6 0 0 1 3.3 5.1 3.6 3.6 0 1 1-2.2 6.5l.9 5.4h-4l.9-5.4a3.6 3.6 0 1 1-2.2-6.5A3.6 3.6 0 0 1 12 3.5Z",
  triangle: "M12 4.5 20.5 19h-17Z",
};

const CHOSEN: Record<Game, Partial<Record<Colour, keyof typeof EMBLEMS>>> = {
  imperial2030: {
    purple: "saltire",
    yellow: "trigram",
    black: "wheel",
    green: "lozenge",
    red: "star",
    blue: "ring",
  },
  imperial: {
    purple: "saltire",
    yellow: "bowtie",
    green: "cross",
    red: "crown",
    blue: "trefoil",
    grey: "triangle",
  },
};

/** How a nation of a game looks. */
export function lookOf(facts: GameFacts, nation: NationId): Look {
  const colour = (facts.nations.find((n) => n.id === nation)?.color ?? "grey") as Colour;
  const emblem = CHOSEN[facts.game.id][colour] ?? "triangle";
  const name = NAMES[colour];
  return {
    colour,
    piece: colour === "yellow" ? "var(--gold-piece)" : `var(--${name})`,
    home: `var(--${name}-home)`,
    chart:
      colour === "black"
        ? "var(--black-chart)"
        : colour === "yellow"
          ? "var(--gold-piece)"
          : `var(--${name})`,
    emblem: colour === "yellow" ? "#1f2226" : "#ffffff",
    path: EMBLEMS[emblem],
  };
}
