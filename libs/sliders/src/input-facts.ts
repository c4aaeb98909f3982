/**
 * The constraints of inputs in one area and end year: bounds, start values, steps. Plain data (structured-cloneable,
 * JSON), so that the service that stores scenarios can validate and balance without a calculation.
 */

/** An input in an area: its documented facts and the range calculated for the area. */
export interface InputFacts {
  readonly key: string;
  readonly unit: string | null;
  /** Null for enum inputs, and when the range could not be calculated (see `cacheError`). */
  readonly min: number | null;
  readonly max: number | null;
  /** The bounds in messages: `100` if the bound is an integer from a query, otherwise `100.0`. */
  readonly minText: string;
  readonly maxText: string;
  /** Text for enum inputs. */
  readonly default: number | string | null;
  readonly step: number | null;
  /** Whether the input is an amount that scales with its region: scaling the region multiplies bounds and positions. */
  readonly scalesWithArea: boolean;
  /** Texts that an enum input accepts; null for all others. */
  readonly permittedValues: readonly string[] | null;
  /** Disabled by the area (`dependent_on`), or because the range could not be calculated. */
  readonly disabled: boolean;
  readonly cacheError: string | null;
  readonly shareGroup: string | null;
  readonly disabledBy: readonly string[];
  readonly disabledByCouplings: readonly string[];
  readonly couplingGroups: readonly string[];
}

/** Inputs by key, in document order. */
export type InputTable = ReadonlyMap<string, InputFacts>;
