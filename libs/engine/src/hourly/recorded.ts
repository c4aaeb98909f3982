/**
 * Calculations that read and write a year only through `EnergyNodes`, repeated only if a value that they read has
 * changed (a verifying trace). The port records all reads, so that none is missed. The next run repeats the reads in
 * the same order and compares: up to the first difference the calculation would do the same as before. Without a
 * difference its result is reused, and its writes are repeated.
 */
import { RecentList } from "@etesian/collections";
import { DEFAULT_LIMITS } from "../limits.ts";
import { sameAs } from "../graph/state/same-as.ts";
import type { AnyCurve } from "./curves/curve.ts";
import type { HourlyCurves } from "./hourly-curves.ts";
import type { EnergyNodes } from "./energy-nodes.ts";
import type { HeatDemand } from "./fever/heat-demand.ts";
import type { AssignedCurve } from "./curves/assigned-curve.ts";
import type { AccessKind, ReadKind, Trace } from "./trace.ts";

/** The ports through which a traced calculation reads. */
export interface TracedYear {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  readonly heat: HeatDemand;
}

/** The reads and writes of a calculation, and its result. */
export interface Recording<Result> {
  readonly given: readonly unknown[];
  readonly trace: Trace;
  readonly result: Result;
}

/** A calculation with the results of its last runs, which are shared and immutable. */
export class Recorded<Result> {
  readonly #kept: RecentList<Recording<Result>>;

  /** `limit`: the number of results kept. */
  constructor(limit: number = DEFAULT_LIMITS.years) {
    this.#kept = new RecentList(limit);
  }

  /** Marks a cached result as used that was reused without a run. */
  markUsed(result: Result): void {
    this.#kept.find((kept) => kept.result === result);
  }

  /**
   * The result of the calculation, which must depend only on `given` (compared by identity) and on its reads of the
   * year.
   */
  run(year: TracedYear, given: readonly unknown[], calculate: () => Result): Result {
    return this.record(year, given, calculate).result;
  }

  /** The same, with its trace. */
  record(year: TracedYear, given: readonly unknown[], calculate: () => Result): Recording<Result> {
    const known = this.#kept.find(
      (kept) => haveSameArguments(kept.given, given) && replay([allOf(kept.trace)], 0, 1, year) === 1,
    );
    if (known !== undefined) return known;
    const recording = { given, ...year.nodes.traced(calculate) };
    this.#kept.add(recording);
    return recording;
  }
}

/** Whether the arguments of two calculations are identical. */
export function haveSameArguments(kept: readonly unknown[], given: readonly unknown[]): boolean {
  return kept.length === given.length && kept.every((item, index) => item === given[index]);
}

/** Consecutive accesses of a trace. */
export interface Accesses {
  readonly trace: Trace;
  readonly from: number;
  readonly to: number;
}

export const allOf = (trace: Trace): Accesses => ({ trace, from: 0, to: trace.kinds.length });

/**
 * Repeats the reads and writes of calculations in sequence, up to the first with a different read; that one leaves the
 * year unchanged. Returns its place, or `end` if all reads are the same.
 */
export function replay(accesses: readonly Accesses[], from: number, end: number, year: TracedYear): number {
  return year.nodes.attempt(from, end, (place) => replayOne(accesses[place]!, year));
}

function replayOne({ trace, from, to }: Accesses, year: TracedYear): boolean {
  const { kinds } = trace;
  const firstWrite = Math.min(Math.max(from, trace.firstWrite), to);
  for (let i = from; i < firstWrite; i++) if (!readsSameValue(trace, i, year)) return false;
  for (let i = firstWrite; i < to; i++)
    if (!writeNumber(trace, i, year.nodes) && !isLate(kinds[i]!) && !readsSameValue(trace, i, year)) return false;
  // Curves, texts and records are written after all reads: earlier, their reads would not agree.
  for (let i = firstWrite; i < to; i++) writeLate(trace, i, year.nodes);
  return true;
}

function readsSameValue({ kinds, places, names, numbers, values }: Trace, i: number, year: TracedYear): boolean {
  return isAsRead(year, kinds[i] as ReadKind, places[i]!, names[i]!, numbers[i]!, values[i]);
}

/** Whether a read of the year gives the same as before: a number (NaN = nil), or another value. */
export function isAsRead(
  { nodes, curves, heat }: TracedYear,
  kind: ReadKind,
  place: number,
  name: string,
  number: number,
  value: unknown,
): boolean {
  switch (kind) {
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
