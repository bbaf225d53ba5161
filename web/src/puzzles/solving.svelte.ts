/** Somebody at a puzzle: what was tried, what came of it, and the solution at last. */

import { get, post } from "../api/client.ts";
import type {
  AttemptTold,
  PuzzleTold,
  SolutionTold,
  TriedTold,
} from "../api/generated/types.gen.ts";
import type { Choice, Entry, Position } from "../api/told.ts";
import { Attempt } from "../state/attempt.svelte.ts";
import { keepDone } from "../state/puzzles.ts";
import { isSame } from "../state/same.ts";

type Chosen = Pick<Entry, "choice">;

export class Solving {
  /** What was tried and was not the best, the last one last. */
  tried = $state.raw<TriedTold[]>([]);
  solution = $state.raw<SolutionTold | null>(null);
  /** Whether it was found, and not shown. */
  isSolved = $state(false);
  hasHint = $state(false);
  readonly asking = new Attempt();

  constructor(readonly told: PuzzleTold) {}

  /** What was tried last and was not the best. */
  get wrong(): TriedTold | null {
    return this.tried.at(-1) ?? null;
  }

  /** The address of the puzzle at the server. */
  get #api(): string {
    return `/api/puzzles/${this.told.id}`;
  }

  /** Tries a choice: the server says what it is worth. */
  async attempt({ choice }: Chosen): Promise<void> {
    if (this.solution) return;
    await this.asking.make(async () => {
      const answer = await post<AttemptTold>(`${this.#api}/attempts`, { choice });
      if (answer.solution) this.#finish(answer.solution, true);
      else this.tried = [...this.tried, answer.tried];
    });
  }

  /** Gives up: the solution is shown. */
  async show(): Promise<void> {
    if (this.solution) return;
    await this.asking.make(async () => {
      this.#finish(await get<SolutionTold>(`${this.#api}/solution`), false);
    });
  }

  #finish(solution: SolutionTold, solved: boolean): void {
    this.solution = solution;
    this.isSolved = solved;
    keepDone(this.told.id, solved ? "solved" : "seen");
  }

  /** The position without what was tried, and without gifts and taking back: one choice is asked for. */
  shown(position: Position): Position {
    const isOpen = ({ entry }: Choice): boolean => !this.tried.some((one) => isSame(entry, one));
    return {
      ...position,
      choices: position.choices.filter(isOpen),
      facts: { ...position.facts, donations: {} },
      undo: null,
    };
  }
}

/** The choice of a position that is meant. */
export const choiceIn = ({ choices }: Position, meant: { choice: unknown }): Choice | undefined =>
  choices.find(({ entry }) => isSame(entry, meant as Chosen));
