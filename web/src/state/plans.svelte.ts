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

export class Plans {
  all = $state.raw<OwnPlan[]>([]);
  readonly asking = new Attempt();
  #known = false;

  constructor(readonly path: string) {}

  /**
   * Reads one's plans; what cannot be read now stays as it was told. Nothing that happens at a table
   * makes plans for somebody who has none.
   */
  async load(): Promise<void> {
    if (this.#known && this.all.length === 0) return;
    try {
      this.all = (await get<OwnPlans>(this.path)).plans;
      this.#known = true;
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
