/** Answers given once for all: this screen sends them by itself when the question comes. */

import type { Choice, Chosen, NationId, PlayerId, Position } from "../api/told.ts";

export type Scope = "turn" | "round" | "game";

export interface Standing {
  id: string;
  kind: "decline_battles" | "allow_canal" | "let_pass" | "force_stop" | "pass_upgrades";
  scope: Scope;
  /** The canal and the nation that may pass it. */
  canal?: string;
  nation?: NationId;
  /** Turn or round it was given in. */
  given: string;
  /** Who gave it, of those who may share the screen. */
  player: PlayerId | null;
}

export type StandingOffer = Omit<Standing, "id" | "given" | "player">;

export class StandingAnswers {
  all = $state.raw<Standing[]>([]);
  /** Entries of the record that were made by one of them. */
  acted = $state.raw<ReadonlySet<number>>(new Set());

  add(standing: StandingOffer, position: Position): void {
    const player = deciderOf(position);
    const id = [player, standing.kind, standing.canal, standing.nation].join(":");
    const given = timeOf(position, standing.scope);
    this.all = [...this.all.filter((one) => one.id !== id), { ...standing, id, given, player }];
  }

  drop(id: string): void {
    this.all = this.all.filter((one) => one.id !== id);
  }

  /** Forgets what was only for an earlier turn or round. */
  expire(position: Position): void {
    const valid = this.all.filter((one) => one.given === timeOf(position, one.scope));
    if (valid.length < this.all.length) this.all = valid;
  }

  /** The answer to the pending decision, if one was given before. */
  answer(position: Position): Choice | null {
    if (!position.yours) return null;
    for (const standing of this.all.filter(({ player }) => player === deciderOf(position))) {
      const choice = answerOf(standing, position);
      if (choice) return choice;
    }
    return null;
  }

  /** Remembers that the next entry is not one that somebody made by hand. */
  act(position: Position): void {
    this.acted = new Set([...this.acted, position.entries + 1]);
  }
}

/** The answers to the pending decision that may be given for longer. */
export function offersFor({ snapshot }: Position): StandingOffer[] {
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
      return [{ kind: "pass_upgrades", scope: "game" }];
    default:
      return [];
  }
}

const deciderOf = ({ snapshot }: Position): PlayerId | null => snapshot.decision?.actor ?? null;

function timeOf(position: Position, scope: Scope): string {
  const { round, nation } = position.snapshot.turn;
  return { turn: `${round}:${nation}`, round: `${round}`, game: "" }[scope];
}

function answerOf(standing: Standing, position: Position): Choice | null {
  const { decision, turn } = position.snapshot;
  const find = (test: (choice: Chosen) => boolean): Choice | null =>
    position.choices.find((choice) => test(choice.entry.choice)) ?? null;
  switch (standing.kind) {
    case "decline_battles":
      return find((choice) => choice.demand === false);
    case "allow_canal": {
      const fits = decision?.context.canal === standing.canal && turn.nation === standing.nation;
      return fits ? find((choice) => choice.allow === true) : null;
    }
    case "let_pass":
      return find((choice) => choice.force === false);
    case "force_stop":
      return find((choice) => choice.force === true);
    case "pass_upgrades": {
      const buys = position.choices.some((choice) => choice.entry.choice.choice === "buy");
      return buys ? null : find((choice) => choice.choice === "pass");
    }
  }
}
