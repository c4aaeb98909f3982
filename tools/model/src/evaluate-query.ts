/** Evaluates an author's ad hoc query, which has no document in the model. */
import { attributeNames, CalculationFault, Engine } from "@etesian/engine";
import { curveSource, type Model, queryProblems } from "@etesian/model";
import { blankRecipe, moveSliders, type Recipe } from "@etesian/sliders";

export interface AdHocQuery {
  readonly area: string;
  readonly query: string;
  readonly endYear: number;
  /** Inputs to set, as written on the command line. */
  readonly values: { readonly [input: string]: string };
}

/** Values of both years in the API's form, with warnings about unknown names; or the query's errors. */
export type QueryOutcome = QueryResult | { readonly errors: readonly string[] };
interface QueryResult {
  readonly present: unknown;
  readonly future: unknown;
  readonly warnings: readonly string[];
}

/** Not a valid file name, so that no document can have this key. */
const KEY = "(query)";

/** Evaluates a query. Rejects with `UnknownAreaError` or `AreaNotComputableError`. */
export async function evaluateQuery(model: Model, { area, query, endYear, values }: AdHocQuery): Promise<QueryOutcome> {
  const dataset = await model.dataset(area);
  if (endYear <= dataset.startYear)
    return { errors: [`end year ${endYear}: expected a year after ${dataset.startYear}`] };
  const { definition } = model;
  const problems = queryProblems(query, definition, attributeNames(definition));
  const messages = (requestedSeverity: "error" | "warning") =>
    problems
      .filter(({ severity }) => severity === requestedSeverity)
      .map(({ line, message }) => `line ${line}: ${message}`);
  if (messages("error").length > 0) return { errors: messages("error") };
  const gquery = { key: KEY, query, unit: null, deprecatedKey: null, description: null, labels: [] };
  const engine = new Engine({ ...definition, gqueries: [...definition.gqueries, gquery] }, curveSource(model));
  const initialRecipe = blankRecipe(area, endYear);
  const sliderChange = moveSliders(engine.inputs(dataset, endYear), initialRecipe, { values });
  if ("errors" in sliderChange) return { errors: sliderChange.errors };
  const recipe: Recipe = { ...initialRecipe, ...sliderChange.state };
  try {
    const result = engine.solve(dataset, recipe).query(KEY);
    if ("errors" in result) return { errors: result.errors.map((error) => error.replace(`${KEY}/`, "")) };
    return { present: result.present, future: result.future, warnings: messages("warning") };
  } catch (error) {
    if (error instanceof CalculationFault) return { errors: [error.message] };
    throw error;
  }
}

/** A line for each year; for a long list its length, range and sum. */
export const outcomeLines = ({ present, future }: QueryResult): readonly string[] => [
  `present  ${formatValue(present)}`,
  `future   ${formatValue(future)}`,
];

const LONG_LIST = 20;

/** Replaces an object of the model, which has no JSON form, by its key. */
const replaceObjects = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "unserialisable" in value && "key" in value ? value.key : value;

function formatValue(json: unknown): string {
  const value: unknown = JSON.parse(JSON.stringify(json ?? null, replaceObjects));
  if (!Array.isArray(value) || value.length <= LONG_LIST) return JSON.stringify(value);
  const numbers = value.filter((value) => typeof value === "number");
  if (numbers.length < value.length)
    return `${JSON.stringify(value.slice(0, LONG_LIST))} and ${value.length - LONG_LIST} more`;
  const sum = numbers.reduce((total, value) => total + value, 0);
  return `${value.length} values from ${numbers.reduce((a, b) => Math.min(a, b))} to ${numbers.reduce((a, b) => Math.max(a, b))}, sum ${sum}`;
}
