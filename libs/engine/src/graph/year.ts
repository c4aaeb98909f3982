/** One year of one scenario: both graphs, the area, the carriers and the emissions. Inputs may change all of it. */
import type { AreaDataset } from "@etesian/model";
import type { GraphState, SharedGraphState, StoredValue } from "./state.ts";
import type { ModelTopology } from "./topology.ts";

export interface SharedYearState {
  readonly energy: SharedGraphState;
  readonly molecules: SharedGraphState;
  readonly carrierValues: SharedArrayBuffer;
  readonly carrierCurves: ReadonlyMap<string, Float64Array>;
  readonly area: ReadonlyMap<string, StoredValue>;
  readonly emissions: ReadonlyMap<string, number>;
  readonly calendarYear: number;
}

export class YearState {
  readonly topology: ModelTopology;
  readonly energy: GraphState;
  readonly molecules: GraphState;

  /** Numeric carrier attributes, one array (by carrier) per column of `topology.carrierColumnByName`. */
  readonly carrierColumns: readonly Float64Array[];
  /** Curves of carriers (`cost_curve`, `demand_curve`) by `carrier.name`. */
  readonly carrierCurves: Map<string, Float64Array>;
  /** Area attributes by name; absent = nil. */
  readonly area: Map<string, StoredValue>;
  /** kton by normalised key, `…_1990` for that year. */
  readonly emissions: Map<string, number>;

  /** The dataset's year for the present, the scenario's end year for the future. */
  readonly calendarYear: number;
  /** Calendar year − the area's analysis year; 0 in the present. */
  readonly numberOfYears: number;

  /** A year to be filled (`reset`, `copyFrom`), or one over the numbers of another thread. */
  constructor(_topology: ModelTopology, _calendarYear: number, _shared?: SharedYearState) {
    throw new Error("not available yet");
  }

  /** The start state of an area: its dataset, nothing calculated. Made once per area, then copied with `reset`. */
  static fromDataset(_topology: ModelTopology, _dataset: AreaDataset): YearState {
    throw new Error("not available yet");
  }

  /** True when the year is the area's analysis year (also for a future that ends there). */
  get isPresent(): boolean {
    throw new Error("not available yet");
  }

  /** Switches keeping of derived values off (while inputs are applied) and on, in both graphs. */
  set caching(_on: boolean) {
    throw new Error("not available yet");
  }

  /** Takes over everything a dataset holds, in both graphs, area, carriers and emissions; net values stay. */
  copyFrom(_other: YearState): void {
    throw new Error("not available yet");
  }

  /** Back to a start state, net values included. */
  reset(_start: YearState): void {
    throw new Error("not available yet");
  }

  toShared(): SharedYearState {
    throw new Error("not available yet");
  }
}
