/** Calculates a year with inputs applied, hourly if its area enables it. */
import { LruCache } from "@etesian/collections";
import type { ModelDefinition } from "@etesian/model/definition";
import { CalculationFault } from "@etesian/numeric";
import type { Recipe } from "@etesian/sliders";
import type { DerivedYearValues, ElectricitySystem, YearObjects } from "../../attributes/objects/objects.ts";
import type { ModelVocabulary } from "../../attributes/vocabulary.ts";
import { calculateYear } from "../../graph/lifecycle.ts";
import { PassMemo } from "../../graph/pass-memo.ts";
import type { GraphState } from "../../graph/state/state.ts";
import type { YearState } from "../../graph/state/year.ts";
import { YearMemo } from "../../graph/state/year-memo.ts";
import type { CurveMemo } from "../../hourly/curves/memo.ts";
import { electricityWithoutHours } from "../../hourly/electricity-system.ts";
import { HourlyMemory, type HourlySettings, type Hours, TimeResolved } from "../../hourly/time-resolved.ts";
import { type Limits, ORDERS } from "../../limits.ts";
import type { Stages } from "../../stages.ts";
import { CalculationError } from "../../calculation-error.ts";
import type { CurveSource } from "../../hourly/curves/curve-source.ts";
import { hourlySettings, type OrderSettings, orderSettings } from "./hourly-settings.ts";

/** Results of a year's calculation besides its numbers. */
interface CalculatedYear {
  readonly hours: Hours | null;
  readonly derived: DerivedYearValues;
}

export class YearCalculation {
  readonly #definition: ModelDefinition;
  readonly #vocabulary: ModelVocabulary;
  readonly #curves: CurveSource | null;
  readonly #memory: HourlyMemory;
  readonly #stages: Stages;
  readonly #passes: PassMemo;
  readonly #years: YearMemo<CalculatedYear>;
  /** Settings of the last recipes, by their orders. */
  readonly #orders = new LruCache<string, OrderSettings>(ORDERS);
  readonly #systems: LruCache<YearObjects, ElectricitySystem>;

  /** Without `curves` there is no hourly calculation. */
  constructor(
    definition: ModelDefinition,
    vocabulary: ModelVocabulary,
    curves: CurveSource | null,
    memo: CurveMemo,
    stages: Stages,
    limits: Limits,
  ) {
    this.#passes = new PassMemo(limits.passes);
    this.#years = new YearMemo(limits.years);
    this.#systems = new LruCache(limits.systems);
    this.#definition = definition;
    this.#vocabulary = vocabulary;
    this.#curves = curves;
    this.#stages = stages;
    this.#memory = new HourlyMemory(memo, stages, limits);
  }

  /**
   * Calculates a year in place. Returns the hourly calculation; null in the base year and where it is disabled. Throws
   * `CalculationError`.
   */
  run(year: YearObjects, recipe: Recipe): TimeResolved | null {
    const read = this.#vocabulary.nodeReader(year);
    const curves = this.#curves;
    const pass = (graph: GraphState): void => this.#passes.calculate(graph);
    let timeResolved: TimeResolved | null = null;
    let derived: DerivedYearValues | null = null;
    const calculateHours = (future: YearState, hours: Hours | null = null): TimeResolved =>
      (timeResolved = new TimeResolved(future, read, this.#settings(curves!, recipe), this.#memory, hours));
    const restoreOrCalculate = (state: YearState, calculate: (original: YearState) => void): void => {
      const { area, orders, curves: attachedCurves } = recipe;
      const calculatedYear = this.#years.run(state, { area, orders, attached: attachedCurves }, (original) => {
        calculate(original);
        return { hours: timeResolved?.hours ?? null, derived: year.derived };
      });
      const { hours } = calculatedYear;
      derived = calculatedYear.derived;
      if (hours === null || timeResolved !== null) return;
      this.#memory.markUsed(hours);
      calculateHours(state, hours);
    };
    try {
      const hourly = (state: YearState): TimeResolved => calculateHours(state);
      calculateYear(year.state, {
        read,
        pass,
        restoreOrCalculate,
        stages: this.#stages,
        ...(curves === null ? {} : { hourly }),
      });
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      throw new CalculationError(`the scenario cannot be calculated: ${error.message}`, { cause: error });
    }
    this.settle(year, recipe, timeResolved, derived);
    return timeResolved;
  }

  #settings(curves: CurveSource, recipe: Recipe): HourlySettings {
    const key = JSON.stringify(recipe.orders);
    const settings = this.#orders.get(key) ?? orderSettings(this.#definition, recipe.orders);
    this.#orders.set(key, settings);
    return hourlySettings(this.#definition, curves, recipe, settings);
  }

  /**
   * Marks the numbers of the year as final, so that queries may cache derived values. `derived` contains values derived
   * during the calculation.
   */
  settle(
    year: YearObjects,
    recipe: Recipe,
    hours: TimeResolved | null,
    derived: DerivedYearValues | null = null,
  ): void {
    year.settle(derived);
    year.finance = hours?.finance ?? null;
    year.electricity = hours?.system() ?? this.#electricity(year, recipe);
  }

  /** The electricity of a year without dispatch, computed on the first query. */
  #electricity(year: YearObjects, recipe: Recipe): ElectricitySystem | null {
    const curves = this.#curves;
    if (curves === null) return null;
    const make = (): ElectricitySystem =>
      electricityWithoutHours(
        year.state,
        this.#vocabulary.nodeReader(year),
        this.#settings(curves, recipe),
        this.#memory.curves,
      );
    const system = (): ElectricitySystem => {
      const cached = this.#systems.get(year) ?? make();
      this.#systems.set(year, cached);
      return cached;
    };
    return { query: (name, args, graph) => system().query(name, args, graph) };
  }
}
