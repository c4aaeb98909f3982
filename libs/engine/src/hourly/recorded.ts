/**
 * Calculations that read and write a year only through `EnergyNodes`, each repeated only if a value that it read has
 * changed (a verifying trace). The port records all reads, so that none is missed. The next run repeats the reads in
 * the same order and compares: up to the first difference the calculation would do the same as before. Without a
 * difference its result is reused, and its writes are repeated.
 */
import { LruCache, RecentList } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../limits.ts";
import { sameAs } from "../graph/state/same-as.ts";
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
interface Kept<Result> {
  readonly given: unknown;
  readonly accesses: Accesses;
  readonly result: Result;
}

/** Calculations in sequence, with the results of their last runs, which are shared and immutable. */
export class Recorded<Result> {
  readonly #limit: number;
  /** By calculation. */
  readonly #kept: RecentList<Kept<Result>>[] = [];
  /** The last run in each area. */
  readonly #runs: LruCache<string, readonly Kept<Result>[]>;

  /** `years`: the number of results kept of each calculation, besides the last ones of as many `areas`. */
  constructor(years: number = DEFAULT_LIMITS.years, areas = 0) {
    this.#limit = years;
    this.#runs = new LruCache(areas);
  }

  /** Marks cached results as used that were reused without a run. */
  markUsed(results: readonly Result[]): void {
    results.forEach((result, place) => this.#kept[place]?.find((kept) => kept.result === result));
  }

  /**
   * The results of the calculations in sequence. Each must depend only on its element of `given` (compared by identity)
   * and on its reads of the year. A run that fails keeps no result.
   */
  run(year: TracedYear, given: readonly unknown[], calculate: (place: number) => Result): readonly Result[] {
    const { nodes, curves } = year;
    const last = this.#runs.get(curves.area);
    const trace = new Trace();
    const run = given.map(
      (own, place): Kept<Result> =>
        this.#valid(place, last?.[place], own, year) ?? {
          given: own,
          ...nodes.traced(trace, () => calculate(place)),
        },
    );
    for (let place = 0; place < run.length; place++)
      if (run[place]!.accesses.trace === trace) (this.#kept[place] ??= new RecentList(this.#limit)).add(run[place]!);
    this.#runs.set(curves.area, run);
    return run.map(({ result }) => result);
  }

  /** A kept result whose argument and reads are the same, with its writes repeated; the last one in the area first. */
  #valid(place: number, last: Kept<Result> | undefined, own: unknown, year: TracedYear): Kept<Result> | undefined {
    if (last !== undefined && last.given === own && repeat(last.accesses, year)) return last;
    return this.#kept[place]?.find((kept) => kept !== last && kept.given === own && repeat(kept.accesses, year));
  }
}

/**
 * Repeats the reads and writes of a calculation. Returns false at the first read of another value, with the year
 * unchanged.
 */
function repeat({ trace, from, firstWrite, to }: Accesses, year: TracedYear): boolean {
  for (let i = from; i < firstWrite; i++) if (!readsSameValue(trace, i, year)) return false;
  if (firstWrite === to) return true;
  const { nodes } = year;
  return nodes.attempt(() => {
    for (let i = firstWrite; i < to; i++)
      if (!writeNumber(trace, i, nodes) && !isLate(trace.kinds[i]!) && !readsSameValue(trace, i, year)) return false;
    // Curves, texts and records are written after all reads: earlier, their reads would not agree.
    for (let i = firstWrite; i < to; i++) writeLate(trace, i, nodes);
    return true;
  });
}

/** Whether a read of the year gives the same as before: a number (NaN = nil), or another value. */
function readsSameValue(trace: Trace, i: number, { nodes, curves, heat }: TracedYear): boolean {
  const [place, name, number, value] = [trace.places[i]!, trace.names[i]!, trace.numbers[i]!, trace.values[i]];
  switch (trace.kinds[i] as ReadKind) {
    case "number":
      return Object.is(nodes.number(place, name), number);
    case "at least":
      return nodes.isAtLeast(place, name, number) === value;
    case "conversion":
      return Object.is(nodes.slotConversion(place), number);
    case "share":
      return Object.is(nodes.share(place), number);
    case "record": {
      const record = nodes.record(place, name);
      return record === value || sameAs(record, value);
    }
    case "curve":
      return curves.isSame(nodes.curve(place, name), value as AnyCurve<"january"> | null);
    case "profile":
      return curves.isSame(curves.fromJanuary(name, place), value as AnyCurve<"january">);
    case "electricity for heat":
      return curves.isSame(heat.electricityDemand(name), value as AnyCurve<"april">);
    case "heat of node": {
      const { output, efficiency } = heat.heatOf(nodes.key(place), name);
      return Object.is(efficiency ?? NaN, number) && curves.isSame(output, value as AnyCurve<"april">);
    }
  }
}

/** Writes a number; false for any other access. */
function writeNumber({ kinds, places, names, numbers }: Trace, i: number, nodes: EnergyNodes): boolean {
  switch (kinds[i]) {
    case "set number":
      nodes.set(places[i]!, names[i]!, numbers[i]!);
      return true;
    case "set conversion":
      nodes.setConversion(places[i]!, numbers[i]!);
      return true;
    case "set share":
      nodes.setShare(places[i]!, numbers[i]!);
      return true;
    case "preset edge":
      nodes.presetEdge(places[i]!, numbers[i]!);
      return true;
    default:
      return false;
  }
}

const isLate = (kind: AccessKind): boolean => kind === "set text" || kind === "set entry" || kind === "set curve";

function writeLate({ kinds, places, names, numbers, values }: Trace, i: number, nodes: EnergyNodes): void {
  switch (kinds[i]) {
    case "set text":
      return nodes.setText(places[i]!, names[i]!, values[i] as string);
    case "set entry":
      return nodes.setEntry(places[i]!, names[i]!, values[i] as string, numbers[i]!);
    case "set curve":
      return nodes.assignCurve(places[i]!, names[i]!, values[i] as AssignedCurve);
    default:
  }
}
