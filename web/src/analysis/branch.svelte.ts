/** The curve of a game that is tried out: what was judged on the way, and how the main game went. */

import { isFailure, post } from "../api/client.ts";
import { read } from "../api/patience.ts";
import type { AnalysisTold, CurvePoint, Past, ReviewTold } from "../api/generated/types.gen.ts";
import type { Position } from "../api/told.ts";
import type { TableState } from "../state/table.svelte.ts";

export class Branch {
  /** The judged moments of this table, in order. */
  points = $state.raw<CurvePoint[]>([]);
  /** The curve of the game that it went on from, or of the game itself, if it was reviewed. */
  main = $state.raw<CurvePoint[]>([]);

  /** Reads the curve of the main game; without a review there is none. */
  async open(table: TableState): Promise<void> {
    const { parent, status } = table.table ?? {};
    const isOver = status === "finished" || status === "ended";
    const of = isOver ? table.at("/review") : parent && `/api/tables/${parent.table}/review`;
    if (!of) return;
    try {
      this.main = (await read<ReviewTold>(of)).review?.curve ?? [];
    } catch {
      // The main game is private, or gone: the branch stands alone.
      this.main = [];
    }
  }

  /** Has the moment judged that the branch began at, so that one sees what was changed. */
  async begin(table: TableState): Promise<void> {
    const entries = table.table?.parent?.entry ?? 0;
    if (this.points.some((point) => point.entries === entries)) return;
    try {
      const past = await read<Past>(table.at(`/positions/${entries}`));
      this.note(await post<AnalysisTold>(table.at("/analysis"), { entries }), past);
    } catch (error) {
      // The branch is drawn from where one looked on.
      if (!isFailure(error)) throw error;
    }
  }

  /** Keeps what is known of a moment; what came after it, before it was taken back, is another. */
  note({ entries, judgement }: AnalysisTold, { snapshot }: Pick<Position, "snapshot">): void {
    const { round, nation } = snapshot.turn;
    const { shares, margins } = judgement;
    const point = { entries, round, nation, shares, margins };
    const others = this.points.filter((one) => one.entries !== entries);
    this.points = [...others, point].sort((a, b) => a.entries - b.entries);
  }

  /** Forgets moments that are taken back. */
  cut(last: number): void {
    if (this.points.some(({ entries }) => entries > last))
      this.points = this.points.filter(({ entries }) => entries <= last);
  }
}
