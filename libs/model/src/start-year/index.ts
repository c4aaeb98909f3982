/**
 * The start year of an area: from documents and tables to a balanced energy system. See `docs/start-year.md`.
 */
import type { AreaDataset } from "../dataset.ts";
import type { AreaSource } from "../datasets/area-source.ts";
import { LookupError } from "../datasets/table.ts";
import type { SystemDefinition } from "../definition.ts";
import { StartYearError } from "./error.ts";
import { exportDataset, type StartYear } from "./export.ts";
import { solveHeatGroups } from "./heat-groups.ts";
import {
  applyGraphValues,
  initialValues,
  prepareModel,
  type InitialValues,
  type PreparedModel,
} from "./initial-values.ts";
import { snapshotOf, type StartYearSnapshot } from "./snapshot.ts";
import { findImbalances, solve } from "./solve.ts";

export { StartYearError } from "./error.ts";
export type { EdgeSnapshot, PropagatedValue, NodeSnapshot, StartYearSnapshot } from "./snapshot.ts";

/**
 * Solves the start year of one area. The result depends only on the definition and the area's files.
 *
 * Throws `StartYearError` with the reasons when the area cannot be calculated: a value that neither a query nor
 * `graph_values.yml` sets, demands that do not follow from known values, or an inconsistent result.
 */
export function solveStartYear(definition: SystemDefinition, source: AreaSource): Omit<AreaDataset, "hash"> {
  return nameArea(source.area, () => {
    const model = prepareModel(definition);
    return exportDataset(model, source, completeYear(model, source, initialValues(model, source)));
  });
}

/** A start year in stages, to trace the source of a number. */
export interface StartYearStages {
  /** After queries and scaling, before graph values. */
  readonly initial: StartYearSnapshot;
  readonly calculated: StartYearSnapshot;
  readonly dataset: Omit<AreaDataset, "hash">;
}

/**
 * Solves the start year like `solveStartYear`, and reads it between the stages. Reading derives shares early, and
 * derived shares are kept. Some shares of flows that are zero therefore become 1 where `solveStartYear` yields 0. The
 * reference recorded its stages in the same way.
 */
export function startYearStages(definition: SystemDefinition, source: AreaSource): StartYearStages {
  return nameArea(source.area, () => {
    const model = prepareModel(definition);
    const values = initialValues(model, source);
    const initial = snapshotOf(model, values);
    const startYear = completeYear(model, source, values);
    const calculated = snapshotOf(model, startYear);
    return { initial, calculated, dataset: exportDataset(model, source, startYear) };
  });
}

/** Derives all demands and shares from queries and documents; completes `values` in place. */
function completeYear(model: PreparedModel, source: AreaSource, values: InitialValues): StartYear {
  applyGraphValues(model, source, values);
  if (values.failures.size > 0) {
    throw new StartYearError(
      source.area,
      [...values.failures].map(([name, reason]) => `${name} is not known: ${reason}`),
    );
  }
  solve(values.flows);
  const shareInGroup = solveHeatGroups(model, source, values);
  const openElements = solve(values.flows);
  const problems = findImbalances(values.flows);
  if (openElements.length > 0 || problems.length > 0) throw new StartYearError(source.area, problems);
  const warnings = [...values.substitutes].map(
    ([name, value]) => `${name} is assumed to be ${value}, because ${source.energyBalanceProblem ?? "its query fails"}`,
  );
  return { ...values, shareInGroup, warnings };
}

/** Adds the area's name to errors about its data. */
function nameArea<Result>(area: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof LookupError || error instanceof RangeError) throw new StartYearError(area, [error.message]);
    throw error;
  }
}
