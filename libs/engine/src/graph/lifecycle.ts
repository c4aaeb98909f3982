/** The sequence of a calculation, from applied inputs to final numbers. */
import { isNil } from "@etesian/numeric";
import { calculate } from "./calculate.ts";
import { listAt } from "./topology/index-lists.ts";
import { EdgeType } from "./topology/kinds.ts";
import { demandMolecules, energyDemands, type NodeAttributeReader } from "./molecules.ts";
import type { GraphState } from "./state/state.ts";
import { Stages } from "../stages.ts";
import { YearState } from "./state/year.ts";

export type { NodeAttributeReader } from "./molecules.ts";

/**
 * The hourly calculation between two passes over the energy graph. Only the numbers of the second pass remain; it
 * starts from the scenario with inputs applied, plus the results written by `inject`.
 */
export interface HourlyCalculation {
  /** Called with inputs applied and nothing calculated; may write input of the first pass (heat shares). */
  prepare(): void;
  /** Called after the first pass, molecules included: reads everything it needs, and runs all hours. */
  run(year: YearState): void;
  /**
   * Called with the year reset to its state before the first pass, plus the energy demands of molecules: writes
   * demands, shares, curves.
   */
  inject(year: YearState): void;
  /** Called after the second pass, for results that depend on it (network gas). */
  finish(year: YearState): void;
}

export interface CalculationOptions {
  readonly read: NodeAttributeReader;
  /** Used in futures whose area enables it (`use_merit_order_demands`); absent: annual calculation only. */
  readonly hourly?: (year: YearState) => HourlyCalculation;
  /** A pass over the energy graph; default: `calculate`. */
  readonly pass?: (graph: GraphState) => void;
  /** Receives the end of each stage. */
  readonly stages?: Stages;
  /**
   * Calculates a prepared year with `calculate`, or restores the result of an equal one; `calculate` receives a copy of
   * the uncalculated year. Absent: the year is always calculated.
   */
  readonly whole?: (year: YearState, calculate: (original: YearState) => void) => void;
}

const calculateWhole: CalculationOptions["whole"] & object = (year, calculateFrom) =>
  calculateFrom(new YearState(year.topology, year.span, year));

/**
 * Calculates both graphs of a year in place. The year holds a dataset with inputs applied; `caching` is on afterwards.
 *
 * Annual: one pass over the energy graph, then the molecules that follow from it. Time-resolved: a first pass, the
 * molecules and their energy demands, all hours. Then a second pass over the original data with the hourly results, and
 * the molecules again. The energy demands of the first round are not updated.
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
    demandMolecules(year, read);
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

  demandMolecules(year, read);
  calculate(year.molecules);
  stages.end("molecules");
}

/** Whether a year is calculated hourly: a future with the merit order enabled. */
export function isTimeResolved(year: YearState): boolean {
  return !year.isPresent && year.area.get("use_merit_order_demands") === true;
}

/** Empties the sectors excluded from a scaled scenario (area attribute `disabled_sectors`). */
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
