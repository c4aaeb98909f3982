/**
 * `annual`: the calculation without hours. Compares every query of the reference's scenarios, in both years, and the
 * ranges of all inputs of their areas.
 */
import type { Engine, Json, Solution } from "@etesian/engine";
import { type AreaDataset, type Model, openModel, solveStartYear } from "@etesian/model";
import {
  blankRecipe,
  type InputTable,
  isDisabledInScenario,
  type Recipe,
  type ScenarioConditions,
} from "@etesian/sliders";
import { newEngine } from "@etesian/workbench/engine";
import { listGolden, readGolden, type Reference } from "./reference.ts";
import { type Command, type Comparison, Tally } from "./report.ts";
import { sourceOfReference, stagedAreas } from "./start-year.ts";

/** One scenario of the reference and the results of all its queries. */
export interface ReferenceScenario {
  readonly scenario: {
    readonly area_code: string;
    readonly end_year: number;
    readonly user_values: Recipe["userValues"];
    readonly balanced_values: Recipe["balancedValues"];
    readonly active_couplings: Recipe["activeCouplings"];
    readonly user_sortables: Recipe["orders"];
  };
  readonly gqueries: { readonly [key: string]: readonly [present: Json, future: Json, unit: string] };
  /** Messages of queries that throw; null in a year in which they do not. */
  readonly errors: { readonly [key: string]: readonly [present: string | null, future: string | null] };
  /** Queries whose value was NaN but is stored as 0. */
  readonly nan: { readonly [key: string]: readonly [present: boolean, future: boolean] };
}

/** Files of annual scenarios: `area/annual-….json.gz`. */
export function annualFiles(reference: Reference): readonly string[] {
  const areas = listGolden(reference, "").filter((name) => !name.includes("."));
  return areas.flatMap((area) =>
    listGolden(reference, area)
      .filter((name) => name.startsWith("annual-"))
      .map((name) => `${area}/${name}`),
  );
}

export function recipeOf({ scenario }: ReferenceScenario): Recipe {
  return {
    area: scenario.area_code,
    endYear: scenario.end_year,
    userValues: scenario.user_values,
    balancedValues: scenario.balanced_values,
    activeCouplings: scenario.active_couplings,
    orders: scenario.user_sortables,
    curves: {},
    scaling: null,
  };
}

/**
 * Compares every query of a scenario in both years, with its value as the API returns it. Our query must throw where
 * the reference throws, and be NaN where the reference's is.
 */
export function compareScenario(
  engine: Engine,
  dataset: AreaDataset,
  file: string,
  golden: ReferenceScenario,
): Comparison {
  return compareQueries(file, engine, engine.solve(dataset, recipeOf(golden)), golden);
}

/** Results of a scenario's queries in the reference files. */
export type ReferenceResults = Pick<ReferenceScenario, "gqueries" | "errors" | "nan">;

/** Compares the results of queries. `mappedQueries` are those whose values in the file belong to another query. */
export function compareQueries(
  title: string,
  engine: Engine,
  solution: Solution,
  golden: ReferenceResults,
  mappedQueries: ReadonlyMap<string, string> = new Map(),
): Comparison {
  const tally = new Tally(title);
  for (const [key, values] of Object.entries(golden.gqueries)) {
    for (const [index, year] of (["present", "future"] as const).entries()) {
      const expected = golden.errors[key]?.[index] ? RAISES : golden.nan[key]?.[index] ? NOT_A_NUMBER : values[index]!;
      tally.add(`${key} ${year}`, expected, outcomeOf(engine, solution, mappedQueries.get(key) ?? key, year));
    }
  }
  return tally.comparison;
}

const RAISES = "an error";
const NOT_A_NUMBER = "NaN";

function outcomeOf(engine: Engine, { evaluation }: Solution, key: string, year: "present" | "future"): Json {
  const gquery = engine.library.find(key);
  if (gquery === undefined) return "no such query";
  const answer = evaluation.answer(gquery);
  if (answer.errors[year] !== null) return RAISES;
  return answer[year] === 0 && Number.isNaN(evaluation.query(key, year)) ? NOT_A_NUMBER : answer[year];
}

/** A range in the reference's files; `min` of an enum input is its list of values. */
export type ReferenceRanges = { readonly [input: string]: { readonly [field: string]: Json } };

/**
 * Compares the ranges of inputs for the fields in the reference's file. Responses of the API also mark inputs as
 * disabled that the scenario disables.
 */
export function compareRanges(
  title: string,
  table: InputTable,
  golden: ReferenceRanges,
  scenario: ScenarioConditions | null = null,
): Comparison {
  const tally = new Tally(title);
  for (const [key, expected] of Object.entries(golden)) {
    const input = table.get(key);
    if (input === undefined) {
      tally.add(key, "an input", "none");
      continue;
    }
    const { permittedValues, disabled } = input;
    const fields: { readonly [field: string]: Json } = {
      min: permittedValues ?? input.min,
      // The reference gives enum inputs a meaningless maximum of 0.
      max: permittedValues === null ? input.max : (expected["max"] ?? null),
      default: input.default,
      step: input.step,
      unit: input.unit,
      disabled: disabled || (scenario !== null && isDisabledInScenario(input, scenario)),
      permitted_values: permittedValues,
    };
    for (const [field, actual] of Object.entries(fields)) {
      if (field in expected) tally.add(`${key} ${field}`, expected[field]!, actual);
    }
  }
  return tally.comparison;
}

const BLANK: ScenarioConditions = { values: {}, activeCouplings: [], disabledByCurves: new Set() };

/** Compares base-year figures of all nodes; future figures depend on hours. */
export function compareNodes(title: string, solution: Solution, golden: { readonly [node: string]: Json }): Comparison {
  const tally = new Tally(title);
  const withoutFuture = (report: unknown): Json =>
    JSON.parse(
      JSON.stringify(report ?? null, (name, value: unknown) => (name === "future" ? undefined : value)),
    ) as Json;
  for (const [key, expected] of Object.entries(golden)) {
    tally.add(key, withoutFuture(expected), withoutFuture(reportOf(solution, key)));
  }
  return tally.comparison;
}

/** A node's figures, without the description in its document, which the reference lacks. */
export function reportOf(solution: Solution, key: string): object {
  const { description: _, ...figures } = solution.node(key) as { readonly description?: unknown };
  return figures;
}

const BLANK_INPUTS = "nl2023/blank.details/inputs.json.gz";
const BLANK_NODES = "nl2023/blank.details/api_nodes.json.gz";
const rangesOf = (area: string): string => `stages/${area}/inputs.json.gz`;

export const annualCommand: Command = {
  description: "every query of the reference's annual scenarios, the ranges of inputs, the figures of nodes",
  files: async (reference) => [
    ...annualFiles(reference),
    ...stagedAreas(reference).map(rangesOf),
    BLANK_INPUTS,
    BLANK_NODES,
  ],
  async run(reference, files, report) {
    const model = await openModel(reference.model);
    const engine = newEngine(model);
    const areasByFile = new Map(stagedAreas(reference).map((area) => [rangesOf(area), area]));
    for (const file of files) {
      const golden = readGolden(reference, file);
      const area = areasByFile.get(file) ?? file.slice(0, file.indexOf("/"));
      const dataset = await datasetOfReference(model, area);
      if (file === BLANK_NODES) {
        const solution = engine.solve(dataset, blankRecipe(area, 2050));
        report(compareNodes(`${file} (present)`, solution, golden as { readonly [node: string]: Json }));
      } else if (file === BLANK_INPUTS || areasByFile.has(file)) {
        const conditions = file === BLANK_INPUTS ? BLANK : null;
        report(compareRanges(file, engine.inputs(dataset, 2050), golden as ReferenceRanges, conditions));
      } else {
        report(compareScenario(engine, dataset, file, golden as ReferenceScenario));
      }
    }
  },
};

/** The dataset with which the reference calculated (see `sourceOfReference`). */
export async function datasetOfReference(model: Model, area: string): Promise<AreaDataset> {
  const source = model.source(area);
  if (source.energyBalanceProblem === null) return model.dataset(area);
  return { ...solveStartYear(model.definition, sourceOfReference(model, area)), hash: `${area} of the reference` };
}
