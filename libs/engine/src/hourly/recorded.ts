/**
 * Calculations that read and write a year only through `EnergyNodes`, each repeated only if a value that it read has
 * changed (a verifying trace). The port records all reads, so that none is missed. The next run repeats the reads in
 * the same order and compares: up to the first difference the calculation would do the same as before. If there is no
 * difference, its result is reused and its writes are repeated.
 */
import { LruCache, RecentList } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../limits.ts";
import { areEqual } from "../graph/state/equality.ts";
import type { AnyCurve } from "./curves/curve.ts";
import type { HourlyCurves } from "./hourly-curves.ts";
import type { EnergyNodes } from "./energy-nodes.ts";
import type { HeatDemand } from "./fever/heat-demand.ts";
import type { AssignedCurve } from "./curves/assigned-curve.ts";
import { type Accesses, type AccessKind, type ReadKind, Trace } from "./trace.ts";

/** The ports through which a traced calculation reads. */
export interface TracedYear {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  readonly heat: HeatDemand;
}

/** A result, with everything that determined it. */
interface RecordedResult<Result> extends Accesses {
  readonly value: unknown;
  readonly result: Result;
}

/** Calculations in sequence, with the results of their last runs, which are shared and immutable. */
export class RecordedCalculations<Result> {
  readonly #limit: number;
  /** By calculation. */
  readonly #results: RecentList<RecordedResult<Result>>[] = [];
  /** The last run in each area. */
  readonly #runs: LruCache<string, readonly RecordedResult<Result>[]>;

  /** `years`: the number of results cached for each calculation, in addition to the last results of `areas` areas. */
  constructor(years: number = DEFAULT_LIMITS.years, areas: number = Math.min(years, 1)) {
    this.#limit = years;
    this.#runs = new LruCache(areas);
  }

  /** Marks cached results as used if they were reused without a run. */
  markUsed(results: readonly Result[]): void {
    results.forEach((result, index) => this.#results[index]?.find((cached) => cached.result === result));
  }

  /**
   * The results of the calculations in sequence. Each must depend only on its element of `values` (compared by
   * identity) and on its reads of the year. A run that fails caches no result.
   */
  run(year: TracedYear, values: readonly unknown[], calculate: (index: number) => Result): readonly Result[] {
    const { nodes, curves } = year;
    const lastRun = this.#runs.get(curves.area);
    const trace = new Trace();
    const run = values.map(
      (value, index): RecordedResult<Result> =>
        this.#findValid(index, lastRun?.[index], value, year) ?? {
          value,
          ...nodes.runTraced(trace, () => calculate(index)),
        },
    );
    for (let index = 0; index < run.length; index++)
      if (run[index]!.trace === trace) (this.#results[index] ??= new RecentList(this.#limit)).add(run[index]!);
    this.#runs.set(curves.area, run);
    return run.map(({ result }) => result);
  }

  /**
   * Finds a cached result whose argument and reads are unchanged, and repeats its writes. Tries the last result of the
   * area first.
   */
  #findValid(
    index: number,
    last: RecordedResult<Result> | undefined,
    value: unknown,
    year: TracedYear,
  ): RecordedResult<Result> | undefined {
    if (last !== undefined && last.value === value && repeat(last, year)) return last;
    return this.#results[index]?.find((cached) => cached !== last && cached.value === value && repeat(cached, year));
  }
}

/**
 * Repeats the reads and writes of a calculation. Returns false at the first read of another value, with the year
 * unchanged.
 */
function repeat({ trace, start: from, firstWrite, end: to }: Accesses, year: TracedYear): boolean {
  for (let i = from; i < firstWrite; i++) if (!readsSameValue(trace, i, year)) return false;
  if (firstWrite === to) return true;
  const { nodes } = year;
  return nodes.attempt(() => {
    for (let i = firstWrite; i < to; i++)
      if (!writeNumber(trace, i, nodes) && !isLate(trace.kinds[i]!) && !readsSameValue(trace, i, year)) return false;
    // Curves, strings and records are written after all reads, because earlier writes would change the values read.
    for (let i = firstWrite; i < to; i++) writeLate(trace, i, nodes);
    return true;
  });
}

/** Whether a read of the year returns the same value as before: a number (NaN = nil), or another value. */
function readsSameValue(
  { kinds, indices, names, numbers, values }: Trace,
  i: number,
  { nodes, curves, heat }: TracedYear,
): boolean {
  switch (kinds[i] as ReadKind) {
    case "number":
      return Object.is(nodes.number(indices[i]!, names[i]!), numbers[i]!);
    case "at least":
      return nodes.isAtLeast(indices[i]!, names[i]!, numbers[i]!) === values[i];
    case "conversion":
      return Object.is(nodes.slotConversion(indices[i]!), numbers[i]!);
    case "share":
      return Object.is(nodes.share(indices[i]!), numbers[i]!);
    case "record": {
      const record = nodes.record(indices[i]!, names[i]!);
      return record === values[i] || areEqual(record, values[i]);
    }
    case "curve":
      return curves.isSame(nodes.curve(indices[i]!, names[i]!), values[i] as AnyCurve<"january"> | null);
    case "profile":
      return curves.isSame(curves.fromJanuary(names[i]!, indices[i]!), values[i] as AnyCurve<"january">);
    case "electricity for heat":
      return curves.isSame(heat.electricityDemand(names[i]!), values[i] as AnyCurve<"april">);
    case "heat of node": {
      const { output, efficiency } = heat.heatOf(nodes.key(indices[i]!), names[i]!);
      return Object.is(efficiency ?? NaN, numbers[i]!) && curves.isSame(output, values[i] as AnyCurve<"april">);
    }
  }
}

/** Writes a number; false for any other access. */
function writeNumber({ kinds, indices, names, numbers }: Trace, i: number, nodes: EnergyNodes): boolean {
  switch (kinds[i]) {
    case "set number":
      nodes.set(indices[i]!, names[i]!, numbers[i]!);
      return true;
    case "set conversion":
      nodes.setConversion(indices[i]!, numbers[i]!);
      return true;
    case "set share":
      nodes.setShare(indices[i]!, numbers[i]!);
      return true;
    case "preset edge":
      nodes.presetEdge(indices[i]!, numbers[i]!);
      return true;
    default:
      return false;
  }
}

const isLate = (kind: AccessKind): boolean => kind === "set text" || kind === "set entry" || kind === "set curve";

function writeLate({ kinds, indices, names, numbers, values }: Trace, i: number, nodes: EnergyNodes): void {
  switch (kinds[i]) {
    case "set text":
      return nodes.setText(indices[i]!, names[i]!, values[i] as string);
    case "set entry":
      return nodes.setEntry(indices[i]!, names[i]!, values[i] as string, numbers[i]!);
    case "set curve":
      return nodes.assignCurve(indices[i]!, names[i]!, values[i] as AssignedCurve);
    default:
  }
}
