/** Answers of a search for a target: sliders that reach it, that jump over it, and that cannot reach it alone. */
import type { SliderAnswer } from "../../calculation/calculator.ts";
import { type Condition, isKept } from "./conditions.ts";

/** A slider and the range that was searched, in the model's unit. */
export interface SearchedSlider {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly present: number;
}

export interface Reaching extends SearchedSlider {
  readonly kind: "reaches";
  readonly position: number;
  /** The positions with the target are a range; null for a single one. */
  readonly plateau: { readonly from: number; readonly to: number } | null;
  readonly results: SliderAnswer["results"];
}
export interface Jumping extends SearchedSlider {
  readonly kind: "jumps";
  readonly at: number;
  readonly before: number;
  readonly after: number;
}
export interface Failing extends SearchedSlider {
  readonly kind: "fails";
  readonly nearest: number;
  readonly at: number;
  /** Progress from the present figure to the target, 0 to 1. */
  readonly progress: number;
}
export interface Violating {
  readonly row: Reaching;
  /** The conditions that it does not keep. */
  readonly conditions: readonly Condition[];
}
export type TargetRow = Reaching | Jumping | Failing;

export interface TargetRows {
  /** Sliders that keep all conditions, in the order of `rank`. */
  readonly reaching: readonly Reaching[];
  /** Sliders that reach the target but violate a condition. */
  readonly violating: readonly Violating[];
  readonly jumping: readonly Jumping[];
  /** The nearest to the target first. */
  readonly failing: readonly Failing[];
  /** Sliders that do not change the figure. */
  readonly withoutEffect: number;
}

/** Smaller progress counts as no effect. */
const MIN_PROGRESS = 1e-6;

/**
 * @param present the figure of the scenario, as the target in the model's unit
 * @param rank a query: its lowest figure is first; null: the smallest move is first, as a fraction of the range
 */
export function targetRows(
  answers: readonly SliderAnswer[],
  searched: readonly SearchedSlider[],
  { present, target }: { readonly present: number; readonly target: number },
  { conditions, rank }: { readonly conditions: readonly Condition[]; readonly rank: string | null },
): TargetRows {
  const byKey = new Map(searched.map((result) => [result.key, result]));
  const rows = answers.flatMap(({ slider, answer, position, results }): TargetRow[] => {
    const own = byKey.get(slider);
    if (own === undefined) return [];
    switch (answer.kind) {
      case "reached": {
        const place = answer.at.find(({ from, to }) => position !== null && position >= from && position <= to);
        if (place === undefined) return [];
        const plateau = place.from < place.to ? place : null;
        return [{ ...own, kind: "reaches", position: position!, plateau, results }];
      }
      case "jumps": {
        const [jump] = answer.jumps.toSorted((a, b) => Math.abs(a.at - own.present) - Math.abs(b.at - own.present));
        return jump === undefined ? [] : [{ ...own, kind: "jumps", ...jump }];
      }
      case "beyond": {
        const { nearest, at } = answer;
        const way = (nearest - present) / (target - present);
        return [{ ...own, kind: "fails", nearest, at, progress: Number.isFinite(way) ? way : 0 }];
      }
    }
  });
  const move = ({ position, present: own, from, to }: Reaching): number => Math.abs(position - own) / (to - from);
  const orderOf = (row: Reaching): number => (rank === null ? move(row) : (row.results.get(rank) ?? Infinity));
  const failing = rows.filter((row) => row.kind === "fails");
  const reaching = rows
    .filter((row) => row.kind === "reaches")
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((row) => ({
      row,
      conditions: conditions.filter((condition) => !isKept(condition, row.results.get(condition.number.query))),
    }));
  return {
    reaching: reaching.flatMap(({ row, conditions: violated }) => (violated.length === 0 ? [row] : [])),
    violating: reaching.filter(({ conditions: violated }) => violated.length > 0),
    jumping: rows.filter((row) => row.kind === "jumps"),
    failing: failing.filter(({ progress: way }) => way > MIN_PROGRESS).toSorted((a, b) => b.progress - a.progress),
    withoutEffect: failing.filter(({ progress: way }) => way <= MIN_PROGRESS).length,
  };
}
