/**
 * Calculations that read and write a year through `EnergyNodes` alone, done again only where something that they have read
 * has changed (a verifying trace). What a calculation reads is noted as it goes by the one port that it has, so that nothing
 * is forgotten. The next time it is read once more, in the same order, and compared: up to the first difference the
 * calculation would do what it did before. Where there is none its result is taken over, and what it wrote is written.
 */
import { sameAs } from "../graph/same-as.ts";
import type { AnyCurve } from "./curves/curve.ts";
import type { HourlyCurves } from "./curves/hourly-curves.ts";
import type { EnergyNodes } from "./energy-nodes.ts";
import type { HeatDemand } from "./fever/heat-demand.ts";
import { isNumber, isWrite, type LateWrite, type NumberWrite, type RecordedRead, Trace } from "./trace.ts";

/** So many results are kept: a slider goes forth and back. */
const KEPT = 3;

/** The ports through which a traced calculation reads. */
export interface TracedYear {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  readonly heat: HeatDemand;
}

/** What a calculation has read and written, and its result. */
export interface Recording<Result> {
  readonly given: readonly unknown[];
  readonly trace: Trace;
  readonly result: Result;
}

/** A calculation with the results of its last runs, which are shared: nobody changes them. */
export class Recorded<Result> {
  /** The one that was used last comes first. */
  readonly #kept: Recording<Result>[] = [];

  /** A result that is kept was used again by whoever knew that it is to be had: it stays. */
  touch(result: Result): void {
    const place = this.#kept.findIndex((kept) => kept.result === result);
    if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
  }

  /**
   * The result of the calculation, which follows from nothing but what is `given` (told apart by identity) and what it reads
   * of the year.
   */
  run(year: TracedYear, given: readonly unknown[], calculate: () => Result): Result {
    return this.record(year, given, calculate).result;
  }

  /** The same, with what it follows from. */
  record(year: TracedYear, given: readonly unknown[], calculate: () => Result): Recording<Result> {
    for (let place = 0; place < this.#kept.length; place++) {
      const kept = this.#kept[place]!;
      if (!areGiven(kept.given, given) || !replay(kept.trace, year)) continue;
      if (place > 0) this.#kept.unshift(...this.#kept.splice(place, 1));
      return kept;
    }
    const trace = new Trace();
    const recording = { given, trace, result: year.nodes.traced(trace, calculate) };
    this.#kept.unshift(recording);
    if (this.#kept.length > KEPT) this.#kept.pop();
    return recording;
  }
}

/** Whether two calculations are given the same. */
export function areGiven(kept: readonly unknown[], given: readonly unknown[]): boolean {
  return kept.length === given.length && kept.every((item, index) => item === given[index]);
}

/** Reads and writes once more; where anything reads differently the year is left as it was. */
function replay({ accesses, firstWrite }: Trace, year: TracedYear): boolean {
  for (let i = 0; i < firstWrite; i++) if (!readsTheSame(accesses[i] as RecordedRead, year)) return false;
  if (firstWrite === accesses.length) return true;
  const { nodes } = year;
  // Curves, texts and records are written once everything has been read: nothing that reads them would agree before.
  const late: LateWrite[] = [];
  const isUnchanged = nodes.attempt(() => {
    for (let i = firstWrite; i < accesses.length; i++) {
      const access = accesses[i]!;
      if (!isWrite(access)) {
        if (!readsTheSame(access, year)) return false;
      } else if (isNumber(access)) writeNumber(access, nodes);
      else late.push(access);
    }
    return true;
  });
  if (isUnchanged) for (const access of late) writeLate(access, nodes);
  return isUnchanged;
}

function readsTheSame({ kind, place, name, number, value }: RecordedRead, year: TracedYear): boolean {
  return isAsRead(year, kind, place, name, number, value);
}

/** Whether a read of the year gives what it gave before: a number (NaN = nil), or something else. */
export function isAsRead(
  { nodes, curves, heat }: TracedYear,
  kind: RecordedRead["kind"],
  place: number,
  name: string,
  number: number,
  value: unknown,
): boolean {
  switch (kind) {
    case "number":
      return Object.is(nodes.number(place, name), number);
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

function writeNumber({ kind, place, name, number }: NumberWrite, nodes: EnergyNodes): void {
  switch (kind) {
    case "set number":
      return nodes.set(place, name, number);
    case "set conversion":
      return nodes.setConversion(place, number);
    case "set share":
      return nodes.setShare(place, number);
    case "preset edge":
      return nodes.presetEdge(place, number);
  }
}

function writeLate({ kind, place, name, number, value }: LateWrite, nodes: EnergyNodes): void {
  switch (kind) {
    case "set text":
      return nodes.setText(place, name, value as string);
    case "set entry":
      return nodes.setEntry(place, name, value as string, number);
    case "set curve":
      return nodes.setCurve(place, name, value as () => AnyCurve<"january">);
  }
}
