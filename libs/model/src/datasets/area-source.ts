/**
 * A dataset folder before anything is solved: the area's attributes and all of its tables. Each file comes from the
 * first folder in the path list that has it (the area's own, then its base dataset's, and so on).
 */
import type { AttributeValue } from "../definition.ts";
import type { CurveLibrary } from "./curve-library.ts";
import type { Table } from "./table.ts";

/** How a derived dataset relates to its base: its share is the exact fraction value / baseValue. */
export interface DatasetScaling {
  readonly base: string;
  readonly areaAttribute: string;
  readonly value: number;
  readonly baseValue: number;
}

/** An entry of `graph_values.yml`, for a node or an edge. Absolute values: TJ (kton for molecules), hours, shares. */
export interface GraphValue {
  readonly demand?: number;
  readonly max_demand?: number;
  readonly full_load_hours?: number;
  readonly number_of_units?: number;
  readonly input?: { readonly [carrier: string]: number };
  readonly output?: { readonly [carrier: string]: number };
  readonly parent_share?: number;
  readonly child_share?: number;
}

/**
 * Tables are read on first use. If a file is missing, lookups in its table throw `LookupError`, so that only queries
 * that need it fail.
 */
export interface AreaSource {
  readonly area: string;
  readonly startYear: number;
  /**
   * Dataset attributes with defaults; absent ones are omitted. They are never inherited from the base dataset.
   * `AREA()` returns them.
   */
  readonly attributes: { readonly [name: string]: AttributeValue };
  /** Null for full datasets. */
  readonly scaling: DatasetScaling | null;

  /** TJ by row = use and column = carrier. */
  readonly energyBalance: Table;
  /** Why there is no readable energy balance (encrypted, missing); null if there is one. */
  readonly energyBalanceProblem: string | null;
  readonly centralProducers: Table;
  readonly primaryProduction: Table;
  readonly carriers: Table;
  /** `shares/<file>.csv`, e.g. `energy/households_…_parent_share`; value in the second column. */
  shares(file: string): Table;
  /** `efficiencies/<file>_efficiency.csv`; rows `input.<carrier>` and `output.<carrier>`, value in the second column. */
  efficiencies(file: string): Table;
  /** `demands/<file>.csv`, value in the second column. */
  demands(file: string): Table;
  /** kton CO2-eq by `sector_subsector_use_ghg` (normalised); values for 1990 have the key with `_1990` appended. */
  readonly emissions: { readonly [key: string]: number };
  /** `graph_values.yml` by node or edge key in file order; empty for full datasets. */
  readonly graphValues: { readonly [key: string]: GraphValue };

  readonly curves: CurveLibrary;
  /** Content hash of every file that the area's start year may depend on (all except curves). */
  readonly contentHash: string;
}
