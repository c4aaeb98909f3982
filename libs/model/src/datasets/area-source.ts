/**
 * One dataset folder as read, before anything is solved: the area's attributes and all its tables. Each file comes from
 * the first folder of the path list that has it (own folder, then the base dataset's, and so on).
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

/** One entry of `graph_values.yml`, for a node or an edge. Absolute values: TJ (kton for molecules), hours, shares. */
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
 * Tables are read on first use. An absent file gives a table whose lookups raise `LookupError`, so that only a query
 * that needs it fails, with the reason.
 */
export interface AreaSource {
  readonly area: string;
  readonly startYear: number;
  /** Dataset attributes with defaults; absent ones left out. The area's own, never its parent's: this is `AREA()`. */
  readonly attributes: { readonly [name: string]: AttributeValue };
  /** Null for full datasets. */
  readonly scaling: DatasetScaling | null;

  /** TJ by row = use and column = carrier. */
  readonly energyBalance: Table;
  /** Why there is no readable energy balance (encrypted, absent); null when there is one. */
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
  /** kton CO2-eq by `sector_subsector_use_ghg` (normalised); values of 1990 under the same key with `_1990` appended. */
  readonly emissions: { readonly [key: string]: number };
  /** `graph_values.yml` by node or edge key in file order; empty for full datasets. */
  readonly graphValues: { readonly [key: string]: GraphValue };

  readonly curves: CurveLibrary;
  /** Hash over the content of every file the start year of this area may depend on (all but the curves). */
  readonly contentHash: string;
}
