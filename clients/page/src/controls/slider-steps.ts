/** Values of a slider: their positions on its track, and the values that keys reach. */

export interface Range {
  readonly min: number;
  readonly max: number;
  /** The input's own step; null for a thousandth of the range. */
  readonly step: number | null;
}

export const stepOf = ({ min, max, step }: Range): number =>
  step !== null && step > 0 ? Math.min(step, (max - min) / 2 || step) : (max - min) / 1000 || 1;

/** Rounds to a multiple of the step, counted from zero, within the range. */
export function roundToStep(value: number, range: Range): number {
  const step = stepOf(range);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) + 1));
  const nearest = Number((Math.round(value / step) * step).toFixed(Math.min(12, decimals)));
  return clamp(nearest, range);
}

export const clamp = (value: number, { min, max }: Pick<Range, "min" | "max">): number =>
  Math.min(max, Math.max(min, value));

/** The position of a value on the track, 0 to 1. */
export const trackPosition = (value: number, { min, max }: Range): number =>
  max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;

/** The visible part of a range: the useful part, widened to the current values. */
export function visibleRange(
  range: Range,
  usefulPart: readonly [number, number] | null,
  values: readonly number[],
): Range {
  if (usefulPart === null) return range;
  const min = Math.max(range.min, Math.min(usefulPart[0], ...values));
  const max = Math.min(range.max, Math.max(usefulPart[1], ...values));
  return { min, max, step: range.step };
}

/** Minimum number of presses of − or +, and of an arrow key, from one end of a range to the other. */
const MIN_PRESSES = 50;
const MIN_ARROW_STEPS = 100;

/**
 * A step of 1, 2 or 5 × 10ⁿ in the displayed unit, and a multiple of the input's own step.
 * @param factor factor from values to the displayed unit
 */
function roundStep({ min, max, step }: Range, minSteps: number, factor: number): number {
  const maxStep = ((max - min) * factor) / minSteps;
  if (!(maxStep > 0)) return stepOf({ min, max, step });
  const power = 10 ** Math.floor(Math.log10(maxStep));
  const roundedStep = ([5, 2, 1].map((value) => value * power).find((value) => value <= maxStep) ?? power) / factor;
  return step === null || step <= 0 ? roundedStep : Math.max(1, Math.round(roundedStep / step)) * step;
}

/** The change caused by a press of − or +. */
export const stepPerPress = (range: Range, factor = 1): number => roundStep(range, MIN_PRESSES, factor);

/** The next multiple of a step above or below a value: 26.5 becomes 27, then 27.5. */
function nextStep(value: number, step: number, direction: 1 | -1): number {
  const steps = value / step;
  const nearest = Math.round(steps);
  // Tolerance for multiples of a step that floating point cannot represent exactly.
  const isStep = Math.abs(steps - nearest) < 1e-6;
  const next = isStep ? nearest + direction : direction > 0 ? Math.ceil(steps) : Math.floor(steps);
  return Number((next * step).toPrecision(12));
}

/**
 * The value after a key press; null for other keys.
 * @param factor factor from values to the displayed unit
 */
export function valueAfterKey(key: string, isShift: boolean, value: number, range: Range, factor = 1): number | null {
  const step = roundStep(range, MIN_ARROW_STEPS, factor) * (isShift ? 10 : 1);
  const tenth = roundStep(range, 10, factor);
  const moveBy = (by: number, direction: 1 | -1): number => clamp(nextStep(value, by, direction), range);
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return moveBy(step, 1);
    case "ArrowLeft":
    case "ArrowDown":
      return moveBy(step, -1);
    case "PageUp":
      return moveBy(tenth, 1);
    case "PageDown":
      return moveBy(tenth, -1);
    case "Home":
      return range.min;
    case "End":
      return range.max;
    default:
      return null;
  }
}
