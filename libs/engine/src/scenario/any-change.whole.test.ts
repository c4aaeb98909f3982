/**
 * Tests that after any change between two solves, an engine with a cache, one without and a new one have bit-identical
 * results. A change is a stored number, a slider, a curve, a priority list, an option, the end year or the area.
 */
import { join } from "node:path";
import { type AreaDataset, curveSource, type Model, openModel } from "@etesian/model";
import type { InputDefinition, ModelDefinition } from "@etesian/model/definition";
import { sameBytes } from "@etesian/numeric";
import { blankRecipe, customCurves, type Recipe } from "@etesian/sliders";
import { ORDER_NAMES } from "@etesian/sliders/orders";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { expect, test } from "vitest";
import { isWritableNodeAttribute } from "../attributes/writing.ts";
import type { CurveSource } from "../hourly/curves/curve-source.ts";
import { CalculationError } from "../calculation-error.ts";
import { Engine, type EngineOptions } from "./engine.ts";
import { town, TOWN_CURVES } from "./town.fixture.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");
const HOURS = 8_760;
const END_YEARS = [2040, 2050];
/** Interval, in cases, after which a blank scenario is used again. */
const RESET_EVERY = 40;
/** Share of the cases that solve a recent scenario again, and the number of recent scenarios. */
const RETURN_SHARE = 0.5;
const MAX_RECENT = 8;
/** Interval, in new scenarios, at which a new engine also calculates one. */
const NEW_ENGINE_EVERY = 200;
const FACTORS = [0, 0.5, 0.9, 1.1, 2];

/** Numbers from 0 to 1, by case and draw (splitmix32). */
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

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  shuffle<T>(items: readonly T[]): readonly T[] {
    return items
      .map((item) => [this.next(), item] as const)
      .toSorted(([one], [other]) => one - other)
      .map(([, item]) => item);
  }
}

/** A model and everything that its scenarios can change. */
interface Subject {
  readonly definition: ModelDefinition;
  readonly source: CurveSource;
  readonly datasets: ReadonlyMap<string, AreaDataset>;
  /** Inputs that multiply a stored number. */
  readonly factors: readonly string[];
  /** The other inputs, with a random value for each. */
  readonly inputs: readonly { readonly key: string; readonly value: (draws: Draws) => number | string }[];
  readonly curves: readonly string[];
  /** The queries to compare for a new scenario. */
  readonly queries: (draws: Draws) => readonly string[];
}

/** Returns the scenario with one more change. */
function changeRecipe(recipe: Recipe, draws: Draws, subject: Subject): Recipe {
  const set = (key: string, value: number | string): Recipe => ({
    ...recipe,
    userValues: { ...recipe.userValues, [key]: value },
  });
  const kind = draws.next();
  if (kind < 0.5) return set(draws.pick(subject.factors), draws.pick(FACTORS));
  if (kind < 0.7) {
    const { key, value } = draws.pick(subject.inputs);
    return set(key, value(draws));
  }
  if (kind < 0.8) {
    const userKeys = Object.keys(recipe.userValues);
    if (userKeys.length === 0) return recipe;
    const { [draws.pick(userKeys)]: _, ...userValues } = recipe.userValues;
    return { ...recipe, userValues };
  }
  if (kind < 0.88) {
    const priorityLists = ORDER_NAMES.flatMap((name) => {
      const order = subject.definition.config[name];
      return Array.isArray(order) ? [[name, order as readonly string[]] as const] : [];
    });
    const [name, order] = draws.pick(priorityLists);
    return { ...recipe, orders: { ...recipe.orders, [name]: draws.shuffle(order) } };
  }
  if (kind < 0.96) {
    const key = draws.pick(subject.curves);
    const { [key]: _, ...otherCurves } = recipe.curves;
    if (draws.next() < 0.4) return { ...recipe, curves: otherCurves };
    const scale = draws.next();
    return {
      ...recipe,
      curves: { ...otherCurves, [key]: Float64Array.from({ length: HOURS }, (__, h) => scale * ((h * 7) % 24)) },
    };
  }
  return kind < 0.98
    ? { ...recipe, endYear: draws.pick(END_YEARS) }
    : { ...recipe, area: draws.pick([...subject.datasets.keys()]) };
}

/** All numbers of a year and its hours, and query results as text; the error message if the calculation fails. */
interface Results {
  readonly numbers: readonly Float64Array[];
  readonly text: string;
}

function resultsOf(engine: Engine, subject: Subject, recipe: Recipe, queries: readonly string[]): Results {
  try {
    const solution = engine.solve(subject.datasets.get(recipe.area)!, recipe);
    const { hours } = solution;
    const numbers: Float64Array[] = [];
    if (hours !== null) {
      numbers.push(new Float64Array(hours.energy.buffer.slice(0)), new Float64Array(hours.price()));
      for (const { order } of Object.values(hours.markets))
        for (const { load } of order.participants) numbers.push(new Float64Array(load));
    }
    const text = JSON.stringify(queries.map((key) => solution.query(key)));
    solution.release();
    return { numbers, text };
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    return { numbers: [], text: error.message };
  }
}

const areSame = (one: Results, other: Results): boolean =>
  one.text === other.text &&
  one.numbers.length === other.numbers.length &&
  one.numbers.every((numbers, index) => sameBytes(numbers, other.numbers[index]!));

interface SolvedScenario {
  readonly recipe: Recipe;
  readonly queries: readonly string[];
  /** Results of an engine without a cache. */
  readonly expected: Results;
}

/**
 * Solves scenarios in sequence, each of which is a change to the previous one or a recent scenario. Returns the share
 * of failing calculations. Throws at the first difference.
 */
function compareEngines(subject: Subject, cases: number): number {
  const newEngine = (options: EngineOptions = {}): Engine => new Engine(subject.definition, subject.source, options);
  const [cachingEngine, plainEngine] = [newEngine(), newEngine({ memoryBytes: 0 })];
  const blank = (draws: Draws): Recipe => blankRecipe(draws.pick([...subject.datasets.keys()]), draws.pick(END_YEARS));
  let recentScenarios: readonly SolvedScenario[] = [];
  let currentRecipe = blank(new Draws(0));
  let count = 0;
  let failures = 0;
  const solveScenario = (recipe: Recipe, draws: Draws): SolvedScenario => {
    const queries = subject.queries(draws);
    const expected = resultsOf(plainEngine, subject, recipe, queries);
    if (count++ % NEW_ENGINE_EVERY === 0 && !areSame(resultsOf(newEngine(), subject, recipe, queries), expected))
      throw new Error(`A new engine differs from an engine without a cache: ${describe(recipe)}`);
    return { recipe, queries, expected };
  };
  for (let number = 0; number < cases; number++) {
    const draws = new Draws(number);
    if (number % RESET_EVERY === 0) currentRecipe = blank(draws);
    const returnsToRecent = recentScenarios.length > 0 && draws.next() < RETURN_SHARE;
    const next = returnsToRecent
      ? draws.pick(recentScenarios)
      : solveScenario(changeRecipe(currentRecipe, draws, subject), draws);
    if (!areSame(resultsOf(cachingEngine, subject, next.recipe, next.queries), next.expected))
      throw new Error(`Case ${number}: after ${describe(currentRecipe)}, other results for ${describe(next.recipe)}`);
    // Scenarios that cannot be calculated are not changed further.
    if (next.expected.numbers.length === 0) failures++;
    else currentRecipe = next.recipe;
    recentScenarios = [next, ...recentScenarios.filter((other) => other !== next)].slice(0, MAX_RECENT);
  }
  return failures / cases;
}

const describe = ({ curves, ...recipe }: Recipe): string =>
  JSON.stringify({ ...recipe, curves: Object.entries(curves).map(([key, [, second]]) => [key, second]) });

test.for([sampleSize(400, 100_000)])(
  "an engine with a cache and a new engine have bit-identical results after %i random changes to a town",
  { timeout: 3 * 3_600_000 },
  (cases) => {
    const { definition, dataset, factors, options, curves } = town();
    const failureShare = compareEngines(
      {
        definition,
        source: TOWN_CURVES,
        datasets: new Map([
          [dataset.area, dataset],
          ["elsewhere", { ...dataset, area: "elsewhere", hash: "elsewhere", startYear: 2020 }],
        ]),
        factors,
        inputs: [...options].map(([key, values]) => ({ key, value: (draws) => draws.pick(values) })),
        curves,
        queries: () => definition.gqueries.map(({ key }) => key),
      },
      cases,
    );
    expect(failureShare).toBeLessThan(0.3);
  },
);

test.for([sampleSize(60, 3_000)])(
  "an engine with a cache and a new engine have bit-identical results after %i random changes to the included model",
  { timeout: 3 * 3_600_000 },
  async (cases) => {
    const model = await openModel(DIRECTORY, modelCache);
    const areas = ["nl", "GM0014_groningen"];
    const datasets = new Map(await Promise.all(areas.map(async (area) => [area, await model.dataset(area)] as const)));
    const addedInputs = inputsOfStoredNumbers(model, datasets.get(areas[0]!)!);
    const { definition } = model;
    const keys = definition.gqueries.map(({ key }) => key);
    const failureShare = compareEngines(
      {
        definition: { ...definition, inputs: [...definition.inputs, ...addedInputs] },
        source: curveSource(model),
        datasets,
        factors: addedInputs.map(({ key }) => key),
        inputs: definition.inputs.map((input) => ({ key: input.key, value: valueOf(input) })),
        curves: customCurves(definition.config["user_curves"]).map(({ key }) => key),
        queries: (draws) => Array.from({ length: 60 }, () => draws.pick(keys)),
      },
      cases,
    );
    expect(failureShare).toBeLessThan(0.3);
  },
);

/** Inputs that multiply each number of a node in a calculated year, provided that inputs may write it. */
function inputsOfStoredNumbers(model: Model, dataset: AreaDataset): readonly InputDefinition[] {
  const [template] = model.definition.inputs;
  const { energy } = new Engine(model.definition, curveSource(model)).solve(
    dataset,
    blankRecipe(dataset.area, END_YEARS[0]!),
  ).hours!;
  const { nodes } = model.definition.energy;
  return energy.topology.columnNames.flatMap((attribute, column) =>
    isWritableNodeAttribute(energy.topology, attribute)
      ? nodes
          .filter((_, node) => Number.isFinite(energy.columns[column]!.read(node)))
          .map(({ key }) => ({
            ...template!,
            key: `number_${attribute}_of_${key}`,
            query: `UPDATE_WITH_FACTOR(V(${key}), ${attribute}, USER_INPUT())`,
            unit: "#",
            updatePeriod: "future" as const,
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
          }))
      : [],
  );
}

function valueOf({ min, max, unit }: InputDefinition): (draws: Draws) => number | string {
  if (Array.isArray(min)) return (draws) => draws.pick(min as readonly string[]);
  if (unit === "bool") return (draws) => draws.pick([0, 1]);
  const minimum = Number(min ?? 0);
  return (draws) => minimum + draws.next() * ((max ?? 1) - minimum);
}
