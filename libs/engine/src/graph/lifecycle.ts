/** The order of events of a calculation, from applied inputs to final numbers. */
import { isNil } from "@etesian/numeric";
import { calculate } from "./calculate.ts";
import { listAt } from "./index-lists.ts";
import { EdgeType } from "./kinds.ts";
import { demandMolecules, energyDemands, type NodeAttributeReader } from "./molecules.ts";
import type { GraphState } from "./state.ts";
import { endStage } from "../stages.ts";
import { YearState } from "./year.ts";

export type { NodeAttributeReader } from "./molecules.ts";

/**
 * What the time-resolved calculation does around two passes over the energy graph. Only the numbers of the second pass
 * remain; it starts from the scenario as inputs left it, plus what `inject` writes.
 */
export interface HourlyCalculation {
  /** With inputs applied and nothing calculated; may write what the first pass shall see (heat shares). */
  prepare(): void;
  /** After the first pass, molecules included: reads everything it needs of it, and runs all hours. */
  run(year: YearState): void;
  /** The year is as it was before it began, plus the energy demands of molecules: writes demands, shares, curves. */
  inject(year: YearState): void;
  /** After the second pass: what can only be said then (network gas). */
  finish(year: YearState): void;
}

export interface CalculationOptions {
  readonly read: NodeAttributeReader;
  /**
   * Used in futures whose area asks for it (`use_merit_order_demands`); absent: annual calculation only.
   */
  readonly hourly?: (year: YearState) => HourlyCalculation;
  /** A pass over the energy graph, as `calculate` does it; absent: `calculate`. */
  readonly pass?: (graph: GraphState) => void;
  /**
   * Has a year calculated that is ready for it, or takes over what was left of an equal one; `calculate` is handed a copy of
   * the year as it is before. Absent: it is calculated.
   */
  readonly whole?: (year: YearState, calculate: (original: YearState) => void) => void;
}

const calculateWhole: CalculationOptions["whole"] & object = (year, calculateFrom) =>
  calculateFrom(new YearState(year.topology, year.span, year));

/**
 * Calculates both graphs of a year in place. The year holds a dataset with inputs applied; `caching` is on afterwards.
 *
 * Annual: one pass over the energy graph, then the molecules that follow from it. Time-resolved: a first pass, the
 * molecules and their energy demands, all hours, a second pass over the original data with the results of the hours,
 * and the molecules again. The energy demands of the first round stay: they are not worked out again.
 */
export function calculateYear(year: YearState, options: CalculationOptions): void {
  year.caching = true;
  disableSectors(year);
  const { whole = calculateWhole } = options;
  whole(year, (original) => calculatePrepared(year, original, options));
}

function calculatePrepared(
  year: YearState,
  original: YearState,
  { read, hourly, pass = calculate }: CalculationOptions,
): void {
  if (hourly === undefined || !isTimeResolved(year)) {
    pass(year.energy);
    endStage("pass one");
  } else {
    const hours = hourly(year);
    hours.prepare();
    endStage("heat matching");
    pass(year.energy);
    demandMolecules(year, read);
    calculate(year.molecules);
    const demands = energyDemands(year, read);
    for (const { node, demand } of demands) year.energy.demand[node] = demand;
    endStage("pass one");
    hours.run(year);

    year.copyFrom(original);
    for (const { node, demand } of demands) year.energy.demand[node] = demand;
    hours.inject(year);
    endStage("injection");
    pass(year.energy);
    endStage("pass two");
    hours.finish(year);
    endStage("gas");
  }

  demandMolecules(year, read);
  calculate(year.molecules);
  endStage("molecules");
}

/** Whether a year asks for the hours: a future with the merit order switched on. */
export function isTimeResolved(year: YearState): boolean {
  return !year.isPresent && year.area.get("use_merit_order_demands") === true;
}

/** Empties the sectors that a scaled scenario leaves out (area attribute `disabled_sectors`). */
function disableSectors({ area, energy }: YearState): void {
  const disabled = area.get("disabled_sectors");
  if (!Array.isArray(disabled)) return;
  const { topology, demand, presetDemand } = energy;
  const units = energy.columns[topology.columnByName.get("number_of_units")!]!;
  for (const sector of disabled) {
    for (const node of topology.sectors.get(String(sector)) ?? []) {
      if (!isNil(units.read(node))) units.write(node, 0);
      // Energy producers without a demand of their own keep following the demand of others.
      if (sector !== "energy" || !isNil(presetDemand[node]!)) {
        demand[node] = 0;
        presetDemand[node] = 0;
      }
      for (const edge of listAt(topology.inputEdges, node)) {
        if (topology.edgeType[edge] === EdgeType.Constant) energy.edgeShare[edge] = 0;
      }
    }
  }
}
