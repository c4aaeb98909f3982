/** One year of one scenario: both graphs, the area, the carriers and the emissions. Inputs may change all of it. */
import type { AreaDataset } from "@etesian/model";
import { CopyOnWriteMap } from "./copy-on-write-map.ts";
import { CurveTable } from "./curve-table.ts";
import type { Holding } from "./holding.ts";
import { GraphState, type SharedGraphState, type StoredValue } from "./state.ts";
import { sameAs } from "./same-as.ts";
import type { ModelTopology } from "./topology.ts";

/** Which year it is, seen from the area's start year. */
export interface YearSpan {
  /** The dataset's year for the present, the scenario's end year for the future. */
  readonly calendarYear: number;
  readonly startYear: number;
  /** From the start year to the scenario's end year, in both of its years. */
  readonly numberOfYears: number;
}

/** A year as it travels between threads. */
export interface SharedYearState {
  readonly span: YearSpan;
  readonly energy: SharedGraphState;
  readonly molecules: SharedGraphState;
  readonly carrierValues: SharedArrayBuffer;
  readonly carrierCurves: ReadonlyMap<string, Float64Array>;
  readonly area: ReadonlyMap<string, StoredValue>;
  readonly emissions: ReadonlyMap<string, number>;
}

/** Of both graphs, 1 for each stored number of a node that was read or written. */
export interface Touched {
  readonly energy: Uint8Array;
  readonly molecules: Uint8Array;
}

/** Places of stored numbers that differ between two years. */
export interface UntouchedChanges {
  readonly energy: readonly number[];
  readonly molecules: readonly number[];
}

export class YearState {
  readonly topology: ModelTopology;
  readonly span: YearSpan;
  readonly energy: GraphState;
  readonly molecules: GraphState;

  /** Numeric carrier attributes, one array (by carrier) per column of `topology.carrierColumnByName`; NaN = nil. */
  readonly carrierColumns: readonly Float64Array[];
  /** Curves of carriers (`cost_curve`, `demand_curve`) by `carrier.name`. */
  readonly carrierCurves: CurveTable;
  /** Area attributes by name; absent = nil. */
  readonly area: CopyOnWriteMap<string, StoredValue>;
  /** kton by normalised key, `…_1990` for that year. */
  readonly emissions: CopyOnWriteMap<string, number>;

  readonly #carrierValues: Float64Array;
  readonly #carrierBytes: Uint8Array;

  /**
   * A year without values, to be filled with `reset` or `copyFrom`; one over the numbers of another thread; or a copy of
   * another that is not calculated yet.
   */
  constructor(topology: ModelTopology, span: YearSpan, content?: SharedYearState | YearState) {
    const original = content instanceof YearState ? content : undefined;
    const shared = content instanceof YearState ? undefined : content;
    const carriers = topology.definition.carriers.length;
    this.topology = topology;
    this.span = span;
    this.energy = new GraphState(topology.energy, content?.energy);
    this.molecules = new GraphState(topology.molecules, content?.molecules);
    this.#carrierValues = new Float64Array(
      shared?.carrierValues ?? new SharedArrayBuffer(carriers * topology.carrierColumnNames.length * 8),
    );
    this.#carrierBytes = new Uint8Array(this.#carrierValues.buffer);
    if (shared === undefined) this.#carrierValues.fill(NaN);
    this.carrierColumns = topology.carrierColumnNames.map((_, column) =>
      this.#carrierValues.subarray(column * carriers, (column + 1) * carriers),
    );
    this.carrierCurves = new CurveTable(shared?.carrierCurves);
    this.area = new CopyOnWriteMap(shared?.area);
    this.emissions = new CopyOnWriteMap(shared?.emissions);
    if (original !== undefined) this.#copyRest(original);
  }

  /** The start state of an area: its dataset, nothing calculated. Made once per area, then copied with `reset`. */
  static fromDataset(topology: ModelTopology, dataset: AreaDataset): YearState {
    const { startYear } = dataset;
    const year = new YearState(topology, { calendarYear: startYear, startYear, numberOfYears: 0 });
    year.energy.copyFrom(GraphState.fromDataset(topology.energy, dataset.energy));
    year.molecules.copyFrom(GraphState.fromDataset(topology.molecules, dataset.molecules));

    const carriers = topology.definition.carriers.length;
    dataset.carrierColumns.forEach((name, index) => {
      const column = topology.carrierColumnByName.get(name);
      if (column === undefined) throw new RangeError(`"${name}" is no carrier attribute of this model`);
      year.carrierColumns[column]!.set(dataset.carrierValues.subarray(index * carriers, (index + 1) * carriers));
    });
    for (const [name, value] of Object.entries(dataset.attributes)) year.area.set(name, value);
    for (const [key, value] of Object.entries(dataset.emissions)) year.emissions.set(key, value);
    return year;
  }

  /** True when the year is the area's start year (also of a future that ends there). */
  get isPresent(): boolean {
    return this.span.calendarYear === this.span.startYear;
  }

  /** Switches keeping of derived values off (while inputs are applied) and on, in both graphs. */
  set caching(on: boolean) {
    this.energy.caching = on;
    this.molecules.caching = on;
  }

  /** Takes over everything a dataset holds, in both graphs, area, carriers and emissions; net values stay. */
  copyFrom(other: YearState): void {
    this.energy.copyFrom(other.energy);
    this.molecules.copyFrom(other.molecules);
    this.#copyRest(other);
  }

  /** Forgets which stored numbers of nodes were touched. */
  touchNothing(): void {
    this.energy.touchNothing();
    this.molecules.touchNothing();
  }

  /** A copy of what is noted (`GraphState.touched`), by graph. */
  get touched(): Touched {
    return { energy: this.energy.touched, molecules: this.molecules.touched };
  }

  /** Where a year that is not calculated differs from another, see `GraphState.untouchedChanges`. */
  untouchedChanges(other: YearState, touched: Touched): UntouchedChanges | null {
    const energy = this.energy.untouchedChanges(other.energy, touched.energy);
    if (energy === null || !this.#hasRestOf(other)) return null;
    const molecules = this.molecules.untouchedChanges(other.molecules, touched.molecules);
    return molecules === null ? null : { energy, molecules };
  }

  #hasRestOf(other: YearState): boolean {
    return (
      Buffer.compare(this.#carrierBytes, other.#carrierBytes) === 0 &&
      this.carrierCurves.isSame(other.carrierCurves) &&
      this.area.isSame(other.area, sameAs) &&
      this.emissions.isSame(other.emissions, Object.is)
    );
  }

  /** What a calculation has left of a year that differed from this one in stored numbers at these places alone. */
  takeOver(calculated: YearState, { energy, molecules }: UntouchedChanges): void {
    this.energy.takeOver(calculated.energy, energy);
    this.molecules.takeOver(calculated.molecules, molecules);
    this.#copyRest(calculated);
  }

  /** Back to a start state, net values included. */
  reset(start: YearState): void {
    this.energy.reset(start.energy);
    this.molecules.reset(start.molecules);
    this.#copyRest(start);
  }

  /** Adds what it keeps in memory, curves that others may share among it. */
  addHoldings(found: Set<Holding>): void {
    this.energy.addHoldings(found);
    this.molecules.addHoldings(found);
    found.add(this.#carrierValues.buffer);
    this.carrierCurves.addMade(found);
  }

  /** For another thread, or for the same numbers seen in another span: `new YearState(topology, span, shared)`. */
  toShared(): SharedYearState {
    return {
      span: this.span,
      energy: this.energy.toShared(),
      molecules: this.molecules.toShared(),
      carrierValues: this.#carrierValues.buffer as SharedArrayBuffer,
      carrierCurves: this.carrierCurves.all(),
      area: this.area.entries,
      emissions: this.emissions.entries,
    };
  }

  #copyRest(other: YearState): void {
    this.#carrierValues.set(other.#carrierValues);
    this.carrierCurves.copyFrom(other.carrierCurves);
    this.area.copyFrom(other.area);
    this.emissions.copyFrom(other.emissions);
  }
}
