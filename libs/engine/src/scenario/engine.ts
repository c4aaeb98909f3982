/** A model prepared for calculation: recipes in, solutions out. */
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
import { type InputTargets, NotingVocabulary } from "./inputs/input-targets.ts";
import { type AppliedInput, selectInputs } from "./inputs/input-selection.ts";
import { OpenArea, type Ranges } from "./open-area.ts";
import { type InputRange, inputRange } from "./inputs/ranges.ts";
import { SectorMap } from "./year/sector-map.ts";
import { type SharedSolution, Solution } from "./solution.ts";
import { StructuralLists } from "./year/structural-lists.ts";
import { YearCalculation } from "./year/year-calculation.ts";
import { type ScenarioReader, YearWorld } from "./year/year-world.ts";

/** A base-year result with inputs applied, before and after its calculation; both are read-only. */
interface BaseYear {
  readonly updated: YearObjects;
  readonly calculated: YearObjects;
  /** Its query results; null if it belongs to one scenario. */
  readonly results: YearResults | null;
}

export interface EngineOptions {
  /** Bytes to keep for reuse; 0 keeps nothing and gives the same results. */
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
  /** Shareable base-year results, by everything they depend on. */
  readonly #baseYears: LruCache<string, BaseYear>;
  readonly #inputMemo: InputMemo;
  readonly #stages = new Stages();
  readonly #memory: ReusedMemory;
  readonly #memo: CurveMemo;
  readonly #lists = new StructuralLists();
  /** Solves in progress: start values of inputs that are read while others are applied need a separate one. */
  #depth = 0;

  /**
   * Prepares topology and queries. `memoryBytes` limits what it keeps for reuse from one solve to the next, besides
   * the model itself. Raises `TopologyError` when the model's graphs cannot be calculated.
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

  /** Sets the function called at the end of every stage of its calculations; null removes it. */
  listenToStages(listener: StageListener | null): void {
    this.#stages.listen(listener);
  }

  /** Ranges and start values of all inputs, from a scenario without any; cached per area, end year and scaling. */
  inputs(dataset: AreaDataset, endYear: number, scaling: Scaling | null = null): InputTable {
    return this.#rangesOf(dataset, endYear, scaling).table;
  }

  /**
   * The attributes that each input writes in the future of a scenario without inputs. It runs every input, which takes as long as some dozens of
   * solves, and caches nothing.
   */
  inputTargets(dataset: AreaDataset, endYear: number): InputTargets {
    const { starts } = this.#rangesOf(dataset, endYear, null);
    const { present, future } = this.#area(dataset).spansTo(endYear);
    const start = this.#area(dataset).startOf(null);
    const targets = new Map<string, Set<string>>();
    let running = "";
    const library = QueryLibrary.compile(
      this.definition.gqueries,
      new NotingVocabulary(this.library.vocabulary, (target) => {
        const inputs = targets.get(target) ?? new Set();
        targets.set(target, inputs.add(running));
      }),
    );
    const programs = new InputPrograms(this.definition.inputs, library);
    // Lists are numbered by library.
    const memory = { lists: new StructuralLists(), curves: this.#memo };
    const scenario = this.#scenario(dataset, blankRecipe(dataset.area, endYear), () => evaluation);
    const evaluation: Evaluation = new Evaluation(
      library,
      new YearWorld("present", this.#readOnly(present, start), this.#sectors, scenario, null, memory),
      new YearWorld("future", this.#readOnly(future, start), this.#sectors, scenario, null, memory),
    );
    for (const input of this.definition.inputs) {
      running = input.key;
      const value = starts.get(input.key);
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

  /** Makes a solution of numbers calculated by another thread. */
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

  /** Evicts beyond the budget, for idle time; otherwise the next solve does it, in up to 2 ms. */
  evict(): void {
    this.#memo.evict();
  }

  /** Whether the engine itself currently caches a block of memory that a solution holds. */
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
      throw new CalculationError(`the end year ${recipe.endYear} has to be after the start year ${dataset.startYear}`);
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
    const span = area.spansTo(recipe.endYear);
    const disabled = inputsDisabledByCurves(this.#customCurves, Object.keys(recipe.curves));
    const inputs = selectInputs(this.#inputs.list, recipe, disabled);

    // Start values of a scaled scenario depend on its own base year, and take longer than its inputs.
    const identity = this.#baseYearIdentity(dataset, recipe, inputs.present);
    const scenario = this.#scenario(dataset, recipe, () => evaluation);
    const resumed = this.#inputMemo.resume(recipe.scaling === null ? identity : null, inputs.future, scenario);

    // Nothing is calculated while inputs are applied: queries of the base year read the values that its inputs wrote.
    const future = this.#copyForInputs(span.future, resumed.state ?? start);
    const present = this.#baseYear(dataset, recipe, identity, inputs.present, future);
    let evaluation = this.#evaluation(present.updated, future, resumed.scenario);
    resumed.apply(this.#inputs, evaluation, future.state);
    this.#stages.end("inputs");
    const hours = this.#calculation.run(future, recipe);
    evaluation = this.#evaluation(present.calculated, future, scenario, hours, present.results);
    return new Solution(recipe, evaluation, present.calculated, future, hours);
  }

  /** The cache key of a recipe's base-year result if that depends on its inputs alone and can be shared; else null. */
  #baseYearIdentity(dataset: AreaDataset, recipe: Recipe, inputs: readonly AppliedInput[]): string | null {
    const isShared =
      Object.keys(recipe.curves).length === 0 && inputs.every(({ input }) => this.#inputs.isSelfContained(input));
    if (!isShared) return null;
    const values = inputs.map(({ input: { key }, value }) => [key, value]);
    return JSON.stringify([dataset.hash, recipe.endYear, recipe.scaling, values]);
  }

  /** The base-year result of a recipe, by its `identity`. Inputs that read the future get `future`. */
  #baseYear(
    dataset: AreaDataset,
    recipe: Recipe,
    identity: string | null,
    inputs: readonly AppliedInput[],
    future: YearObjects,
  ): BaseYear {
    const isShared = identity !== null;
    const area = this.#area(dataset);
    const known = isShared ? (this.#baseYears.get(identity) ?? area.lastBaseYear(identity)) : undefined;
    if (known !== undefined) {
      area.keepBaseYear(identity!, known);
      return known;
    }
    const { present: span } = area.spansTo(recipe.endYear);
    const start = area.startOf(recipe.scaling);
    // A state that is not written to needs no copy.
    const updated = inputs.length === 0 ? this.#readOnly(span, start) : this.#copyForInputs(span, start);
    const scenario = this.#scenario(dataset, recipe, () => evaluation);
    const evaluation: Evaluation = this.#evaluation(updated, future, scenario);
    this.#inputs.apply(inputs, evaluation, "present", span);
    const calculated = this.#copyForInputs(span, updated.state);
    // The recipe's orders do not affect the base year, and must not where it is shared.
    this.#calculation.run(calculated, isShared ? { ...recipe, orders: {} } : recipe);
    const present = { updated, calculated, results: isShared ? new YearResults() : null };
    if (isShared && this.#limits.baseYears > 0) {
      this.#baseYears.set(identity, present);
      area.keepBaseYear(identity, present);
    }
    return present;
  }

  /** The parts of a recipe that queries read; `evaluation` is that of the queries. */
  #scenario(dataset: AreaDataset, recipe: Recipe, evaluation: () => Evaluation): ScenarioReader {
    return {
      inputValue: (key) => {
        const definition = this.#inputs.definition(key);
        const set = recipe.userValues[key] ?? recipe.balancedValues[key];
        if (set !== undefined) return set;
        // Start values of a scaled scenario come from its own base year, as far as it has been calculated.
        return recipe.scaling === null
          ? (this.#rangesOf(dataset, recipe.endYear, null).starts.get(key) ?? null)
          : this.#calculateRange(definition, dataset, recipe.scaling, evaluation()).start;
      },
      attachedCurve: (key) => recipe.curves[key] ?? null,
      area: dataset.area,
      curves: this.#curves,
    };
  }

  /** Queries and inputs over two years of a scenario. */
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
    { attributes, scaling: derived }: AreaDataset,
    scaling: Scaling | null,
    evaluation: Evaluation,
  ): InputRange {
    const factors = [
      ...(derived === null ? [] : [derived.factor]),
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
    return asInputsSee(new YearState(this.topology, span, start));
  }

  /** An uncalculated year over the numbers of another one, with its own span. */
  #readOnly(span: YearSpan, start: YearState): YearObjects {
    return asInputsSee(new YearState(this.topology, span, start.content, this.#memory));
  }
}

/** Derived values are not cached while inputs are applied. */
function asInputsSee(state: YearState): YearObjects {
  state.caching = false;
  return new YearObjects(state);
}
