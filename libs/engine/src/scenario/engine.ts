/** A model made ready to calculate, and what it calculates: solutions of recipes. */
import { Evaluation, GqlError, type Program, QueryLibrary, type Value } from "@etesian/gql";
import type { AreaDataset, InputDefinition, ModelDefinition } from "@etesian/model";
import { YearObjects } from "../attributes/objects.ts";
import { ModelVocabulary } from "../attributes/vocabulary.ts";
import type { ElectricitySystem } from "../attributes/area.ts";
import { calculateYear } from "../graph/lifecycle.ts";
import { modelTopology, type ModelTopology } from "../graph/topology.ts";
import { type SharedYearState, type YearSpan, YearState } from "../graph/year.ts";
import { electricityWithoutHours } from "../hourly/electricity-system.ts";
import type { Recipe, Scaling } from "../recipe.ts";
import type { Evaluation as YearEvaluation, NodeReport, QueryAnswer } from "./answers.ts";
import type { CurveSource } from "./curve-source.ts";
import { hourlySettings } from "./hourly-settings.ts";
import { type AppliedInput, selectInputs } from "./input-selection.ts";
import type { InputTable } from "./input-table.ts";
import { nodeReport } from "./node-report.ts";
import { type CompiledInput, inputRange } from "./ranges.ts";
import { scaleYear } from "./scaling.ts";
import { SectorMap } from "./sector-map.ts";
import { inputsDisabledByCurves } from "./sliders.ts";
import { type ScenarioReader, YearWorld } from "./year-world.ts";

/** A recipe that cannot be calculated: an input's query fails, or the recipe does not fit the area. */
export class CalculationError extends Error {
  override readonly name = "CalculationError";
}

/** One calculated year; shared by all solutions with the same present. */
interface Year {
  readonly state: YearState;
  readonly objects: YearObjects;
}

/** What is worked out once per area: its start state, presents without or with few inputs, ranges of inputs. */
interface Area {
  readonly dataset: AreaDataset;
  /** Start states by scaling: nothing applied, nothing calculated. */
  readonly starts: Map<string, YearState>;
  readonly presents: Map<string, Year>;
  readonly ranges: Map<string, Ranges>;
}

interface Ranges {
  readonly table: InputTable;
  readonly starts: ReadonlyMap<string, Value>;
}

const KEPT_AREAS = 8;
const KEPT_PRESENTS = 4;
const KEPT_RANGES = 8;

/**
 * Until hours are calculated every scenario runs as if this input were switched off: the annual calculation alone.
 */
const HOURS_SWITCH = "settings_enable_merit_order";

export class Engine {
  readonly definition: ModelDefinition;
  readonly topology: ModelTopology;
  readonly library: QueryLibrary;
  readonly vocabulary: ModelVocabulary;
  readonly #sectors: SectorMap;
  readonly #curves: CurveSource | null;
  readonly #definitions: ReadonlyMap<string, InputDefinition>;
  readonly #inputs = new Map<string, CompiledInput>();
  readonly #areas = new Map<string, Area>();

  /** Prepares topology and queries. Raises `TopologyError` when the model's graphs cannot be calculated. */
  constructor(definition: ModelDefinition, curves: CurveSource | null = null) {
    this.definition = definition;
    this.topology = modelTopology(definition);
    this.vocabulary = new ModelVocabulary(this.topology);
    this.library = QueryLibrary.compile(definition.gqueries, this.vocabulary);
    this.#sectors = new SectorMap(definition);
    this.#curves = curves;
    this.#definitions = new Map(definition.inputs.map((input) => [input.key, input]));
  }

  /**
   * Ranges and start values of all inputs of an area, from a scenario without any; kept per area, end year and scaling.
   */
  inputs(dataset: AreaDataset, endYear: number, scaling: Scaling | null = null): InputTable {
    return this.#ranges(dataset, endYear, scaling).table;
  }

  /** Applies a recipe's inputs and calculates both years. Raises `CalculationError` when an input cannot be applied. */
  solve(dataset: AreaDataset, recipe: Recipe): Solution {
    const switchedOff = this.#definitions.has(HOURS_SWITCH)
      ? { ...recipe, userValues: { ...recipe.userValues, [HOURS_SWITCH]: 0 } }
      : recipe;
    return this.#solve(dataset, switchedOff, recipe);
  }

  #solve(dataset: AreaDataset, applied: Recipe, recipe: Recipe): Solution {
    if (recipe.area !== dataset.area) {
      throw new CalculationError(`the recipe is for ${recipe.area}, the dataset for ${dataset.area}`);
    }
    if (!(recipe.endYear > dataset.startYear)) {
      throw new CalculationError(`the end year ${recipe.endYear} has to be after the start year ${dataset.startYear}`);
    }
    const area = this.#area(dataset);
    const start = this.#start(area, recipe.scaling);
    const selection = selectInputs(
      this.#definitions,
      applied,
      inputsDisabledByCurves(this.definition.config["user_curves"], Object.keys(recipe.curves)),
    );
    const reader = this.#reader(dataset, applied);
    const span = spans(dataset, recipe.endYear);

    const own =
      Object.keys(recipe.curves).length > 0 ||
      selection.present.some(({ input }) => input.query !== null && !isSelfContained(input.query));
    const identity = JSON.stringify([
      recipe.endYear,
      recipe.scaling,
      selection.present.map(({ input, value }) => [input.key, value]),
    ]);
    const known = own ? undefined : area.presents.get(identity);

    // While inputs are applied nothing is calculated: queries of the present read what its inputs wrote, no more.
    const present = fresh(this.topology, span.present, start);
    const future = fresh(this.topology, span.future, start);
    const evaluation = this.#evaluation(present, future, reader);
    this.#apply(selection.present, evaluation, "present", span.present);
    this.#apply(selection.future, evaluation, "future", span.future);

    if (known === undefined) {
      this.#calculate(present, recipe);
      if (!own) keep(area.presents, identity, present, KEPT_PRESENTS);
    }
    this.#calculate(future, recipe);
    return new Solution(this, recipe, known ?? present, future, reader);
  }

  #apply(inputs: readonly AppliedInput[], evaluation: Evaluation, year: "present" | "future", span: YearSpan): void {
    for (const { input, value } of inputs) {
      const program = this.#compiled(input).update;
      if (program === null) continue;
      try {
        evaluation.update(program, year, { value, updateType: input.updateType, years: span.numberOfYears });
      } catch (error) {
        if (!(error instanceof GqlError)) throw error;
        throw new CalculationError(`the input ${input.key} cannot be set to ${value}: ${error.message}`, {
          cause: error,
        });
      }
    }
  }

  #calculate({ state, objects }: Year, recipe: Recipe): void {
    calculateYear(state, { read: this.vocabulary.nodeReader(objects) });
    objects.settle();
    objects.electricity = this.#electricity({ state, objects }, recipe);
  }

  /** What is known of a year's electricity without running its hours; worked out when a query first asks. */
  #electricity({ state, objects }: Year, recipe: Recipe): ElectricitySystem | null {
    const curves = this.#curves;
    if (curves === null) return null;
    let system: ElectricitySystem | undefined;
    return {
      query: (name, args, graph) => {
        system ??= electricityWithoutHours(
          state,
          this.vocabulary.nodeReader(objects),
          hourlySettings(this.definition, curves, recipe),
        );
        return system.query(name, args, graph);
      },
    };
  }

  /** Queries and inputs of the model, over two years. */
  #evaluation(present: Year, future: Year, reader: ScenarioReader): Evaluation {
    return new Evaluation(
      this.library,
      new YearWorld("present", present.objects, this.#sectors, reader),
      new YearWorld("future", future.objects, this.#sectors, reader),
    );
  }

  #reader(dataset: AreaDataset, { userValues, balancedValues, endYear, curves, scaling }: Recipe): ScenarioReader {
    return {
      inputValue: (key) => {
        if (!this.#definitions.has(key)) throw new GqlError(`No such input: ${key}`);
        const set = userValues[key] ?? balancedValues[key];
        return set ?? this.#ranges(dataset, endYear, scaling).starts.get(key) ?? null;
      },
      attachedCurve: (key) => curves[key] ?? null,
      area: dataset.area,
      curves: this.#curves,
    };
  }

  #ranges(dataset: AreaDataset, endYear: number, scaling: Scaling | null): Ranges {
    const { ranges } = this.#area(dataset);
    const identity = JSON.stringify([endYear, scaling]);
    const known = ranges.get(identity);
    if (known !== undefined) return known;

    // Whoever asks for a start value while they are worked out gets none, instead of asking for ever.
    const starts = new Map<string, Value>();
    const table = new Map<string, ReturnType<typeof inputRange>["facts"]>();
    const found = { table, starts };
    keep(ranges, identity, found, KEPT_RANGES);

    const blank = { ...BLANK, area: dataset.area, endYear, scaling };
    const { evaluation } = this.#solve(dataset, blank, blank);
    const factors = [dataset.scaling?.factor, scaling === null ? undefined : scaling.value / scaling.baseValue].filter(
      (factor) => factor !== undefined,
    );
    const context = { model: this.definition, attributes: dataset.attributes, evaluation, factors };
    for (const definition of this.definition.inputs) {
      const { facts, start } = inputRange(this.#compiled(definition), context);
      table.set(facts.key, facts);
      starts.set(facts.key, start);
    }
    return found;
  }

  #compiled(definition: InputDefinition): CompiledInput {
    let input = this.#inputs.get(definition.key);
    if (input === undefined) {
      const compile = (query: string | null): Program | null =>
        query === null ? null : this.library.program(query, definition.key);
      input = {
        definition,
        update: compile(definition.query),
        min: compile(definition.minQuery),
        max: compile(definition.maxQuery),
        start: compile(definition.startQuery),
      };
      this.#inputs.set(definition.key, input);
    }
    return input;
  }

  #area(dataset: AreaDataset): Area {
    const known = this.#areas.get(dataset.hash);
    const area = known ?? { dataset, starts: new Map(), presents: new Map(), ranges: new Map() };
    keep(this.#areas, dataset.hash, area, KEPT_AREAS);
    return area;
  }

  #start({ dataset, starts }: Area, scaling: Scaling | null): YearState {
    const identity = JSON.stringify(scaling);
    let start = starts.get(identity);
    if (start === undefined) {
      start = YearState.fromDataset(this.topology, dataset);
      if (scaling !== null) scaleYear(start, scaling);
      keep(starts, identity, start, KEPT_PRESENTS);
    }
    return start;
  }

  /** A solution of this model over numbers that another thread calculated. */
  restore(dataset: AreaDataset, { recipe, present, future }: SharedSolution): Solution {
    const [presentYear, futureYear] = [present, future].map((shared) => {
      const state = new YearState(this.topology, shared.span, shared);
      const objects = new YearObjects(state);
      objects.settle();
      objects.electricity = this.#electricity({ state, objects }, recipe);
      return { state, objects };
    });
    return new Solution(this, recipe, presentYear!, futureYear!, this.#reader(dataset, recipe));
  }

  /** For solutions: the evaluation of queries over calculated years. */
  evaluate(present: Year, future: Year, reader: ScenarioReader): Evaluation {
    return this.#evaluation(present, future, reader);
  }
}

const BLANK = { userValues: {}, balancedValues: {}, activeCouplings: [], orders: {}, curves: {} } as const;

/** Queries that read nothing but their own value and the graph give the same present in every scenario. */
const isSelfContained = (query: string): boolean => !/INPUT_VALUE|QUERY|\bQ\s*\(|CURVE|GOAL/.test(query);

function spans({ startYear }: AreaDataset, endYear: number): { present: YearSpan; future: YearSpan } {
  const common = { startYear, numberOfYears: endYear - startYear };
  return { present: { ...common, calendarYear: startYear }, future: { ...common, calendarYear: endYear } };
}

function fresh(topology: ModelTopology, span: YearSpan, start: YearState): Year {
  const state = new YearState(topology, span);
  state.reset(start);
  state.caching = false;
  return { state, objects: new YearObjects(state) };
}

/** Puts an entry last and drops the oldest ones beyond the limit. */
function keep<T>(entries: Map<string, T>, key: string, value: T, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  for (const oldest of entries.keys()) {
    if (entries.size <= limit) break;
    entries.delete(oldest);
  }
}

/** A solution as it travels between threads: numbers in shared memory, the rest small plain data. */
export interface SharedSolution {
  readonly area: string;
  readonly recipe: Recipe;
  readonly present: SharedYearState;
  readonly future: SharedYearState;
  readonly byteLength: number;
}

/** Both years of one scenario, calculated: answers any query about them. */
export class Solution {
  readonly recipe: Recipe;
  readonly #engine: Engine;
  readonly #present: Year;
  readonly #future: Year;
  readonly #reader: ScenarioReader;
  #evaluation: Evaluation | undefined;

  /** Made by `Engine.solve` and `Engine.restore`. */
  constructor(engine: Engine, recipe: Recipe, present: Year, future: Year, reader: ScenarioReader) {
    this.#engine = engine;
    this.recipe = recipe;
    this.#present = present;
    this.#future = future;
    this.#reader = reader;
  }

  /** Memory of the numbers (bytes), the present included although solutions may share it. */
  get byteLength(): number {
    return bytesOf(this.#present.state) + bytesOf(this.#future.state);
  }

  get evaluation(): Evaluation {
    return (this.#evaluation ??= this.#engine.evaluate(this.#present, this.#future, this.#reader));
  }

  /** Result of a gquery by key or deprecated key, as clients get it. */
  query(key: string): QueryAnswer {
    const gquery = this.#engine.library.find(key);
    if (gquery === undefined) return { errors: [`Gquery ${key} does not exist`] };
    if (gquery.unit === "nodes") return { errors: [`${gquery.key} may not be requested via the API`] };
    const { present, future, unit, errors } = this.evaluation.answer(gquery);
    const messages = [
      ...(errors.present === null ? [] : [`${gquery.key}/present - ${errors.present}`]),
      ...(errors.future === null ? [] : [`${gquery.key}/future - ${errors.future}`]),
    ];
    return messages.length > 0 ? { errors: messages } : { key: gquery.key, present, future, unit };
  }

  /** Both years of a gquery as the language evaluates it; undefined for an unknown key. */
  evaluate(key: string): { readonly present: YearEvaluation; readonly future: YearEvaluation } | undefined {
    if (this.#engine.library.find(key) === undefined) return undefined;
    const inYear = (year: "present" | "future"): YearEvaluation => {
      try {
        return { value: this.evaluation.query(key, year) };
      } catch (error) {
        if (!(error instanceof GqlError)) throw error;
        return { error: error.message };
      }
    };
    return { present: inYear("present"), future: inYear("future") };
  }

  /**
   * Figures of an energy or molecule node. Undefined for an unknown key; an error text when a figure cannot be
   * calculated.
   */
  node(key: string): NodeReport | { readonly error: string } | undefined {
    const { energy, molecules } = this.#engine.topology;
    const graph = energy.nodeByKey.has(key) ? energy : molecules;
    const index = graph.nodeByKey.get(key);
    if (index === undefined) return undefined;
    const { definition, edgeCarrier, inputEdges } = graph;
    const carriers: string[] = [];
    for (let i = inputEdges.start[index]!; i < inputEdges.start[index + 1]!; i++) {
      carriers.push(this.#engine.definition.carriers[edgeCarrier[inputEdges.items[i]!]!]!.key);
    }
    const years = { present: this.#present.objects, future: this.#future.objects };
    try {
      return nodeReport(definition.nodes[index]!, carriers, (year, expression) =>
        this.evaluation.evaluateOn(years[year].of(graph.name).nodes[index]!, expression, year),
      );
    } catch (error) {
      if (!(error instanceof GqlError)) throw error;
      return { error: error.message };
    }
  }

  /** For `Solution.fromShared` on another thread, which then reads the same numbers. */
  toShared(): SharedSolution {
    return {
      area: this.recipe.area,
      recipe: this.recipe,
      present: this.#present.state.toShared(),
      future: this.#future.state.toShared(),
      byteLength: this.byteLength,
    };
  }

  static fromShared(engine: Engine, dataset: AreaDataset, shared: SharedSolution): Solution {
    return engine.restore(dataset, shared);
  }
}

const bytesOf = (state: YearState): number => state.energy.buffer.byteLength + state.molecules.buffer.byteLength;
