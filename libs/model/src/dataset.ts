/**
 * The solved start year of one area, the starting point of the calculation. Its arrays are flat and have the indices
 * of the `ModelDefinition` (node, slot, edge, carrier). NaN is "no value"; energy in MJ, molecules in kg, money in EUR.
 */
import type { AttributeValue, GraphName } from "./definition.ts";

export interface GraphDataset {
  readonly name: GraphName;
  /**
   * Numeric node attributes, one column per attribute: value of node n = `nodeValues[column × nodes + n]`. Includes
   * `preset_demand` or `demand_expected_value`, `max_demand` (all ×1e6), query and graph-value results, and
   * `fever.share_in_group`.
   */
  readonly nodeColumns: readonly string[];
  readonly nodeValues: Float64Array;
  /** Conversion per slot; NaN for elastic slots. */
  readonly slotConversion: Float64Array;
  /** Child share, parent share (reversed) or absolute amount (constant, MJ) per edge; NaN for other types. */
  readonly edgeShare: Float64Array;
}

export interface AreaDataset {
  readonly area: string;
  /** Content hash of all sources: model documents, the area's files, the solver's version. */
  readonly hash: string;
  readonly startYear: number;
  /** The scaling factor of a derived area, by which static input bounds are also scaled; null for other areas. */
  readonly scaling: { readonly factor: number } | null;
  /** Area attributes with defaults; absent ones are omitted. */
  readonly attributes: { readonly [name: string]: AttributeValue };
  /** kton by normalised key; keys that end in `_1990` are for that year. */
  readonly emissions: { readonly [key: string]: number };
  /** Numeric carrier attributes: value of carrier c = `carrierValues[column × carriers + c]`. */
  readonly carrierColumns: readonly string[];
  readonly carrierValues: Float64Array;
  readonly energy: GraphDataset;
  readonly molecules: GraphDataset;
  /** Substituted values and other remarks, as sentences. */
  readonly warnings: readonly string[];
}

/** One entry of the list of areas, with the reason if the area cannot be calculated. */
export interface AreaSummary {
  readonly area: string;
  readonly group: string | null;
  readonly startYear: number;
  readonly useable: boolean;
  readonly problem: string | null;
}
