/** A model made ready to calculate: recipes in, solutions out. */
import { LruCache } from "@etesian/collections";
import { Evaluation, GqlError, type Program, QueryLibrary, type Value, YearResults } from "@etesian/gql";
import type { AreaDataset, InputDefinition, ModelDefinition } from "@etesian/model";
import { CalculationFault } from "@etesian/numeric";
import {
  blankRecipe,
  type InputFacts,
  inputsDisabledByCurves,
  type InputTable,
  type Recipe,
  type Scaling,
} from "@etesian/sliders";
import { type ElectricitySystem, YearObjects } from "../attributes/objects.ts";
import { ModelVocabulary } from "../attributes/vocabulary.ts";
import { calculateYear } from "../graph/lifecycle.ts";
import { modelTopology, type ModelTopology } from "../graph/topology.ts";
import { type YearSpan, YearState } from "../graph/year.ts";
import { CurveMemo } from "../hourly/curves/memo.ts";
import { electricityWithoutHours } from "../hourly/electricity-system.ts";
import { TimeResolved } from "../hourly/time-resolved.ts";
import { ended } from "../stages.ts";
import type { CurveSource } from "./curve-source.ts";
import { hourlySettings } from "./hourly-settings.ts";
import { type AppliedInput, selectInputs } from "./input-selection.ts";
import { type CompiledInput, type InputRange, inputRange } from "./ranges.ts";
import { scaleYear } from "./scaling.ts";
import { SectorMap } from "./sector-map.ts";
import { type SharedSolution, Solution } from "./solution.ts";
import { StructuralLists } from "./structural-lists.ts";
import { type ScenarioReader, YearWorld } from "./year-world.ts";

/** A recipe that cannot be calculated: an input's query fails, or the recipe does not fit the area. */
export class CalculationError extends CalculationFault {
  override readonly name = "CalculationError";
}

/** What is worked out once per area. */
interface Area {
  readonly dataset: AreaDataset;
  /** Start states by scaling: no input applied, nothing calculated. */
  readonly starts: LruCache<string, YearState>;
  /** Presents that several scenarios share, by the inputs that made them. */
  readonly presents: LruCache<string, Present>;
  /** Ranges of inputs by end year and scaling. */
  readonly ranges: LruCache<string, Ranges>;
}

/** A present with inputs applied, before and after it was calculated; both are read only. */
interface Present {
  readonly updated: YearObjects;
  readonly calculated: YearObjects;
  /** What queries found in it; null where it belongs to one scenario. */
  readonly results: YearResults | null;
}

interface Ranges {
  readonly table: InputTable;
  /** Start values as queries see them. */
  readonly starts: ReadonlyMap<string, Value>;
}

const KEPT_AREAS = 8;
const KEPT_STARTS = 4;
const KEPT_PRESENTS = 4;
const KEPT_RANGES = 8;

export class Engine {
  readonly definition: ModelDefinition;
  readonly topology: ModelTopology;
  readonly library: QueryLibrary;
  readonly #vocabulary: ModelVocabulary;
  readonly #sectors: SectorMap;
  readonly #curves: CurveSource | null;
  readonly #definitions: ReadonlyMap<string, InputDefinition>;
  readonly #inputs = new Map<string, CompiledInput>();
  readonly #areas = new LruCache<string, Area>(KEPT_AREAS);
  readonly #memo = new CurveMemo();
  readonly #lists = new StructuralLists();

  /** Prepares topology and queries. Raises `TopologyError` when the model's graphs cannot be calculated. */
  constructor(definition: ModelDefinition, curves: CurveSource | null = null) {
    this.definition = definition;
    this.topology = modelTopology(definition);
    this.#vocabulary = new ModelVocabulary(this.topology);
    this.library = QueryLibrary.compile(definition.gqueries, this.#vocabulary);
    this.#sectors = new SectorMap(definition);
    this.#curves = curves;
    this.#definitions = new Map(definition.inputs.map((input) => [input.key, input]));
  }

  /** Ranges and start values of all inputs, from a scenario without any; kept per area, end year and scaling. */
  inputs(dataset: AreaDataset, endYear: number, scaling: Scaling | null = null): InputTable {
    return this.#ranges(dataset, endYear, scaling).table;
  }

  /** A solution over numbers that another thread calculated. */
  restore(dataset: AreaDataset, { recipe, years }: SharedSolution): Solution {
    if (years === null) return this.solve(dataset, recipe);
    const [present, future] = [years.present, years.future].map((shared) => {
      const objects = new YearObjects(new YearState(this.topology, shared.span, shared));
      this.#settle(objects, recipe, null);
      return objects;
    }) as [YearObjects, YearObjects];
    return new Solution(recipe, this.#evaluation(present, future, dataset, recipe), present, future, null);
  }

  /**
   * Applies a recipe's inputs and calculates both years, the future by the hour where its area asks for it. Raises
   * `CalculationError`.
   */
  solve(dataset: AreaDataset, recipe: Recipe): Solution {
    if (recipe.area !== dataset.area) {
      throw new CalculationError(`the recipe is for ${recipe.area}, the dataset for ${dataset.area}`);
    }
    if (!(recipe.endYear > dataset.startYear)) {
      throw new CalculationError(`the end year ${recipe.endYear} has to be after the start year ${dataset.startYear}`);
    }
    this.#memo.beginSolve();
    const start = this.#start(dataset, recipe.scaling);
    const span = spans(dataset, recipe.endYear);
    const disabled = inputsDisabledByCurves(this.definition.config["user_curves"], Object.keys(recipe.curves));
    const inputs = selectInputs(this.#definitions, recipe, disabled);

    // While inputs are applied nothing is calculated: queries of the present read what its inputs wrote, no more.
    const future = updatable(this.topology, span.future, start);
    const present = this.#present(dataset, recipe, inputs.present, span.present, start, future);
    const updating = this.#evaluation(present.updated, future, dataset, recipe);
    this.#apply(inputs.future, updating, "future", span.future);
    ended("inputs");
    const hours = this.#calculate(future, recipe);
    const evaluation = this.#evaluation(present.calculated, future, dataset, recipe, hours, present.results);
    return new Solution(recipe, evaluation, present.calculated, future, hours);
  }

  /**
   * The present of a recipe: shared with other recipes where it follows from the inputs of the present alone. `future` is
   * what its inputs see of the future.
   */
  #present(
    dataset: AreaDataset,
    recipe: Recipe,
    inputs: readonly AppliedInput[],
    span: YearSpan,
    start: YearState,
    future: YearObjects,
  ): Present {
    const isOwn = Object.keys(recipe.curves).length > 0 || inputs.some(({ input }) => !this.#isSelfContained(input));
    const identity = JSON.stringify([
      recipe.endYear,
      recipe.scaling,
      inputs.map(({ input: { key }, value }) => [key, value]),
    ]);
    const { presents } = this.#area(dataset);
    const known = isOwn ? undefined : presents.get(identity);
    if (known !== undefined) return known;

    const updated = updatable(this.topology, span, start);
    this.#apply(inputs, this.#evaluation(updated, future, dataset, recipe), "present", span);
    const calculated = updatable(this.topology, span, updated.state);
    // The recipe's orders say nothing about the present, nor must they where it is shared.
    this.#calculate(calculated, isOwn ? recipe : { ...recipe, orders: {} });
    const present = { updated, calculated, results: isOwn ? null : new YearResults() };
    if (!isOwn) presents.set(identity, present);
    return present;
  }

  #apply(inputs: readonly AppliedInput[], evaluation: Evaluation, year: "present" | "future", span: YearSpan): void {
    for (const { input, value } of inputs) {
      const { update } = this.#compiled(input);
      if (update === null) continue;
      try {
        evaluation.update(update, year, { value, updateType: input.updateType, years: span.numberOfYears });
      } catch (error) {
        if (!(error instanceof CalculationFault)) throw error;
        const message = `the input ${input.key} cannot be set to ${value}: ${error.message}`;
        throw new CalculationError(message, { cause: error });
      }
    }
  }

  /** Answers what was calculated by the hour; null in the present and where the hours are switched off. */
  #calculate(year: YearObjects, recipe: Recipe): TimeResolved | null {
    const read = this.#vocabulary.nodeReader(year);
    const curves = this.#curves;
    let hours: TimeResolved | null = null;
    const hourly = (future: YearState): TimeResolved =>
      (hours = new TimeResolved(future, read, hourlySettings(this.definition, curves!, recipe), this.#memo));
    try {
      calculateYear(year.state, curves === null ? { read } : { read, hourly });
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      throw new CalculationError(`the scenario cannot be calculated: ${error.message}`, { cause: error });
    }
    this.#settle(year, recipe, hours);
    return hours;
  }

  /** The numbers of the year are final: queries may remember what they derive. */
  #settle(year: YearObjects, recipe: Recipe, hours: TimeResolved | null): void {
    year.settle();
    year.finance = hours?.finance ?? null;
    year.electricity = hours?.system() ?? this.#electricity(year, recipe);
  }

  /** What is known of a year's electricity without running its hours; worked out when a query first asks. */
  #electricity(year: YearObjects, recipe: Recipe): ElectricitySystem | null {
    const curves = this.#curves;
    if (curves === null) return null;
    const make = (): ElectricitySystem =>
      electricityWithoutHours(
        year.state,
        this.#vocabulary.nodeReader(year),
        hourlySettings(this.definition, curves, recipe),
        this.#memo,
      );
    let system: ElectricitySystem | undefined;
    return { query: (name, args, graph) => (system ??= make()).query(name, args, graph) };
  }

  /** Queries and inputs over two years of a recipe. */
  #evaluation(
    present: YearObjects,
    future: YearObjects,
    dataset: AreaDataset,
    recipe: Recipe,
    hours: TimeResolved | null = null,
    presentResults: YearResults | null = null,
  ): Evaluation {
    const reader: ScenarioReader = {
      inputValue: (key) => {
        const definition = this.#definitions.get(key);
        if (definition === undefined) throw new GqlError(`No such input: ${key}`);
        const set = recipe.userValues[key] ?? recipe.balancedValues[key];
        if (set !== undefined) return set;
        // Start values of a scaled scenario are those of its own present, as far as that has come.
        return recipe.scaling === null
          ? (this.#ranges(dataset, recipe.endYear, null).starts.get(key) ?? null)
          : this.#range(definition, dataset, recipe.scaling, evaluation).start;
      },
      attachedCurve: (key) => recipe.curves[key] ?? null,
      area: dataset.area,
      curves: this.#curves,
    };
    const memory = { lists: this.#lists, curves: this.#memo };
    const evaluation = new Evaluation(
      this.library,
      new YearWorld("present", present, this.#sectors, reader, null, memory),
      new YearWorld("future", future, this.#sectors, reader, hours?.fever ?? null, memory),
      presentResults,
    );
    return evaluation;
  }

  #ranges(dataset: AreaDataset, endYear: number, scaling: Scaling | null): Ranges {
    const { ranges } = this.#area(dataset);
    const identity = JSON.stringify([endYear, scaling]);
    const known = ranges.get(identity);
    if (known !== undefined) return known;

    const table = new Map<string, InputFacts>();
    const starts = new Map<string, Value>();
    // Registered before it is filled: the start value of one input may ask for that of another, which then finds none.
    ranges.set(identity, { table, starts });
    try {
      const blank = { ...blankRecipe(dataset.area, endYear), scaling };
      const { evaluation } = this.solve(dataset, blank);
      for (const definition of this.definition.inputs) {
        const { facts, start } = this.#range(definition, dataset, scaling, evaluation);
        table.set(facts.key, facts);
        starts.set(facts.key, start);
      }
    } catch (error) {
      ranges.delete(identity);
      throw error;
    }
    return { table, starts };
  }

  #range(
    definition: InputDefinition,
    { attributes, scaling: derived }: AreaDataset,
    scaling: Scaling | null,
    evaluation: Evaluation,
  ): InputRange {
    const factors = [
      ...(derived === null ? [] : [derived.factor]),
      ...(scaling === null ? [] : [scaling.value / scaling.baseValue]),
    ];
    return inputRange(this.#compiled(definition), { model: this.definition, attributes, evaluation, factors });
  }

  #compiled(definition: InputDefinition): CompiledInput {
    let input = this.#inputs.get(definition.key);
    if (input === undefined) {
      const { key, query, minQuery, maxQuery, startQuery } = definition;
      const [update, min, max, start] = [query, minQuery, maxQuery, startQuery].map((text) =>
        text === null ? null : this.library.lenientProgram(text, key),
      ) as [Program | null, Program | null, Program | null, Program | null];
      input = { definition, update, min, max, start };
      this.#inputs.set(key, input);
    }
    return input;
  }

  /** Whether an input reads nothing but its own value and the graph: then it gives the same present in every scenario. */
  #isSelfContained(input: InputDefinition): boolean {
    const { update } = this.#compiled(input);
    return update === null || this.library.reach(update) === "year";
  }

  #area(dataset: AreaDataset): Area {
    const known = this.#areas.get(dataset.hash);
    if (known !== undefined) return known;
    const area: Area = {
      dataset,
      starts: new LruCache(KEPT_STARTS),
      presents: new LruCache(KEPT_PRESENTS),
      ranges: new LruCache(KEPT_RANGES),
    };
    this.#areas.set(dataset.hash, area);
    return area;
  }

  #start(dataset: AreaDataset, scaling: Scaling | null): YearState {
    const { starts } = this.#area(dataset);
    const identity = JSON.stringify(scaling);
    let start = starts.get(identity);
    if (start === undefined) {
      start = YearState.fromDataset(this.topology, dataset);
      if (scaling !== null) scaleYear(start, scaling);
      starts.set(identity, start);
    }
    return start;
  }
}

function spans({ startYear }: AreaDataset, endYear: number): { present: YearSpan; future: YearSpan } {
  const common = { startYear, numberOfYears: endYear - startYear };
  return { present: { ...common, calendarYear: startYear }, future: { ...common, calendarYear: endYear } };
}

/** A copy of an uncalculated year, ready for inputs. */
function updatable(topology: ModelTopology, span: YearSpan, start: YearState): YearObjects {
  const state = new YearState(topology, span);
  state.reset(start);
  state.caching = false;
  return new YearObjects(state);
}
