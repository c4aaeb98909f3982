/** The order of events of a calculation, from applied inputs to final numbers. */
import type { YearState } from "./year.ts";

/** Attributes of nodes that connections between the graphs ask for (`demand` is read directly); NaN = nil. */
export type NodeAttributeReader = (graph: "energy" | "molecules", attribute: string, node: number) => number;

/**
 * What the time-resolved calculation does between two passes over the energy graph. The numbers it finds are final
 * only after the second pass, which starts from the scenario as inputs left it plus what `inject` writes.
 */
export interface HourlyCalculation {
  /** Inputs are applied, nothing is calculated: decides what follows from them alone, and may write it. */
  prepare(year: YearState): void;
  /** After the first pass and the molecules: reads the year, runs all hours. The year must not change. */
  run(year: YearState): void;
  /** The year is back to where it was before `prepare`: writes demands, shares and curves for the second pass. */
  inject(year: YearState): void;
  /** After the second pass: what can only be said then (network gas). */
  finish(year: YearState): void;
}

export interface CalculationOptions {
  readonly attribute: NodeAttributeReader;
  /** Sectors a scaled scenario leaves out. */
  readonly disabledSectors?: readonly string[];
  /** Used for futures whose area asks for it (`use_merit_order_demands`); absent: annual calculation only. */
  readonly hourly?: HourlyCalculation;
}

/** Calculates both graphs of a year in place. */
export function calculateYear(_year: YearState, _options: CalculationOptions): void {
  throw new Error("not available yet");
}
