/** Results of a search for a target: sliders that reach it, that jump over it, and that cannot reach it alone. */
import { baseSize, type HeadlineNumber, quantityOf } from "@etesian/interface";
import type { SliderAnswer } from "../../calculation/calculator.ts";
import { type Condition, isMet } from "./conditions.ts";

/** A slider and the range that was searched, in the model's unit. */
export interface SearchedSlider {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly present: number;
}

export interface ReachingSlider extends SearchedSlider {
  readonly kind: "reaches";
  readonly position: number;
  /** The range of positions that all reach the target; null for a single position. */
  readonly plateau: { readonly from: number; readonly to: number } | null;
  readonly results: SliderAnswer["results"];
}
export interface JumpingSlider extends SearchedSlider {
  readonly kind: "jumps";
  readonly at: number;
  readonly before: number;
  readonly after: number;
}
export interface FailingSlider extends SearchedSlider {
  readonly kind: "fails";
  readonly nearest: number;
  readonly at: number;
  /** Progress from the current figure to the target, 0 to 1. */
  readonly progress: number;
}
export interface ViolatingSlider {
  readonly row: ReachingSlider;
  /** The conditions that the slider violates. */
  readonly conditions: readonly Condition[];
}
export type TargetRow = ReachingSlider | JumpingSlider | FailingSlider;

export interface TargetRows {
  /** Sliders that reach the target and meet all conditions, sorted by `rankQuery`. */
  readonly reaching: readonly ReachingSlider[];
  /** Sliders that reach the target but violate a condition. */
  readonly violating: readonly ViolatingSlider[];
  readonly jumping: readonly JumpingSlider[];
  /** The nearest to the target first. */
  readonly failing: readonly FailingSlider[];
  /** Sliders that do not change the figure. */
  readonly withoutEffectCount: number;
}

/** Smaller progress counts as no effect. */
const MIN_PROGRESS = 1e-6;

/**
 * @param present the scenario's current figure; like the target, in the model's unit
 * @param rankQuery the query whose lowest figure is first; null puts the smallest move, as a fraction of the range,
 * first
 */
export function targetRows(
  answers: readonly SliderAnswer[],
  searched: readonly SearchedSlider[],
  { present, target }: { readonly present: number; readonly target: number },
  { conditions, rankQuery }: { readonly conditions: readonly Condition[]; readonly rankQuery: string | null },
): TargetRows {
  const byKey = new Map(searched.map((slider) => [slider.key, slider]));
  const rows = answers.flatMap(({ slider, answer, position, results }): TargetRow[] => {
    const searchedSlider = byKey.get(slider);
    if (searchedSlider === undefined) return [];
    switch (answer.kind) {
      case "reached": {
        const range = answer.at.find(({ from, to }) => position !== null && position >= from && position <= to);
        if (range === undefined) return [];
        const plateau = range.from < range.to ? range : null;
        return [{ ...searchedSlider, kind: "reaches", position: position!, plateau, results }];
      }
      case "jumps": {
        const [jump] = answer.jumps.toSorted(
          (a, b) => Math.abs(a.at - searchedSlider.present) - Math.abs(b.at - searchedSlider.present),
        );
        return jump === undefined ? [] : [{ ...searchedSlider, kind: "jumps", ...jump }];
      }
      case "beyond": {
        const { nearest, at } = answer;
        const progress = (nearest - present) / (target - present);
        return [{ ...searchedSlider, kind: "fails", nearest, at, progress: Number.isFinite(progress) ? progress : 0 }];
      }
    }
  });
  const moveOf = ({ position, present: start, from, to }: ReachingSlider): number =>
    Math.abs(position - start) / (to - from);
  const orderOf = (row: ReachingSlider): number =>
    rankQuery === null ? moveOf(row) : (row.results.get(rankQuery) ?? Infinity);
  const failing = rows.filter((row) => row.kind === "fails");
  const reaching = rows
    .filter((row) => row.kind === "reaches")
    .toSorted((a, b) => orderOf(a) - orderOf(b))
    .map((row) => ({
      row,
      conditions: conditions.filter((condition) => !isMet(condition, row.results.get(condition.number.query))),
    }));
  return {
    reaching: reaching.flatMap(({ row, conditions: violated }) => (violated.length === 0 ? [row] : [])),
    violating: reaching.filter(({ conditions: violated }) => violated.length > 0),
    jumping: rows.filter((row) => row.kind === "jumps"),
    failing: failing.filter(({ progress }) => progress > MIN_PROGRESS).toSorted((a, b) => b.progress - a.progress),
    withoutEffectCount: failing.filter(({ progress }) => progress <= MIN_PROGRESS).length,
  };
}

type NumberWithUnit = Pick<HeadlineNumber, "unitName">;

/** The base unit of masses is a kilogram. */
const KILOGRAMS_PER_TONNE = 1_000;

/** Whether a number is a mass, so that costs per tonne can be calculated from its change. */
export const isMass = ({ unitName }: NumberWithUnit): boolean => quantityOf(unitName) === "mass";

/**
 * Euros per tonne by which a mass changes, negative for a saving; null if the mass does not change.
 * @param costs the change in the costs, in their unit
 * @param mass the change in the mass, in its unit
 */
export function costsPerTonne(
  costs: { readonly change: number; readonly number: NumberWithUnit },
  mass: { readonly change: number; readonly number: NumberWithUnit },
): number | null {
  const tonnes = baseSize(mass.change, mass.number.unitName) / KILOGRAMS_PER_TONNE;
  return tonnes === 0 ? null : (Math.sign(costs.change) * baseSize(costs.change, costs.number.unitName)) / tonnes;
}
