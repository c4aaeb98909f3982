/** The sequence of a calculation, from applied inputs to final numbers. */
import { isNil } from "@etesian/numeric";
import { calculate } from "./calculate.ts";
import { listAt } from "./topology/index-lists.ts";
import { EdgeType } from "./topology/kinds.ts";
import { writeMoleculeDemands, energyDemands, type NodeAttributeReader } from "./molecules.ts";
import type { GraphState } from "./state/state.ts";
import { Stages } from "../stages.ts";
import { YearState } from "./state/year.ts";

export type { NodeAttributeReader } from "./molecules.ts";

/**
 * The hourly calculation between two passes over the energy graph. Only the numbers of the second pass remain. It
 * starts from the scenario with inputs applied and the results written by `inject`.
 */
export interface HourlyCalculation {
  /**
   * Called after inputs have been applied, before any calculation; may write inputs of the first pass (heat shares).
   */
  prepare(): void;
  /** Called after the first pass, including molecules. Reads everything it needs and runs all hours. */
  run(year: YearState): void;
  /**
   * Called after the year has been reset to its state before the first pass and the energy demands of molecules have
   * been added. Writes demands, shares and curves.
   */
  inject(year: YearState): void;
  /** Called after the second pass, for results that depend on it (network gas). */
  finish(year: YearState): void;
}

export interface CalculationOptions {
  readonly read: NodeAttributeReader;
  /** Runs for future years whose area enables it (`use_merit_order_demands`); if absent, the calculation is annual. */
  readonly hourly?: (year: YearState) => HourlyCalculation;
  /** A pass over the energy graph; `calculate` by default. */
  readonly pass?: (graph: GraphState) => void;
  /** Notified at the end of each stage. */
  readonly stages?: Stages;
  /**
   * Calculates a prepared year with `calculate`, or restores the result of an equal year. `calculate` receives a copy
   * of the uncalculated year. If absent, the year is always calculated.
   */
  readonly restoreOrCalculate?: (year: YearState, calculate: (original: YearState) => void) => void;
}

const calculateAlways: CalculationOptions["restoreOrCalculate"] & object = (year, calculateFrom) =>
  calculateFrom(new YearState(year.topology, year.span, year));

/**
 * Calculates both graphs of a year in place. The year contains a dataset with inputs applied; `caching` is on
 * afterwards.
 *
 * An annual calculation is one pass over the energy graph, followed by the molecules. A time-resolved calculation
 * starts with a first pass, the molecules and their energy demands, and all hours. A second pass over the original data
 * with the hourly results follows, and then the molecules again. The energy demands of the first pass are not updated.
 */
export function calculateYear(year: YearState, options: CalculationOptions): void {
  year.caching = true;
  disableSectors(year);
  const { restoreOrCalculate = calculateAlways } = options;
  restoreOrCalculate(year, (original) => calculatePrepared(year, original, options));
}

function calculatePrepared(
  year: YearState,
  original: YearState,
  { read, hourly, pass = calculate, stages = new Stages() }: CalculationOptions,
): void {
  if (hourly === undefined || !isTimeResolved(year)) {
    pass(year.energy);
    stages.end("pass one");
  } else {
    const hours = hourly(year);
    hours.prepare();
    stages.end("heat matching");
    pass(year.energy);
    writeMoleculeDemands(year, read);
    calculate(year.molecules);
    const demands = energyDemands(year, read);
    for (const { node, demand } of demands) year.energy.demand[node] = demand;
    stages.end("pass one");
    hours.run(year);

    year.copyFrom(original);
    for (const { node, demand } of demands) year.energy.demand[node] = demand;
    hours.inject(year);
    stages.end("injection");
    pass(year.energy);
    stages.end("pass two");
    hours.finish(year);
    stages.end("gas");
  }

  writeMoleculeDemands(year, read);
  calculate(year.molecules);
  stages.end("molecules");
}

/** Whether a year is calculated hourly: a future year with the merit order enabled. */
export function isTimeResolved(year: YearState): boolean {
  return !year.isPresent && year.area.get("use_merit_order_demands") === true;
}

/** Clears the sectors that a scaled scenario excludes (area attribute `disabled_sectors`). */
function disableSectors({ area, energy }: YearState): void {
  const disabled = area.get("disabled_sectors");
  if (!Array.isArray(disabled)) return;
  const { topology, demand, presetDemand } = energy;
  const units = energy.columns[topology.columnByName.get("number_of_units")!]!;
  for (const sector of disabled) {
    for (const node of topology.sectors.get(String(sector)) ?? []) {
      if (!isNil(units.read(node))) units.write(node, 0);
      // Energy producers without their own demand still follow the demand of others.
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
