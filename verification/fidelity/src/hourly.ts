/**
 * `hourly`: the calculation with its 8,760 hours. Compares every query of the reference's scenarios in both years, and
 * complete curves hour by hour where the reference stored them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { CalculationError, type Engine, type Json, type Solution } from "@etesian/engine";
import { type ModelDefinition, openModel } from "@etesian/model";
import { toCalculationCurve, type AttachedCurveType, type Recipe } from "@etesian/sliders";
import { newEngine } from "@etesian/workbench/engine";
import { compareQueries, datasetOfReference, recipeOf, type ReferenceScenario } from "./annual.ts";
import { difference, TOLERANCE } from "./compare.ts";
import { listGolden, readGolden, type Reference } from "./reference.ts";
import { type Command, type Comparison, incomparable, type Mismatch } from "./report.ts";
import { type Attachment, scalingOf, type SpecialScenario } from "./sliders.ts";

/** A curve of a query result: first hour and number of hours within the file of all curves. */
type CurveIndex = { readonly [queryAndYear: string]: readonly [offset: number, count: number] };

/**
 * The reference's `MAP` writes into the result of the query that it reads. A query evaluated after the query that maps
 * it has the mapped result. Our queries do not depend on order (docs/fidelity.md), so the reference's values are
 * compared with the mapping query. In its files of queries only the first such query is affected, in its files of
 * curves all are.
 */
const DEMAND = "all_time_resolved_carriers_demand_inflexible";
const CUMULATIVE = "all_time_resolved_carriers_cumulative";
export const MAPPED_IN_QUERIES: ReadonlyMap<string, string> = new Map([
  [`${DEMAND}_curve`, `${DEMAND}_incl_correction_curve`],
]);
const MAPPED_IN_CURVES: ReadonlyMap<string, string> = new Map([
  ...MAPPED_IN_QUERIES,
  [`${CUMULATIVE}_excl_correction_curve`, `${CUMULATIVE}_excl_correction_incl_offset_curve`],
  [`${CUMULATIVE}_incl_correction_curve`, `${CUMULATIVE}_incl_correction_incl_offset_curve`],
]);

/** Files of scenarios with hours: `area/….json.gz`, then the files in `special`, which were created over HTTP. */
export function hourlyFiles(reference: Reference): readonly string[] {
  const folders = listGolden(reference, "").filter((name) => !name.includes("."));
  const areas = folders.filter((folder) => listGolden(reference, folder).includes("blank.json.gz"));
  return [...areas, "special"].flatMap((folder) =>
    listGolden(reference, folder)
      .filter((name) => name.endsWith(".json.gz") && !name.startsWith("annual-") && !name.includes(".curves."))
      .map((name) => `${folder}/${name}`),
  );
}

/** The recipe behind a file; files created over HTTP also contain the scaling and the uploaded curves. */
export function hourlyRecipe(golden: ReferenceScenario | SpecialScenario, definition: ModelDefinition): Recipe {
  if (!("steps" in golden)) return recipeOf(golden);
  const { area_code, end_year, user_values, balanced_values, active_couplings } = golden.scenario;
  return {
    area: area_code,
    endYear: end_year,
    userValues: user_values,
    balancedValues: balanced_values,
    activeCouplings: active_couplings,
    orders: {},
    curves: attachedCurves(
      golden.steps.filter((step) => "curve" in step),
      definition,
    ),
    scaling: scalingOf(golden.scenario),
  };
}

function attachedCurves(attachments: readonly Attachment[], { config }: ModelDefinition): Recipe["curves"] {
  const types = config["user_curves"] as { readonly [key: string]: { readonly type: AttachedCurveType } };
  return Object.fromEntries(
    attachments.map(({ curve, values }) => [curve, toCalculationCurve(types[curve]!.type, Float64Array.from(values))]),
  );
}

/** Compares the curves of a scenario hour by hour. A curve that is absent or too short agrees in no hour. */
export function compareCurves(
  title: string,
  { evaluation }: Solution,
  index: CurveIndex,
  values: Float64Array,
): Comparison {
  const mismatches: Mismatch[] = [];
  let matched = 0;
  let total = 0;
  let worst = 0;
  for (const [queryAndYear, [offset, count]] of Object.entries(index)) {
    const [key, year] = queryAndYear.split("|") as [string, "present" | "future"];
    const result = resultOf(evaluation, MAPPED_IN_CURVES.get(key) ?? key, year);
    const actual: ArrayLike<unknown> = Array.isArray(result) || result instanceof Float64Array ? result : [];
    const expected = values.subarray(offset, offset + count);
    let mismatch: Mismatch | null = null;
    for (let hour = 0; hour < count; hour++) {
      const error = actual.length === count ? difference(expected[hour]!, actual[hour] as Json) : Infinity;
      if (error <= TOLERANCE) {
        matched++;
        worst = Math.max(worst, error);
      } else if (mismatch === null || error > mismatch.error) {
        mismatch = { path: `${key} ${year}, hour ${hour}`, expected: expected[hour], actual: actual[hour], error };
      }
    }
    total += count;
    if (mismatch !== null) mismatches.push(mismatch);
  }
  mismatches.sort((a, b) => b.error - a.error);
  return { title, matched, total, mismatches, worst };
}

/** Null if the query throws, so that the curve agrees in no hour. */
function resultOf(evaluation: Solution["evaluation"], key: string, year: "present" | "future"): unknown {
  try {
    return evaluation.query(key, year);
  } catch (error) {
    if (error instanceof Error && error.name === "GqlError") return null;
    throw error;
  }
}

function readCurves(reference: Reference, file: string): Float64Array {
  const bytes = gunzipSync(readFileSync(join(reference.golden, file)));
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** All comparisons of one file of `hourlyFiles`. */
export function compareHourly(
  reference: Reference,
  file: string,
  golden: ReferenceScenario | SpecialScenario,
  engine: Engine,
  solution: Solution,
): readonly Comparison[] {
  const comparisons = [compareQueries(file, engine, solution, golden, MAPPED_IN_QUERIES)];
  const [folder, name] = file.split("/") as [string, string];
  const curves = name.replace(/\.json\.gz$/, ".curves.f64.gz");
  if (listGolden(reference, folder).includes(curves)) {
    const index = readGolden(reference, `${folder}/${name.replace(/\.json\.gz$/, ".curves.index.json.gz")}`);
    const values = readCurves(reference, `${folder}/${curves}`);
    comparisons.push(compareCurves(`${folder}/${curves} (hours)`, solution, index as CurveIndex, values));
  }
  return comparisons;
}

/** A calculated scenario of the reference with hours. */
export interface CalculatedScenario {
  readonly file: string;
  readonly golden: ReferenceScenario | SpecialScenario;
  readonly engine: Engine;
  readonly solution: Solution;
}

/** Calculates the scenarios one by one, and reports the comparisons that `compare` returns. */
export function forEachScenario(
  compare: (reference: Reference, scenario: CalculatedScenario) => readonly Comparison[],
): Command["run"] {
  return async (reference, files, report) => {
    const model = await openModel(reference.model);
    const engine = newEngine(model);
    for (const file of files) {
      const golden = readGolden(reference, file) as ReferenceScenario | SpecialScenario;
      const dataset = await datasetOfReference(model, golden.scenario.area_code);
      try {
        const solution = engine.solve(dataset, hourlyRecipe(golden, model.definition));
        compare(reference, { file, golden, engine, solution }).forEach(report);
        solution.release();
      } catch (error) {
        if (!(error instanceof CalculationError)) throw error;
        report(incomparable(file, error.message));
      }
    }
  };
}

export const hourlyCommand: Command = {
  description: "every query of the reference's scenarios with hours, and its curves hour by hour",
  files: async (reference) => hourlyFiles(reference),
  run: forEachScenario((reference, { file, golden, engine, solution }) =>
    compareHourly(reference, file, golden, engine, solution),
  ),
};
