/**
 * Any change between two solves: of a stored number, a slider, a curve, an order, an option or the area. An engine that
 * keeps results for reuse gives the same numbers as one that keeps none, and as a new engine.
 */
import { join } from "node:path";
import { type AreaDataset, curveSource, type Model, openModel } from "@etesian/model";
import type { InputDefinition } from "@etesian/model/definition";
import { blankRecipe, customCurves, ORDERS, type Recipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampled } from "@etesian/testing/sample";
import { beforeAll, expect, test } from "vitest";
import { isWritableNodeAttribute } from "../attributes/writing.ts";
import { Engine } from "./engine.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
const AREAS = ["nl", "GM0014_groningen"];
const END_YEARS = [2040, 2050];
const CASES = sampled(300, 100_000);
/** Number of changes after which the next one starts from an unchanged scenario. */
const LENGTH = 40;
/** One case in this many is also compared with a new engine. */
const NEW_ENGINE_EVERY = 50;
const HOURS = 8_760;
/** Number of queries compared per case; all columns of the year are compared. */
const QUERIES_PER_CASE = 60;

/** Numbers from 0 to 1, by case and draw, so that any case can run alone (splitmix32). */
class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b9) | 0;
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let bits = this.#state ^ (this.#state >>> 16);
    bits = Math.imul(bits, 0x21f0aaad);
    bits ^= bits >>> 15;
    bits = Math.imul(bits, 0x735a2d97);
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32;
  }

  of<T>(all: readonly T[]): T {
    return all[Math.floor(this.next() * all.length)]!;
  }

  shuffled<T>(all: readonly T[]): readonly T[] {
    return all
      .map((each) => [this.next(), each] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, each]) => each);
  }
}

let model: Model;
let datasets: ReadonlyMap<string, AreaDataset>;
/** The model with an input for every number that the data give a node. */
let definition: Model["definition"];
let numbers: readonly string[];
let keeping: Engine;
let forgetting: Engine;

beforeAll(async () => {
  model = await openModel(DIRECTORY, modelCache);
  datasets = new Map(await Promise.all(AREAS.map(async (area) => [area, await model.dataset(area)] as const)));
  const [template] = model.definition.inputs;
  const stored = storedNumbers(new Engine(model.definition, curveSource(model)), datasets.get(AREAS[0]!)!);
  const inputs = stored.map(([node, attribute]): InputDefinition => ({
    ...template!,
    key: `number_${attribute}_of_${node}`,
    query: `UPDATE_WITH_FACTOR(V(${node}), ${attribute}, USER_INPUT())`,
    unit: "#",
    updatePeriod: "future",
    updateType: null,
    min: 0,
    max: 2,
    start: 1,
    minQuery: null,
    maxQuery: null,
    startQuery: null,
    shareGroup: null,
    disabledBy: [],
    couplingGroups: [],
    disabledByCouplings: [],
    dependentOn: null,
  }));
  numbers = inputs.map(({ key }) => key);
  definition = { ...model.definition, inputs: [...model.definition.inputs, ...inputs] };
  keeping = new Engine(definition, curveSource(model));
  forgetting = new Engine(definition, curveSource(model), { memoryBytes: 0 });
});

/** Nodes and attributes with a number in the start year, as far as inputs may write them. */
function storedNumbers(engine: Engine, dataset: AreaDataset): readonly (readonly [node: string, attribute: string])[] {
  const { energy } = engine.solve(dataset, blankRecipe(dataset.area, END_YEARS[0]!)).hours!;
  const { nodeCount, columnNames } = energy.topology;
  const { nodes } = engine.definition.energy;
  return columnNames.flatMap((attribute, column) =>
    isWritableNodeAttribute(energy.topology, attribute)
      ? Array.from({ length: nodeCount }, (_, node) => node)
          .filter((node) => Number.isFinite(energy.columns[column]!.read(node)))
          .map((node) => [nodes[node]!.key, attribute] as const)
      : [],
  );
}

/** The scenario after one more change. */
function changed(recipe: Recipe, draws: Draws): Recipe {
  const set = (values: Recipe["userValues"]): Recipe => ({
    ...recipe,
    userValues: { ...recipe.userValues, ...values },
  });
  const kind = draws.next();
  if (kind < 0.4) return set({ [draws.of(numbers)]: draws.of([0, 0.5, 0.9, 1.1, 2]) });
  if (kind < 0.7) {
    const { key, min, max, unit } = draws.of(model.definition.inputs);
    if (Array.isArray(min)) return set({ [key]: draws.of(min as readonly string[]) });
    if (unit === "bool") return set({ [key]: draws.of([0, 1]) });
    return set({ [key]: Number(min ?? 0) + draws.next() * ((max ?? 1) - Number(min ?? 0)) });
  }
  if (kind < 0.8) {
    const left = Object.keys(recipe.userValues);
    if (left.length === 0) return recipe;
    const { [draws.of(left)]: _, ...userValues } = recipe.userValues;
    return { ...recipe, userValues };
  }
  if (kind < 0.88) {
    const name = draws.of(ORDERS);
    const known = definition.config[name];
    return Array.isArray(known)
      ? { ...recipe, orders: { ...recipe.orders, [name]: draws.shuffled(known as readonly string[]) } }
      : recipe;
  }
  if (kind < 0.96) {
    const { key } = draws.of(customCurves(definition.config["user_curves"]));
    const { [key]: _, ...others } = recipe.curves;
    if (draws.next() < 0.4) return { ...recipe, curves: others };
    const scale = draws.next();
    return {
      ...recipe,
      curves: { ...others, [key]: Float64Array.from({ length: HOURS }, (__, h) => scale * ((h * 7) % 24)) },
    };
  }
  return kind < 0.98 ? { ...recipe, endYear: draws.of(END_YEARS) } : { ...recipe, area: draws.of(AREAS) };
}

/** All numbers of the year, and some answers; for a calculation that fails, its message. */
function resultsOf(engine: Engine, recipe: Recipe, queries: readonly string[]): unknown {
  try {
    const solution = engine.solve(datasets.get(recipe.area)!, recipe);
    const columns = solution.hours?.energy.columns.map((column) => Float64Array.from(column.values)) ?? [];
    const price = solution.hours === null ? null : Float64Array.from(solution.hours.price());
    const answers = queries.map((key) => solution.query(key));
    solution.release();
    return { columns, price, answers };
  } catch (error) {
    return String(error);
  }
}

test(
  `an engine that keeps results gives the numbers of a new one after any of ${CASES} changes`,
  { timeout: 6 * 3_600_000 },
  () => {
    const keys = definition.gqueries.map(({ key }) => key);
    let recipe = blankRecipe(AREAS[0]!, END_YEARS[0]!);
    let fails = 0;
    for (let number = 0; number < CASES; number++) {
      const draws = new Draws(number);
      if (number % LENGTH === 0) recipe = blankRecipe(draws.of(AREAS), draws.of(END_YEARS));
      const next = changed(recipe, draws);
      const queries = Array.from({ length: QUERIES_PER_CASE }, () => draws.of(keys));
      const results = resultsOf(keeping, next, queries);
      const compared: unknown[] = [results, resultsOf(forgetting, next, queries)];
      if (number % NEW_ENGINE_EVERY === 0)
        compared.push(resultsOf(new Engine(definition, curveSource(model)), next, queries));
      for (const other of compared.slice(1)) expect([number, other]).toEqual([number, results]);
      // A scenario that cannot be calculated is not changed further.
      if (typeof results === "string") fails++;
      else recipe = next;
    }
    expect(fails).toBeLessThan(CASES / 2);
  },
);
