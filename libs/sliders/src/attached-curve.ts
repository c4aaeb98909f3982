/**
 * Curves that users attach to scenarios: the catalogue, the stored form of their values, and the inputs they replace.
 */
import { HOURS_PER_YEAR, MJ_PER_MWH, round, sum } from "@etesian/numeric";
import type { InputTable } from "./input-facts.ts";

/** Types of curves, by the kind of their values. */
export const ATTACHED_CURVE_TYPES = [
  "generic",
  "price",
  "temperature",
  "availability",
  "profile",
  "capacity_profile",
] as const;
export type AttachedCurveType = (typeof ATTACHED_CURVE_TYPES)[number];

/** Number of values of a curve, one for each hour of a year. */
export const CURVE_LENGTH = HOURS_PER_YEAR;

/**
 * Converts values to their stored form: prices in cents, shares of a capacity between 0 and 1, others unchanged.
 * Idempotent.
 */
export function toStoredCurve(type: AttachedCurveType, values: Float64Array): Float64Array {
  switch (type) {
    case "price":
      // Converts −0, from a tiny negative price, to 0.
      return values.map((value) => round(value, 2) + 0);
    case "availability":
    case "capacity_profile":
      return values.map(betweenZeroAndOne);
    case "generic":
    case "temperature":
    case "profile":
      return values;
  }
}

/**
 * Converts stored values to the form used by the calculation. Availabilities lie between 0 and 1, profiles add up to
 * 1/3600 (zeros if the values add up to 0), others are unchanged.
 */
export function toCalculationCurve(type: AttachedCurveType, values: Float64Array): Float64Array {
  switch (type) {
    case "generic":
    case "price":
    case "temperature":
      return values;
    case "availability":
      return values.map(betweenZeroAndOne);
    case "profile":
      return profileOf(values);
    case "capacity_profile":
      return profileOf(values.map(betweenZeroAndOne));
  }
}

function betweenZeroAndOne(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

function profileOf(values: Float64Array): Float64Array {
  const total = sum(values);
  if (total === 0) return new Float64Array(values.length);
  const divisor = total * MJ_PER_MWH;
  return values.map((value) => value / divisor);
}

/** A curve that users may attach. */
export interface CustomCurve {
  readonly key: string;
  readonly type: AttachedCurveType;
  readonly displayGroup: string | null;
  /** Whether the curve is listed only on request. */
  readonly internal: boolean;
  /** The statistic of the curve that sets inputs; null if it sets none. */
  readonly reducedTo: "full_load_hours" | "temperature" | null;
  /** Inputs that the curve sets while attached, in the model's order. */
  readonly sets: readonly string[];
  /** Inputs that have no effect while the curve is attached. */
  readonly disables: readonly string[];
}

/** The curves in a model's `user_curves` configuration, in its order; unknown fields are ignored. */
export function customCurves(config: unknown): readonly CustomCurve[] {
  return Object.entries((config ?? {}) as { readonly [key: string]: unknown }).flatMap(([key, value]) => {
    const settings = (value ?? {}) as { readonly [name: string]: unknown };
    const type = ATTACHED_CURVE_TYPES.find((type) => type === settings["type"]);
    if (type === undefined) return [];
    const { as, sets } = (settings["reduce"] ?? {}) as { readonly as?: unknown; readonly sets?: unknown };
    const displayGroup = settings["display_group"];
    return {
      key,
      type,
      displayGroup: typeof displayGroup === "string" ? displayGroup : null,
      internal: settings["internal"] === true,
      reducedTo: as === "full_load_hours" || as === "temperature" ? as : null,
      sets: texts(sets),
      disables: texts(settings["disables"]),
    };
  });
}

const texts = (value: unknown): readonly string[] =>
  [value ?? []].flat().filter((item): item is string => typeof item === "string");

/** Inputs that cannot be set while a curve is attached, sorted by name. */
export const overridesOf = ({ sets, disables }: CustomCurve): readonly string[] =>
  [...new Set([...sets, ...disables])].sort();

/** Inputs that the attached curves disable; curves unknown to the model disable none. */
export function inputsDisabledByCurves(
  catalogue: readonly CustomCurve[],
  attachedKeys: Iterable<string>,
): ReadonlySet<string> {
  const keys = new Set(attachedKeys);
  return new Set(catalogue.flatMap(({ key, disables }) => (keys.has(key) ? disables : [])));
}

/** Inputs that cannot be set while these curves are attached, with the curve that replaces each. */
export function inputsReplacedByCurves(
  catalogue: readonly CustomCurve[],
  attachedKeys: Iterable<string>,
): ReadonlyMap<string, string> {
  const keys = new Set(attachedKeys);
  return new Map(
    catalogue.flatMap((curve) =>
      keys.has(curve.key) ? overridesOf(curve).map((input) => [input, curve.key] as const) : [],
    ),
  );
}

/** The statistics of a curve that set inputs. */
export interface CurveFigures {
  readonly mean: number;
  /** Full load hours of the curve, 0 to 8760. */
  readonly fullLoadHours: number;
}

/**
 * Values of the inputs that a curve sets, each limited to the input's range. `meanInDataset`: mean of the replaced
 * curve; null if the area has none, in which case no temperature is set.
 */
export function valuesSetBy(
  { reducedTo, sets }: CustomCurve,
  { mean, fullLoadHours }: CurveFigures,
  meanInDataset: number | null,
  table: InputTable,
): { readonly [input: string]: number } {
  const value =
    reducedTo === "full_load_hours"
      ? fullLoadHours
      : reducedTo === "temperature" && meanInDataset !== null
        ? mean - meanInDataset
        : null;
  if (value === null) return {};
  return Object.fromEntries(
    sets.flatMap((key) => {
      const input = table.get(key);
      if (input === undefined) return [];
      return [[key, Math.min(Math.max(value, input.min ?? value), input.max ?? value)] as const];
    }),
  );
}

/** Full load hours of a curve of capacity shares. */
export const fullLoadHoursOf = (shares: Float64Array): number =>
  Math.min(Math.max((sum(shares) * CURVE_LENGTH) / shares.length, 0), CURVE_LENGTH);
