/** What the server is to decide for a player when it comes to it; the page only asks for it. */

import { ask, get } from "../api/client.ts";
import type { OwnPlan, OwnPlans } from "../api/generated/types.gen.ts";
import type { Position } from "../api/told.ts";
import { Attempt } from "./attempt.svelte.ts";

/** A plan as the server is asked for it, without its seat. */
export interface Wish {
  kind: OwnPlan["kind"];
  scope?: OwnPlan["scope"];
  nation?: string;
  canal?: string;
  slot?: string;
  most?: number;
  unless?: string[];
  upgrades_only?: boolean;
  unchanged?: boolean;
}

/** So many milliseconds who has none is not asked about again: another screen may have made some. */
const FRESH = 20_000;

export class Plans {
  all = $state.raw<OwnPlan[]>([]);
  readonly asking = new Attempt();
  #readAt = -Infinity;
  /** How many decisions had been made by plan when they were read. */
  #done = 0;

  constructor(readonly path: string) {}

  /** Reads one's plans where they may have changed: so many decisions have been made by plan. */
  async follow(done: number): Promise<void> {
    const isFresh = done === this.#done && performance.now() - this.#readAt < FRESH;
    this.#done = done;
    if (this.all.length > 0 || !isFresh) await this.read();
  }

  /** Reads one's plans; what cannot be read now stays as it was told. */
  async read(): Promise<void> {
    try {
      this.all = (await get<OwnPlans>(this.path)).plans;
      this.#readAt = performance.now();
    } catch {
      // The next decision asks again.
    }
  }

  make(seat: number, wish: Wish): Promise<boolean> {
    return this.asking.make(async () => {
      this.all = (await ask<OwnPlans>("POST", this.path, { ...wish, seat })).plans;
    });
  }

  drop(id: string): Promise<boolean> {
    return this.asking.make(async () => {
      await ask("DELETE", `${this.path}/${id}`);
      this.all = this.all.filter((plan) => plan.id !== id);
    });
  }
}

/** The answers to the pending decision that may be given for longer. */
export function offersFor({ yours, snapshot }: Position): Wish[] {
  if (!yours) return [];
  switch (snapshot.decision?.decision) {
    case "battle_demand":
      return [{ kind: "decline_battles", scope: "turn" }];
    case "swiss_force":
      return [
        { kind: "let_pass", scope: "round" },
        { kind: "force_stop", scope: "round" },
      ];
    case "canal_consent": {
      const canal = snapshot.decision.context.canal ?? "";
      return [{ kind: "allow_canal", scope: "game", canal, nation: snapshot.turn.nation }];
    }
    case "invest":
      return [{ kind: "pass_invest", scope: "game", upgrades_only: true }];
    default:
      return [];
  }
}
