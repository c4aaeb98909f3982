/** Good answers: variants that meet a condition at nearly the best figure, as different from each other as possible. */
import { mostDifferent, nearOptimal, quantilesOf } from "@etesian/explore";
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult, Values } from "../../calculation/calculator.ts";
import { isAtLeast } from "./conditions.ts";

/** A slider or share that varies, with its column in the sweep's settings. */
export interface VariedSetting {
  readonly key: string;
  readonly column: number;
  /** Its range, in the model's unit. */
  readonly from: number;
  readonly to: number;
}

export interface Answer {
  readonly variant: number;
  /** By `VariedSetting`, in the model's unit. */
  readonly positions: readonly number[];
  /** The settings in which it differs most from the other answers, the largest difference first. */
  readonly distinguishing: readonly { readonly key: string; readonly isMore: boolean }[];
}

export interface AnswerSelection {
  /** Variants with both figures. */
  readonly calculatedCount: number;
  /** Variants that meet the condition. */
  readonly feasibleCount: number;
  /** Feasible variants with nearly the best figure. */
  readonly goodVariants: readonly number[];
  readonly answers: readonly Answer[];
  /** By `VariedSetting`: the range of 8 of 10 good variants; null without any. */
  readonly commonRanges: readonly ({ readonly low: number; readonly high: number } | null)[];
  /** The figure nearest to the target, in the model's unit; null without variants. */
  readonly nearestFigure: number | null;
}

type NumberWithDirection = Pick<HeadlineNumber, "query" | "better">;

/** Maximum number of answers. */
const MAX_ANSWERS = 6;
/** Maximum number of settings that distinguish an answer. */
const MAX_DISTINGUISHING = 2;
/** Smallest listed difference, as a fraction of the range. */
const MIN_DIFFERENCE = 0.1;

/** Settings in the order of their columns. The range of a share is its range over all variants. */
export const variedSettings = ({ outline, settings }: SweepResult): readonly VariedSetting[] =>
  outline.factors
    .flatMap(({ positions, settings: keys }) => keys.map((key) => ({ key, positions })))
    .map(({ key, positions }, column) => {
      const [least = NaN, most = NaN] = quantilesOf(settings[column]!.filter(Number.isFinite), [0, 1]);
      return { key, column, from: positions?.from ?? least, to: positions?.to ?? most };
    });

/** A variant's positions of the sliders that vary, in the model's unit. */
export const positionsAt = (result: SweepResult, variant: number): Values =>
  Object.fromEntries(variedSettings(result).map(({ key, column }) => [key, result.settings[column]![variant]!]));

/** The figures of a query by variant; empty if it is not calculated. */
export const columnOf = ({ outline, figures }: SweepResult, query: string): Float64Array =>
  figures[outline.outputs.findIndex(({ name }) => name === `query.${query}`)] ?? new Float64Array();

/**
 * Selects the good variants, and answers that differ most from each other.
 * @param condition the number with its target, in the model's unit
 * @param objective the number to optimise
 * @param slack how much worse it may be, as a fraction of the best
 * @param isAllowed a further condition
 */
export function selectAnswers(
  result: SweepResult,
  condition: { readonly number: NumberWithDirection; readonly target: number },
  { objective, slack }: { readonly objective: NumberWithDirection; readonly slack: number },
  isAllowed: (variant: number) => boolean = () => true,
): AnswerSelection {
  const { number, target } = condition;
  const limitedFigures = columnOf(result, number.query);
  const objectiveFigures = columnOf(result, objective.query);
  const meets = (figure: number): boolean => (isAtLeast(number) ? figure >= target : figure <= target);
  const isFeasible = (variant: number): boolean => meets(limitedFigures[variant]!) && isAllowed(variant);
  const results = isAtLeast(objective) ? objectiveFigures.map((figure) => -figure) : objectiveFigures;
  const variants = [...objectiveFigures.keys()].filter(
    (variant) => Number.isFinite(objectiveFigures[variant]) && Number.isFinite(limitedFigures[variant]),
  );
  const goodVariants = nearOptimal({ results, isFeasible, slack });
  const varied = variedSettings(result);
  const positionsOf = (variant: number): readonly number[] =>
    varied.map(({ column }) => result.settings[column]![variant]!);
  const points = new Map(
    goodVariants.map((variant) => [
      variant,
      Float64Array.from(positionsOf(variant), (position, index) => {
        const { from, to } = varied[index]!;
        return to > from ? (position - from) / (to - from) : 0;
      }),
    ]),
  );
  const groupSizes = result.outline.factors.map(({ settings }) => settings.length);
  const chosen = mostDifferent(goodVariants, (variant) => points.get(variant)!, groupSizes, MAX_ANSWERS);
  const distanceTo = (figure: number): number => Math.abs(figure - target);
  return {
    calculatedCount: variants.length,
    feasibleCount: variants.filter(isFeasible).length,
    goodVariants,
    answers: chosen.map((variant) => ({
      variant,
      positions: positionsOf(variant),
      distinguishing: distinguishingCoordinates(variant, chosen, points).map(({ index, difference }) => ({
        key: varied[index]!.key,
        isMore: difference > 0,
      })),
    })),
    commonRanges: varied.map(({ column }) => {
      const [low = NaN, high = NaN] = quantilesOf(
        Float64Array.from(goodVariants, (variant) => result.settings[column]![variant]!),
        [0.1, 0.9],
      );
      return goodVariants.length === 0 ? null : { low, high };
    }),
    nearestFigure: variants
      .map((variant) => limitedFigures[variant]!)
      .reduce<number | null>(
        (nearest, figure) => (nearest === null || distanceTo(figure) < distanceTo(nearest) ? figure : nearest),
        null,
      ),
  };
}

/** The coordinates of an answer that differ most from the mean of the other answers. */
function distinguishingCoordinates(
  variant: number,
  chosen: readonly number[],
  points: ReadonlyMap<number, Float64Array>,
): readonly { readonly index: number; readonly difference: number }[] {
  const others = chosen.filter((other) => other !== variant);
  if (others.length === 0) return [];
  return Array.from(points.get(variant)!, (coordinate, index) => {
    const mean = others.reduce((sum, other) => sum + points.get(other)![index]!, 0) / others.length;
    return { index, difference: coordinate - mean };
  })
    .filter(({ difference }) => Math.abs(difference) >= MIN_DIFFERENCE)
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
    .slice(0, MAX_DISTINGUISHING);
}
