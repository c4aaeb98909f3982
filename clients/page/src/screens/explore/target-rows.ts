/** Answers of a search for a target: sliders that reach it, that jump over it, and that cannot reach it alone. */
import type { SliderAnswer } from "../../calculation/calculator.ts";

/** A slider and the range that was searched, in the model's unit. */
export interface Searched {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly present: number;
}

export interface Reaching extends Searched {
  readonly kind: "reaches";
  readonly position: number;
  /** The positions with the target are a range; null for a single one. */
  readonly plateau: { readonly from: number; readonly to: number } | null;
  readonly results: SliderAnswer["results"];
}
export interface Jumping extends Searched {
  readonly kind: "jumps";
  readonly at: number;
  readonly before: number;
  readonly after: number;
}
export interface Failing extends Searched {
  readonly kind: "fails";
  readonly nearest: number;
  readonly at: number;
  /** Progress from the present figure to the target, 0 to 1. */
  readonly way: number;
}
export type TargetRow = Reaching | Jumping | Failing;

export interface TargetRows {
  /** The smallest move first, as a part of the range. */
  readonly reaching: readonly Reaching[];
  readonly jumping: readonly Jumping[];
  /** The nearest to the target first. */
  readonly failing: readonly Failing[];
  /** Sliders that do not change the figure. */
  readonly without: number;
}

/** Smaller progress counts as no effect. */
const NO_WAY = 1e-6;

/** @param present the figure of the scenario, as the target in the model's unit */
export function targetRows(
  answers: readonly SliderAnswer[],
  searched: readonly Searched[],
  { present, target }: { readonly present: number; readonly target: number },
): TargetRows {
  const byKey = new Map(searched.map((each) => [each.key, each]));
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
        return [{ ...own, kind: "fails", nearest, at, way: Number.isFinite(way) ? way : 0 }];
      }
    }
  });
  const move = ({ position, present: own, from, to }: Reaching): number => Math.abs(position - own) / (to - from);
  const failing = rows.filter((row) => row.kind === "fails");
  return {
    reaching: rows.filter((row) => row.kind === "reaches").toSorted((a, b) => move(a) - move(b)),
    jumping: rows.filter((row) => row.kind === "jumps"),
    failing: failing.filter(({ way }) => way > NO_WAY).toSorted((a, b) => b.way - a.way),
    without: failing.filter(({ way }) => way <= NO_WAY).length,
  };
}
