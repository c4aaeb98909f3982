/** A model prepared for calculation, which turns recipes into solutions. */
import { LruCache } from "@etesian/collections";
import { Evaluation, QueryLibrary, YearResults } from "@etesian/gql";
import type { AreaDataset, InputDefinition, ModelDefinition } from "@etesian/model/definition";
import {
  blankRecipe,
  type CustomCurve,
  customCurves,
  inputsDisabledByCurves,
  type InputTable,
  type Recipe,
  type Scaling,
} from "@etesian/sliders";
import { YearObjects } from "../attributes/objects/objects.ts";
import { ModelVocabulary } from "../attributes/vocabulary.ts";
import type { Holding } from "../graph/state/holding.ts";
import { modelTopology, type ModelTopology } from "../graph/topology/topology.ts";
import { type YearSpan, YearState } from "../graph/state/year.ts";
import { CurveMemo } from "../hourly/curves/memo.ts";
import type { TimeResolved } from "../hourly/time-resolved.ts";
import { DEFAULT_MEMORY_BYTES, type Limits, limitsOf } from "../limits.ts";
import { ReusedMemory } from "../reused-memory.ts";
import { type StageListener, Stages } from "../stages.ts";
import { CalculationError } from "../calculation-error.ts";
import type { CurveSource } from "../hourly/curves/curve-source.ts";
import { InputMemo } from "./inputs/input-memo.ts";
import { InputPrograms } from "./inputs/input-programs.ts";
import { type InputTargets, RecordingVocabulary } from "./inputs/input-targets.ts";
import { type AppliedInput, selectInputs } from "./inputs/input-selection.ts";
import { OpenArea, type Ranges } from "./open-area.ts";
import { type InputRange, inputRange } from "./inputs/ranges.ts";
import { SectorMap } from "./year/sector-map.ts";
import { type SharedSolution, Solution } from "./solution.ts";
import { StructuralLists } from "./year/structural-lists.ts";
import { YearCalculation } from "./year/year-calculation.ts";
import { type ScenarioReader, YearWorld } from "./year/year-world.ts";

/** A base year with inputs applied, before and after its calculation; both states are read-only. */
interface BaseYear {
  readonly uncalculated: YearObjects;
  readonly calculated: YearObjects;
  /** Query results of the base year; null if it belongs to one scenario. */
  readonly results: YearResults | null;
}

export interface EngineOptions {
  /** Maximum bytes of results cached for reuse; 0 disables reuse without changing results. */
  readonly memoryBytes?: number;
}

export class Engine {
  readonly definition: ModelDefinition;
  readonly topology: ModelTopology;
  readonly library: QueryLibrary;
  readonly #inputs: InputPrograms;
  readonly #customCurves: readonly CustomCurve[];
  readonly #calculation: YearCalculation;
  readonly #sectors: SectorMap;
  readonly #curves: CurveSource | null;
  readonly #limits: Limits;
  readonly #areas: LruCache<string, OpenArea<BaseYear>>;
  /** Shareable base-year results, keyed by everything that they depend on. */
  readonly #baseYears: LruCache<string, BaseYear>;
  readonly #inputMemo: InputMemo;
  readonly #stages = new Stages();
  readonly #memory: ReusedMemory;
  readonly #memo: CurveMemo;
  readonly #lists = new StructuralLists();
  /** Number of nested solves: start values that are read while inputs are applied need a separate solve. */
  #depth = 0;

  /**
   * Prepares topology and queries. `memoryBytes` limits the results that the engine caches for reuse from one solve to
   * the next, in addition to the model itself. Throws `TopologyError` if the model's graphs cannot be calculated.
   */
  constructor(
    definition: ModelDefinition,
    curves: CurveSource | null = null,
    { memoryBytes = DEFAULT_MEMORY_BYTES }: EngineOptions = {},
  ) {
    const limits = limitsOf(memoryBytes);
    this.#limits = limits;
    this.#areas = new LruCache(Math.max(1, limits.areas));
    this.#baseYears = new LruCache(limits.baseYears);
    this.#inputMemo = new InputMemo(limits.prefixes);
    this.#memory = new ReusedMemory(limits.idleBytes);
    this.#memo = new CurveMemo(limits, this.#memory);
    const topology = modelTopology(definition);
    const vocabulary = new ModelVocabulary(topology);
    this.definition = definition;
    this.topology = topology;
    this.library = QueryLibrary.compile(definition.gqueries, vocabulary);
    this.#inputs = new InputPrograms(definition.inputs, this.library);
    this.#customCurves = customCurves(definition.config["user_curves"]);
    this.#calculation = new YearCalculation(definition, vocabulary, curves, this.#memo, this.#stages, limits);
    this.#sectors = new SectorMap(definition);
    this.#curves = curves;
  }

  /** Sets the function that is called at the end of each stage of a calculation; null removes it. */
  listenToStages(listener: StageListener | null): void {
    this.#stages.listen(listener);
  }

  /** Ranges and start values of all inputs, from a scenario without inputs; cached per area, end year and scaling. */
  inputs(dataset: AreaDataset, endYear: number, scaling: Scaling | null = null): InputTable {
    return this.#rangesOf(dataset, endYear, scaling).table;
  }

  /**
   * The inputs that write each object in the future of a scenario without inputs. Runs every input, which takes as long
   * as dozens of solves, and caches nothing.
   */
  inputTargets(dataset: AreaDataset, endYear: number): InputTargets {
    const { startValues } = this.#rangesOf(dataset, endYear, null);
    const { present, future } = this.#area(dataset).spansUntil(endYear);
    const start = this.#area(dataset).startOf(null);
    const targets = new Map<string, Set<string>>();
    let currentInput = "";
    const library = QueryLibrary.compile(
      this.definition.gqueries,
      new RecordingVocabulary(this.library.vocabulary, (target) => {
        const inputs = targets.get(target) ?? new Set();
        targets.set(target, inputs.add(currentInput));
      }),
    );
    const programs = new InputPrograms(this.definition.inputs, library);
    // List numbers are unique only within a query library, so this library needs its own lists.
    const memory = { lists: new StructuralLists(), curves: this.#memo };
    const scenario = this.#scenario(dataset, blankRecipe(dataset.area, endYear), () => evaluation);
    const evaluation: Evaluation = new Evaluation(
      library,
      new YearWorld("present", this.#readOnlyView(present, start), this.#sectors, scenario, null, memory),
      new YearWorld("future", this.#readOnlyView(future, start), this.#sectors, scenario, null, memory),
    );
    for (const input of this.definition.inputs) {
      currentInput = input.key;
      const value = startValues.get(input.key);
      try {
        programs.apply(
          [{ input, value: typeof value === "number" || typeof value === "string" ? value : 1 }],
          evaluation,
          "future",
          future,
        );
      } catch (error) {
        // An input that cannot be applied writes nothing.
        if (!(error instanceof CalculationError)) throw error;
      }
    }
    return new Map(Array.from(targets, ([target, inputs]) => [target, [...inputs]]));
  }

  /** Creates a solution from another thread's numbers, or solves the recipe if the numbers were not transferred. */
  restore(dataset: AreaDataset, { recipe, years }: SharedSolution): Solution {
    if (years === null) return this.solve(dataset, recipe);
    const [present, future] = [years.present, years.future].map((shared) => {
      const objects = new YearObjects(new YearState(this.topology, shared.span, shared, this.#memory));
      this.#calculation.settle(objects, recipe, null);
      return objects;
    }) as [YearObjects, YearObjects];
    const evaluation: Evaluation = this.#evaluation(
      present,
      future,
      this.#scenario(dataset, recipe, () => evaluation),
    );
    return new Solution(recipe, evaluation, present, future, null);
  }

  /** Evicts results beyond the budget. Call it when idle; otherwise the next solve does it, in up to 2 ms. */
  evict(): void {
    this.#memo.evict();
  }

  /** Whether the engine itself currently caches a block of memory that is part of a solution. */
  isCached(holding: Holding): boolean {
    return holding instanceof Float64Array && this.#memo.has(holding);
  }

  /**
   * Applies a recipe's inputs and calculates both years, the future hourly if its area enables it. @throws
   * CalculationError
   */
  solve(dataset: AreaDataset, recipe: Recipe): Solution {
    if (recipe.area !== dataset.area) {
      throw new CalculationError(`the recipe is for ${recipe.area}, the dataset for ${dataset.area}`);
    }
    if (!(recipe.endYear > dataset.startYear)) {
      throw new CalculationError(`the end year ${recipe.endYear} must be after the start year ${dataset.startYear}`);
    }
    this.#memo.beginSolve(this.#depth > 0);
    this.#depth++;
    try {
      return this.#solve(dataset, recipe);
    } finally {
      this.#depth--;
    }
  }

  #solve(dataset: AreaDataset, recipe: Recipe): Solution {
    const area = this.#area(dataset);
    const start = area.startOf(recipe.scaling);
    const span = area.spansUntil(recipe.endYear);
    const disabledInputs = inputsDisabledByCurves(this.#customCurves, Object.keys(recipe.curves));
    const inputs = selectInputs(this.#inputs.list, recipe, disabledInputs);

    // Scaled scenarios have no snapshots: their start values depend on their own base year, which takes longer to
    // calculate than their inputs take to apply.
    const identity = this.#baseYearIdentity(dataset, recipe, inputs.present);
    const scenario = this.#scenario(dataset, recipe, () => evaluation);
    const resumedFuture = this.#inputMemo.resume(recipe.scaling === null ? identity : null, inputs.future, scenario);

    // Nothing is calculated while inputs are applied; queries of the base year read the values written by its inputs.
    const future = this.#copyForInputs(span.future, resumedFuture.state ?? start);
    const present = this.#baseYear(dataset, recipe, identity, inputs.present, future);
    let evaluation = this.#evaluation(present.uncalculated, future, resumedFuture.scenario);
    resumedFuture.apply(this.#inputs, evaluation, future.state);
    this.#stages.end("inputs");
    const hours = this.#calculation.run(future, recipe);
    evaluation = this.#evaluation(present.calculated, future, scenario, hours, present.results);
    return new Solution(recipe, evaluation, present.calculated, future, hours);
  }

  /**
   * The cache key of a recipe's base-year result if the result depends only on its inputs and can be shared; else null.
   */
  #baseYearIdentity(dataset: AreaDataset, recipe: Recipe, inputs: readonly AppliedInput[]): string | null {
    const isShared =
      Object.keys(recipe.curves).length === 0 && inputs.every(({ input }) => this.#inputs.isSelfContained(input));
    if (!isShared) return null;
    const values = inputs.map(({ input: { key }, value }) => [key, value]);
    return JSON.stringify([dataset.hash, recipe.endYear, recipe.scaling, values]);
  }

  /** The base-year result of a recipe, cached by `identity`. Inputs that read the future read `future`. */
  #baseYear(
    dataset: AreaDataset,
    recipe: Recipe,
    identity: string | null,
    inputs: readonly AppliedInput[],
    future: YearObjects,
  ): BaseYear {
    const isShared = identity !== null;
    const area = this.#area(dataset);
    const cached = isShared ? (this.#baseYears.get(identity) ?? area.lastBaseYear(identity)) : undefined;
    if (cached !== undefined) {
      area.setLastBaseYear(identity!, cached);
      return cached;
    }
    const { present: span } = area.spansUntil(recipe.endYear);
    const start = area.startOf(recipe.scaling);
    // A state that is not written to needs no copy.
    const uncalculated = inputs.length === 0 ? this.#readOnlyView(span, start) : this.#copyForInputs(span, start);
    const scenario = this.#scenario(dataset, recipe, () => evaluation);
    const evaluation: Evaluation = this.#evaluation(uncalculated, future, scenario);
    this.#inputs.apply(inputs, evaluation, "present", span);
    const calculated = this.#copyForInputs(span, uncalculated.state);
    // The recipe's orders do not affect the base year, and must not affect a shared one.
    this.#calculation.run(calculated, isShared ? { ...recipe, orders: {} } : recipe);
    const present = { uncalculated, calculated, results: isShared ? new YearResults() : null };
    if (isShared && this.#limits.baseYears > 0) {
      this.#baseYears.set(identity, present);
      area.setLastBaseYear(identity, present);
    }
    return present;
  }

  /** The parts of a recipe that queries read; `evaluation` is the evaluation of those queries. */
  #scenario(dataset: AreaDataset, recipe: Recipe, evaluation: () => Evaluation): ScenarioReader {
    return {
      inputValue: (key) => {
        const definition = this.#inputs.definition(key);
        const recipeValue = recipe.userValues[key] ?? recipe.balancedValues[key];
        if (recipeValue !== undefined) return recipeValue;
        // Start values of a scaled scenario come from its own base year if that has been calculated.
        return recipe.scaling === null
          ? (this.#rangesOf(dataset, recipe.endYear, null).startValues.get(key) ?? null)
          : this.#calculateRange(definition, dataset, recipe.scaling, evaluation()).start;
      },
      attachedCurve: (key) => recipe.curves[key] ?? null,
      area: dataset.area,
      curves: this.#curves,
    };
  }

  /** Evaluates queries and inputs over both years of a scenario. */
  #evaluation(
    present: YearObjects,
    future: YearObjects,
    scenario: ScenarioReader,
    hours: TimeResolved | null = null,
    presentResults: YearResults | null = null,
  ): Evaluation {
    const memory = { lists: this.#lists, curves: this.#memo };
    return new Evaluation(
      this.library,
      new YearWorld("present", present, this.#sectors, scenario, null, memory),
      new YearWorld("future", future, this.#sectors, scenario, hours?.heat ?? null, memory),
      presentResults,
    );
  }

  #rangesOf(dataset: AreaDataset, endYear: number, scaling: Scaling | null): Ranges {
    return this.#area(dataset).ranges(endYear, scaling, () => {
      const { evaluation } = this.solve(dataset, { ...blankRecipe(dataset.area, endYear), scaling });
      return Array.from(this.definition.inputs.values(), (input) =>
        this.#calculateRange(input, dataset, scaling, evaluation),
      );
    });
  }

  #calculateRange(
    definition: InputDefinition,
    { attributes, scaling: datasetScaling }: AreaDataset,
    scaling: Scaling | null,
    evaluation: Evaluation,
  ): InputRange {
    const factors = [
      ...(datasetScaling === null ? [] : [datasetScaling.factor]),
      ...(scaling === null ? [] : [scaling.value / scaling.baseValue]),
    ];
    return inputRange(this.#inputs.compile(definition), { model: this.definition, attributes, evaluation, factors });
  }

  #area(dataset: AreaDataset): OpenArea<BaseYear> {
    let area = this.#areas.get(dataset.hash);
    if (area === undefined)
      this.#areas.set(dataset.hash, (area = new OpenArea(this.topology, dataset, this.#memory, this.#limits)));
    return area;
  }

  /** A copy of an uncalculated year, ready for inputs. */
  #copyForInputs(span: YearSpan, start: YearState): YearObjects {
    return withoutCaching(new YearState(this.topology, span, start));
  }

  /** An uncalculated year that is a view of another year's numbers with its own span. */
  #readOnlyView(span: YearSpan, start: YearState): YearObjects {
    return withoutCaching(new YearState(this.topology, span, start.content, this.#memory));
  }
}

/** Derived values are not cached while inputs are applied. */
function withoutCaching(state: YearState): YearObjects {
  state.caching = false;
  return new YearObjects(state);
}
