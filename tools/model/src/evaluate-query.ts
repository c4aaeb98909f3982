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
export type Answer = QueryResult | { readonly errors: readonly string[] };
interface QueryResult {
  readonly present: unknown;
  readonly future: unknown;
  readonly warnings: readonly string[];
}

/** No document can have this key, because it is not a valid file name. */
const KEY = "(query)";

/** Evaluates a query. Rejects with `UnknownAreaError` or `AreaNotComputableError`. */
export async function evaluateQuery(model: Model, { area, query, endYear, values }: AdHocQuery): Promise<Answer> {
  const dataset = await model.dataset(area);
  if (endYear <= dataset.startYear)
    return { errors: [`end year ${endYear}: expected a year after ${dataset.startYear}`] };
  const { definition } = model;
  const problems = queryProblems(query, definition, attributeNames(definition));
  const messages = (of: "error" | "warning") =>
    problems.filter(({ severity }) => severity === of).map(({ line, message }) => `line ${line}: ${message}`);
  if (messages("error").length > 0) return { errors: messages("error") };
  const gquery = { key: KEY, query, unit: null, deprecatedKey: null, description: null, labels: [] };
  const engine = new Engine({ ...definition, gqueries: [...definition.gqueries, gquery] }, curveSource(model));
  const blank = blankRecipe(area, endYear);
  const moved = moveSliders(engine.inputs(dataset, endYear), blank, { values });
  if ("errors" in moved) return { errors: moved.errors };
  const recipe: Recipe = { ...blank, ...moved.state };
  try {
    const answer = engine.solve(dataset, recipe).query(KEY);
    if ("errors" in answer) return { errors: answer.errors.map((error) => error.replace(`${KEY}/`, "")) };
    return { present: answer.present, future: answer.future, warnings: messages("warning") };
  } catch (error) {
    if (error instanceof CalculationFault) return { errors: [error.message] };
    throw error;
  }
}

/** A line for each year; for a long list its length, range and sum. */
export const answerLines = ({ present, future }: QueryResult): readonly string[] => [
  `present  ${shown(present)}`,
  `future   ${shown(future)}`,
];

const LONG = 20;

/** An object of the model, which has no JSON form, is shown by its key. */
const readable = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && "unserialisable" in value && "key" in value ? value.key : value;

function shown(answered: unknown): string {
  const value: unknown = JSON.parse(JSON.stringify(answered ?? null, readable));
  if (!Array.isArray(value) || value.length <= LONG) return JSON.stringify(value);
  const numbers = value.filter((each) => typeof each === "number");
  if (numbers.length < value.length) return `${JSON.stringify(value.slice(0, LONG))} and ${value.length - LONG} more`;
  const sum = numbers.reduce((total, each) => total + each, 0);
  return `${value.length} values from ${numbers.reduce((a, b) => Math.min(a, b))} to ${numbers.reduce((a, b) => Math.max(a, b))}, sum ${sum}`;
}
