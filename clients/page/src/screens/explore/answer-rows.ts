/** Good answers: variants that meet a condition at nearly the best figure, as different from each other as possible. */
import { mostDifferent, nearOptimal, quantilesOf } from "@etesian/explore";
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult, Values } from "../../calculation/calculator.ts";
import { isAtLeast } from "./conditions.ts";

/** A slider or share that varies, with its column of the sweep's settings. */
export interface Varied {
  readonly key: string;
  readonly column: number;
  /** Its range, in the model's unit. */
  readonly from: number;
  readonly to: number;
}

export interface Answer {
  readonly variant: number;
  /** By `Varied`, in the model's unit. */
  readonly positions: readonly number[];
  /** The settings in which it differs most from the other answers, the larger difference first. */
  readonly distinguishing: readonly { readonly key: string; readonly isMore: boolean }[];
}

export interface Answers {
  /** Variants with both figures. */
  readonly calculated: number;
  /** Variants that meet the condition. */
  readonly feasible: number;
  /** Feasible variants near the best. */
  readonly good: readonly number[];
  readonly answers: readonly Answer[];
  /** By `Varied`: the range of 8 of 10 good variants; null without any. */
  readonly common: readonly ({ readonly low: number; readonly high: number } | null)[];
  /** The figure nearest to the target, in the model's unit; null without variants. */
  readonly nearest: number | null;
}

type Ranked = Pick<HeadlineNumber, "query" | "better">;

/** Maximum number of answers. */
const ANSWERS = 6;
/** Maximum number of settings that distinguish an answer. */
const MAX_DISTINGUISHING = 2;
/** Smallest listed difference, as a fraction of the range. */
const MIN_DIFFERENCE = 0.1;

/** Settings in the order of their columns. A share's range is that of all variants. */
export const variedSettings = ({ outline, settings }: SweepResult): readonly Varied[] =>
  outline.factors
    .flatMap(({ positions, settings: keys }) => keys.map((key) => ({ key, positions })))
    .map(({ key, positions }, column) => {
      const [least = NaN, most = NaN] = quantilesOf(settings[column]!.filter(Number.isFinite), [0, 1]);
      return { key, column, from: positions?.from ?? least, to: positions?.to ?? most };
    });

/** The positions of the sliders that vary, in a variant, in the model's unit. */
export const positionsAt = (result: SweepResult, variant: number): Values =>
  Object.fromEntries(variedSettings(result).map(({ key, column }) => [key, result.settings[column]![variant]!]));

/** The figures of a query by variant; empty if it is not calculated. */
export const columnOf = ({ outline, figures }: SweepResult, query: string): Float64Array =>
  figures[outline.outputs.findIndex(({ name }) => name === `query.${query}`)] ?? new Float64Array();

/**
 * @param condition the number with its target, in the model's unit
 * @param best the number to optimise
 * @param slack how much worse it may be, as a fraction of the best
 * @param isKept a further condition
 */
export function selectAnswers(
  result: SweepResult,
  condition: { readonly number: Ranked; readonly target: number },
  { best, slack }: { readonly best: Ranked; readonly slack: number },
  isKept: (variant: number) => boolean = () => true,
): Answers {
  const { number, target } = condition;
  const limited = columnOf(result, number.query);
  const ranked = columnOf(result, best.query);
  const meets = (figure: number): boolean => (isAtLeast(number) ? figure >= target : figure <= target);
  const isFeasible = (variant: number): boolean => meets(limited[variant]!) && isKept(variant);
  const results = isAtLeast(best) ? ranked.map((figure) => -figure) : ranked;
  const variants = [...ranked.keys()].filter(
    (variant) => Number.isFinite(ranked[variant]) && Number.isFinite(limited[variant]),
  );
  const good = nearOptimal({ results, isFeasible, slack });
  const varied = variedSettings(result);
  const positionsOf = (variant: number): readonly number[] =>
    varied.map(({ column }) => result.settings[column]![variant]!);
  const points = new Map(
    good.map((variant) => [
      variant,
      Float64Array.from(positionsOf(variant), (position, index) => {
        const { from, to } = varied[index]!;
        return to > from ? (position - from) / (to - from) : 0;
      }),
    ]),
  );
  const sizes = result.outline.factors.map(({ settings }) => settings.length);
  const chosen = mostDifferent(good, (variant) => points.get(variant)!, sizes, ANSWERS);
  const distanceTo = (figure: number): number => Math.abs(figure - target);
  return {
    calculated: variants.length,
    feasible: variants.filter(isFeasible).length,
    good,
    answers: chosen.map((variant) => ({
      variant,
      positions: positionsOf(variant),
      distinguishing: distinguishingPositions(variant, chosen, points).map(({ place, difference }) => ({
        key: varied[place]!.key,
        isMore: difference > 0,
      })),
    })),
    common: varied.map(({ column }) => {
      const [low = NaN, high = NaN] = quantilesOf(
        Float64Array.from(good, (variant) => result.settings[column]![variant]!),
        [0.1, 0.9],
      );
      return good.length === 0 ? null : { low, high };
    }),
    nearest: variants
      .map((variant) => limited[variant]!)
      .reduce<number | null>(
        (nearest, figure) => (nearest === null || distanceTo(figure) < distanceTo(nearest) ? figure : nearest),
        null,
      ),
  };
}

/** The coordinates of an answer that differ most from the mean of the other answers. */
function distinguishingPositions(
  variant: number,
  chosen: readonly number[],
  points: ReadonlyMap<number, Float64Array>,
): readonly { readonly place: number; readonly difference: number }[] {
  const others = chosen.filter((other) => other !== variant);
  if (others.length === 0) return [];
  return Array.from(points.get(variant)!, (own, index) => {
    const mean = others.reduce((sum, other) => sum + points.get(other)![index]!, 0) / others.length;
    return { place: index, difference: own - mean };
  })
    .filter(({ difference }) => Math.abs(difference) >= MIN_DIFFERENCE)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, MAX_DISTINGUISHING);
}
