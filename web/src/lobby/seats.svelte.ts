/** The seats of a new table, while somebody sets it up. */

import { t } from "../i18n.svelte.ts";
import { myName } from "../state/session.svelte.ts";
import { type Level, USUAL_LEVEL } from "./levels.ts";

export type Kind = "me" | "open" | "bot";

export interface Seat {
  kind: Kind;
  name: string;
  bot: Level;
}

export const COUNTS = [2, 3, 4, 5, 6] as const;

/** How a table is first laid out. */
export interface Plan {
  me: number;
  open: number;
  bots: number;
  level?: Level;
}

export class Seats {
  all = $state<Seat[]>([]);

  constructor({ me, open, bots, level = USUAL_LEVEL }: Plan) {
    const kinds = [...fill("me", me), ...fill("open", open), ...fill("bot", bots)];
    for (const kind of kinds) this.#add(kind, level);
  }

  get hasOpen(): boolean {
    return this.all.some((seat) => seat.kind === "open");
  }

  get mine(): Seat[] {
    return this.all.filter((seat) => seat.kind === "me");
  }

  /** More seats are like the last; fewer lose the last. */
  resize(count: number): void {
    const { kind, bot } = this.all.at(-1)!;
    while (this.all.length < count) this.#add(kind, bot);
    this.all.length = count;
  }

  turn(seat: Seat, kind: Kind): void {
    seat.kind = kind;
    if (kind === "me" && !seat.name) seat.name = this.#freeName();
  }

  #add(kind: Kind, bot: Level): void {
    this.all.push({ kind, bot, name: kind === "me" ? this.#freeName() : "" });
  }

  /** One's own name first, then others. */
  #freeName(): string {
    const taken = this.mine.map((seat) => seat.name);
    return [myName(), ...t("start.guests").split(", ")].find((name) => !taken.includes(name)) ?? "";
  }

  /** Who will play, if that is known. */
  get names(): string[] {
    const names = this.all.map(({ kind, name }, index) =>
      kind === "bot" ? `${t("lobby.seat_bot")} ${index + 1}` : kind === "me" ? name.trim() : "",
    );
    return names.every((name) => name !== "") ? names : [];
  }

  /** What the server is asked for; it calls the bots as it likes unless they have `names`. */
  body(names: string[] = []) {
    return this.all.map(({ kind, name, bot }, index) => {
      if (kind === "open") return { kind };
      if (kind === "bot") return names[index] ? { kind, bot, name: names[index] } : { kind, bot };
      return name.trim() ? { kind, name: name.trim() } : { kind };
    });
  }
}

const fill = (kind: Kind, count: number): Kind[] => Array.from({ length: count }, () => kind);

const LEAST = 2;
const MOST = 6;

/** How the page of a new table begins, by what its address asks for. */
export function planOf(query: URLSearchParams): Plan {
  if (query.has("hotseat")) return { me: 3, open: 0, bots: 0 };
  const bots = Number(query.get("bots"));
  if (!Number.isInteger(bots) || bots < LEAST - 1 || bots > MOST - 1)
    return { me: 1, open: 3, bots: 0 };
  return { me: 1, open: 0, bots, level: (query.get("level") as Level | null) ?? USUAL_LEVEL };
}
