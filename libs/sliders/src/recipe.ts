/**
 * A recipe is everything that determines a result besides the model and the area's dataset: the same recipe always has
 * the same result.
 */
export interface Recipe {
  readonly area: string;
  readonly endYear: number;
  /** Slider positions set by the user. */
  readonly userValues: Values;
  /** Positions set by balancing share groups. User values take precedence. */
  readonly balancedValues: { readonly [input: string]: number };
  readonly activeCouplings: readonly string[];
  /**
   * User-defined orders by name (`heat_network_order_lt`, `forecast_storage_order` …). Default orders are omitted.
   */
  readonly orders: { readonly [name: string]: readonly string[] };
  /** Attached curves by curve key, 8,760 values. */
  readonly curves: { readonly [key: string]: Float64Array };
  readonly scaling: Scaling | null;
}

/** Slider positions by input key; text for inputs of unit `enum`. */
export type Values = { readonly [input: string]: number | string };

/** Area attributes that measure a region's size for scaling. */
export const AREA_ATTRIBUTES = ["number_of_inhabitants", "present_number_of_residences"] as const;

/** A user's scaling of a region to another size (not the scaling of derived datasets). */
export interface Scaling {
  /** The attribute that measures the sizes. */
  readonly areaAttribute: (typeof AREA_ATTRIBUTES)[number];
  readonly value: number;
  readonly baseValue: number;
  readonly hasAgriculture: boolean;
  readonly hasIndustry: boolean;
  readonly hasEnergy: boolean;
}

/** The recipe of a scenario without changes. */
export const blankRecipe = (area: string, endYear: number): Recipe => ({
  area,
  endYear,
  userValues: {},
  balancedValues: {},
  activeCouplings: [],
  orders: {},
  curves: {},
  scaling: null,
});
