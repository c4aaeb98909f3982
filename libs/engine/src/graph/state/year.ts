/** One year of one scenario: both graphs, the area, the carriers and the emissions. Inputs may change any of them. */
import type { AreaDataset } from "@etesian/model/definition";
import { sameBytes } from "@etesian/numeric";
import { CopyOnWriteMap } from "./copy-on-write-map.ts";
import { CurveTable } from "./curve-table.ts";
import type { Holding } from "./holding.ts";
import { ReusedMemory } from "../../reused-memory.ts";
import { type GraphContent, GraphState, type Share, type StoredValue } from "./state.ts";
import { areEqual } from "./equality.ts";
import type { ModelTopology } from "../topology/topology.ts";

/** The year relative to the area's start year. */
export interface YearSpan {
  /** The dataset's year for the present, the scenario's end year for the future. */
  readonly calendarYear: number;
  readonly startYear: number;
  /** From the start year to the scenario's end year; the same for the present and the future. */
  readonly numberOfYears: number;
}

/** The content of a year. */
export interface YearContent<Numbers extends ArrayBufferLike = ArrayBufferLike> {
  readonly span: YearSpan;
  readonly energy: GraphContent<Numbers>;
  readonly molecules: GraphContent<Numbers>;
  readonly carrierValues: Numbers;
  readonly carrierCurves: ReadonlyMap<string, Float64Array>;
  readonly area: ReadonlyMap<string, StoredValue>;
  readonly emissions: ReadonlyMap<string, number>;
}

/** The content of a year for transfer between threads. */
export type SharedYearState = YearContent<SharedArrayBuffer>;

/** Indices of stored numbers that differ between two years. */
export interface UnaccessedChanges {
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
  readonly #memory: ReusedMemory;

  /**
   * Creates a year without values, to be filled with `reset` or `copyFrom`; a view of existing content; or a copy of an
   * uncalculated year, in the same memory pool.
   */
  constructor(topology: ModelTopology, span: YearSpan, content?: YearContent | YearState, memory?: ReusedMemory) {
    const original = content instanceof YearState ? content : undefined;
    const yearContent = content instanceof YearState ? undefined : content;
    const carriers = topology.definition.carriers.length;
    this.topology = topology;
    this.span = span;
    this.#memory = memory ?? (original === undefined ? new ReusedMemory() : original.#memory);
    this.energy = new GraphState(topology.energy, content?.energy, this.#memory);
    this.molecules = new GraphState(topology.molecules, content?.molecules, this.#memory);
    this.#carrierValues = new Float64Array(
      yearContent?.carrierValues ?? new ArrayBuffer(carriers * topology.carrierColumnNames.length * 8),
    );
    if (yearContent === undefined) this.#carrierValues.fill(NaN);
    this.carrierColumns = topology.carrierColumnNames.map((_, column) =>
      this.#carrierValues.subarray(column * carriers, (column + 1) * carriers),
    );
    this.carrierCurves = new CurveTable(yearContent?.carrierCurves);
    this.area = new CopyOnWriteMap(yearContent?.area);
    this.emissions = new CopyOnWriteMap(yearContent?.emissions);
    if (original !== undefined) this.#copyContentOutsideGraphs(original);
  }

  /** The uncalculated start state of an area, from its dataset. Created once per area, then copied with `reset`. */
  static fromDataset(topology: ModelTopology, dataset: AreaDataset, memory?: ReusedMemory): YearState {
    const { startYear } = dataset;
    const year = new YearState(topology, { calendarYear: startYear, startYear, numberOfYears: 0 }, undefined, memory);
    year.energy.copyFrom(GraphState.fromDataset(topology.energy, dataset.energy));
    year.molecules.copyFrom(GraphState.fromDataset(topology.molecules, dataset.molecules));

    const carriers = topology.definition.carriers.length;
    dataset.carrierColumns.forEach((name, index) => {
      const column = topology.carrierColumnByName.get(name);
      if (column === undefined) throw new RangeError(`"${name}" is not a carrier attribute of this model`);
      year.carrierColumns[column]!.set(dataset.carrierValues.subarray(index * carriers, (index + 1) * carriers));
    });
    for (const [name, value] of Object.entries(dataset.attributes)) year.area.set(name, value);
    for (const [key, value] of Object.entries(dataset.emissions)) year.emissions.set(key, value);
    return year;
  }

  /** A year without values, in the same memory pool. */
  blank(): YearState {
    return new YearState(this.topology, this.span, undefined, this.#memory);
  }

  /** Whether the year is the area's start year; also true for a future that ends in that year. */
  get isPresent(): boolean {
    return this.span.calendarYear === this.span.startYear;
  }

  /** Switches caching of derived values off (while inputs are applied) and on, in both graphs. */
  set caching(isOn: boolean) {
    this.energy.caching = isOn;
    this.molecules.caching = isOn;
  }

  /** Copies everything that a dataset contains: both graphs, area, carriers and emissions. Net values do not change. */
  copyFrom(other: YearState): void {
    this.energy.copyFrom(other.energy);
    this.molecules.copyFrom(other.molecules);
    this.#copyContentOutsideGraphs(other);
  }

  /** Clears the record of accessed node numbers. */
  clearAccesses(): void {
    this.energy.clearAccesses();
    this.molecules.clearAccesses();
  }

  /** Replaces the record of accessed node numbers with another year's record. */
  copyAccesses(other: YearState): void {
    this.energy.copyAccesses(other.energy);
    this.molecules.copyAccesses(other.molecules);
  }

  /** The differences between an uncalculated year and another one, see `GraphState.unaccessedChanges`. */
  unaccessedChanges(other: YearState, calculated: YearState): UnaccessedChanges | null {
    const energy = this.energy.unaccessedChanges(other.energy, calculated.energy);
    if (energy === null || !this.#hasSameContent(other)) return null;
    const molecules = this.molecules.unaccessedChanges(other.molecules, calculated.molecules);
    return molecules === null ? null : { energy, molecules };
  }

  #hasSameContent(other: YearState): boolean {
    return (
      sameBytes(this.#carrierValues, other.#carrierValues) &&
      this.carrierCurves.isSame(other.carrierCurves) &&
      this.area.isSame(other.area, areEqual) &&
      this.emissions.isSame(other.emissions, Object.is)
    );
  }

  /**
   * Restores the result of a calculation of a year that differed from this one only in the stored numbers at these
   * indices.
   */
  reuse(calculated: YearState, { energy, molecules }: UnaccessedChanges): void {
    this.energy.reuse(calculated.energy, energy);
    this.molecules.reuse(calculated.molecules, molecules);
    this.#copyContentOutsideGraphs(calculated);
  }

  /** Resets to a start state, including net values. */
  reset(start: YearState): void {
    this.energy.reset(start.energy);
    this.molecules.reset(start.molecules);
    this.#copyContentOutsideGraphs(start);
  }

  /** Adds the memory it holds, including curves that may be shared. */
  addHoldings(holdings: Set<Holding>): void {
    this.energy.addHoldings(holdings);
    this.molecules.addHoldings(holdings);
    holdings.add(this.#carrierValues.buffer);
    this.carrierCurves.addComputedCurves(holdings);
  }

  /** Its content, for a view of the same numbers with another span: `new YearState(topology, span, content)`. */
  get content(): YearContent {
    return { ...this.#contentOutsideGraphs, energy: this.energy.content, molecules: this.molecules.content };
  }

  /** This year's content for other threads: `share` copies its numbers to shared memory. */
  toShared(share: Share): SharedYearState {
    return {
      ...this.#contentOutsideGraphs,
      carrierValues: share(this.#carrierValues.buffer),
      energy: this.energy.toShared(share),
      molecules: this.molecules.toShared(share),
    };
  }

  get #contentOutsideGraphs() {
    return {
      span: this.span,
      carrierValues: this.#carrierValues.buffer,
      carrierCurves: this.carrierCurves.all(),
      area: this.area.entries,
      emissions: this.emissions.entries,
    };
  }

  /**
   * Releases the memory of both graphs for reuse. Neither the year nor any other view of its numbers may be read
   * afterwards.
   */
  release(): void {
    this.energy.release();
    this.molecules.release();
  }

  #copyContentOutsideGraphs(other: YearState): void {
    this.#carrierValues.set(other.#carrierValues);
    this.carrierCurves.copyFrom(other.carrierCurves);
    this.area.copyFrom(other.area);
    this.emissions.copyFrom(other.emissions);
  }
}
