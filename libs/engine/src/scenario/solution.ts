/** A calculated scenario and its results. */
import { type Evaluation, explain, type Term } from "@etesian/gql";
import { CalculationFault, HOURS_PER_YEAR } from "@etesian/numeric";
import type { Recipe } from "@etesian/sliders";
import type { YearObjects } from "../attributes/objects/objects.ts";
import { listAt } from "../graph/topology/index-lists.ts";
import type { Holding } from "../graph/state/holding.ts";
import type { Share } from "../graph/state/state.ts";
import type { SharedYearState, YearState } from "../graph/state/year.ts";
import { isShared } from "../hourly/curves/curve.ts";
import { gasHour } from "../hourly/gas/gas-hour.ts";
import { type MarketHour, MarketInspector, type MarketKey } from "../hourly/markets/market-hour.ts";
import { ELECTRICITY, type NetworkKey, NETWORKS } from "../hourly/markets/networks.ts";
import type { TimeResolved } from "../hourly/time-resolved.ts";
import type { NodeReport, QueryAnswer } from "./answers.ts";
import type { CalculatedScenario } from "../exports/calculated-scenario.ts";
import { annualExport, type Export, hourlyExport, loadBalances, priceCurve } from "../exports/catalogue.ts";
import type { LoadBalance } from "../exports/loads.ts";
import { type MeritConfiguration, meritConfiguration } from "../exports/merit-configuration.ts";
import { type NodeStatistics, nodeStatistics } from "../exports/node-statistics.ts";
import type { CurveSource } from "../hourly/curves/curve-source.ts";
import { hourlySettings } from "./year/hourly-settings.ts";
import { explainNode, type NodeExplanation } from "./explanation/node-explanation.ts";
import { nodeReport } from "./node-report.ts";

/**
 * A solution for transfer between threads: numbers in shared memory, the rest as small plain data.
 *
 * `years` is null with an hourly calculation, because its 20 MB of curves take as long to transfer as to recompute
 * (about 40 ms, with bit-identical results). Another thread recomputes them on request.
 */
export interface SharedSolution {
  readonly area: string;
  readonly recipe: Recipe;
  readonly years: { readonly present: SharedYearState; readonly future: SharedYearState } | null;
  readonly byteLength: number;
}

/** Networks in order of preference for nodes that participate in several of them. */
const PRICED_FIRST: readonly NetworkKey[] = [
  ELECTRICITY.key,
  ...NETWORKS.map(({ key }) => key).filter((key) => key !== ELECTRICITY.key),
];

/** Both calculated years of one scenario, and all queries about them. */
export class Solution {
  readonly recipe: Recipe;
  readonly #hours: TimeResolved | null;
  readonly #evaluation: Evaluation;
  readonly #present: YearObjects;
  readonly #future: YearObjects;
  readonly #inspectors = new Map<NetworkKey, MarketInspector>();
  #isReleased = false;

  /** Only the engine creates solutions; both years must have been calculated. */
  constructor(
    recipe: Recipe,
    evaluation: Evaluation,
    present: YearObjects,
    future: YearObjects,
    hours: TimeResolved | null,
  ) {
    this.recipe = recipe;
    this.#hours = hours;
    this.#evaluation = evaluation;
    this.#present = present;
    this.#future = future;
  }

  /** The hourly calculation of the future; null if it is disabled. Throws after `release`. */
  get hours(): TimeResolved | null {
    this.#checkNotReleased();
    return this.#hours;
  }

  /**
   * Reports one hour of a market of the future: consumption, the merit order as dispatched, price, stores, trade.
   * @param hour from 1 January, 00:00: 0 to 8,759
   * @returns null if the hourly calculation is disabled
   */
  inspectHour(network: MarketKey, hour: number): MarketHour | null {
    const { hours } = this;
    if (hours === null) return null;
    if (!Number.isInteger(hour) || hour < 0 || hour >= HOURS_PER_YEAR)
      throw new RangeError(`hour is ${hour}; expected an integer from 0 to ${HOURS_PER_YEAR - 1}`);
    if (network === "network_gas") return gasHour(hours.nodes, hour);
    let inspector = this.#inspectors.get(network);
    if (inspector === undefined) {
      inspector = new MarketInspector(hours.markets[network], hours.scarcityPrice);
      this.#inspectors.set(network, inspector);
    }
    return inspector.inspect(hour);
  }

  /** Evaluates queries over both years and caches the results. Throws after `release`. */
  get evaluation(): Evaluation {
    this.#checkNotReleased();
    return this.#evaluation;
  }

  /**
   * Releases the memory of the future for other solutions. Any later read throws an error, including reads of the
   * evaluation and the hours.
   */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#inspectors.clear();
    this.#evaluation.close();
    this.#hours?.close();
    this.#future.release();
  }

  #checkNotReleased(): void {
    if (this.#isReleased) throw new Error("A solution was used after its memory had been released");
  }

  /**
   * The memory that the solution currently holds. Solutions share much of it, such as the base year and all equal
   * curves; each block counts once across several solutions. Curves of files belong to their reader.
   */
  holdings(): ReadonlySet<Holding> {
    this.#checkNotReleased();
    const holdings = new Set<Holding>();
    this.#present.addHoldings(holdings);
    this.#future.addHoldings(holdings);
    this.hours?.addHoldings(holdings);
    for (const holding of holdings) if (holding instanceof Float64Array && isShared(holding)) holdings.delete(holding);
    return holdings;
  }

  /** Bytes of all `holdings`, including those shared with other solutions. */
  get byteLength(): number {
    return bytesOf(this.holdings());
  }

  /** Result of a gquery by key or deprecated key, in the format for clients. */
  query(key: string): QueryAnswer {
    const gquery = this.evaluation.library.find(key);
    if (gquery === undefined) return { errors: [`Gquery ${key} does not exist`] };
    if (gquery.unit === "nodes") return { errors: [`${gquery.key} may not be requested via the API`] };
    const { present, future, unit, errors } = this.evaluation.answer(gquery);
    if (errors.present === null && errors.future === null) return { key: gquery.key, present, future, unit };
    const messages = [
      ...(errors.present === null ? [] : [`${gquery.key}/present - ${errors.present}`]),
      ...(errors.future === null ? [] : [`${gquery.key}/future - ${errors.future}`]),
    ];
    return { errors: messages };
  }

  /** The result of a gquery in both years and its terms; undefined for an unknown key. Throws `GqlSyntaxError`. */
  explain(key: string): Term | undefined {
    return explain(this.evaluation, key);
  }

  /** The figures that determine a node's output, its flows and its costs; undefined for an unknown key. */
  explainNode(key: string): NodeExplanation | undefined {
    const { hours, evaluation } = this;
    const market =
      hours === null ? null : (PRICED_FIRST.find((network) => hours.markets[network].find(key) >= 0) ?? null);
    return explainNode(key, { present: this.#present, future: this.#future }, evaluation, market);
  }

  /**
   * Figures of an energy or molecule node. Undefined for an unknown key; an error message if a figure cannot be
   * calculated.
   */
  node(key: string): NodeReport | { readonly error: string } | undefined {
    this.#checkNotReleased();
    const { energy, molecules, definition: model } = this.#present.state.topology;
    const graph = energy.nodeByKey.has(key) ? energy : molecules;
    const index = graph.nodeByKey.get(key);
    if (index === undefined) return undefined;
    const carriers = listAt(graph.inputEdges, index).map((edge) => model.carriers[graph.edgeCarrier[edge]!]!.key);
    const years = { present: this.#present, future: this.#future };
    try {
      return nodeReport(graph.definition.nodes[index]!, carriers, this.hours !== null, (year, expression) =>
        this.evaluation.evaluateOn(years[year].graphObjects(graph.name).nodes.at(index), expression, year),
      );
    } catch (error) {
      if (!(error instanceof CalculationFault)) throw error;
      return { error: error.message };
    }
  }

  /** An annual table, null for an unknown name; see `ANNUAL_EXPORTS` in the contracts. */
  annualExport(name: string): Export | null {
    return annualExport(this.#calculated, name);
  }

  /**
   * A table with a row per hour of the future, null for an unknown name; see `HOURLY_EXPORTS` in the contracts.
   * Requires `hours`.
   */
  hourlyExport(name: string): Export | null {
    return hourlyExport(this.#calculated, name);
  }

  /**
   * Production and consumption of an hourly table of loads, for each of its parts (MW); empty for other tables.
   * Requires `hours`.
   */
  loadBalances(name: string): readonly LoadBalance[] {
    return loadBalances(this.#calculated, name);
  }

  /** The electricity price (EUR/MWh) as text, for use as the price of an interconnector. Requires `hours`. */
  priceCurve(): { readonly curve: string } {
    return priceCurve(this.#calculated);
  }

  /**
   * The electricity merit order; null without an hourly calculation. `curves` is the source that the engine calculated
   * with.
   */
  meritConfiguration(curves: CurveSource, includeCurves: boolean): MeritConfiguration | null {
    if (this.hours === null) return null;
    const { definition } = this.#calculated;
    const settings = hourlySettings(definition, curves, this.recipe);
    return meritConfiguration(this.#future.state, this.hours, settings, includeCurves);
  }

  /** Figures of energy nodes by node and name; null selects the defaults. Throws `UnknownStatistic`. */
  nodeStatistics(requested: { readonly [node: string]: readonly string[] | null }): NodeStatistics {
    return nodeStatistics(this.#calculated, requested);
  }

  get #calculated(): CalculatedScenario {
    return {
      definition: this.#present.state.topology.definition,
      evaluation: this.evaluation,
      present: this.#present,
      future: this.#future,
      heat: this.hours?.heat ?? null,
    };
  }

  /**
   * Content for `Engine.restore` on another thread. `share` copies the numbers to memory that both threads read; hosts
   * without threads do not provide it.
   */
  toShared(share: Share): SharedSolution {
    this.#checkNotReleased();
    const heldMemory = new Set<Holding>();
    if (this.hours === null) for (const { state } of [this.#present, this.#future]) state.addHoldings(heldMemory);
    return {
      area: this.recipe.area,
      recipe: this.recipe,
      ...(this.hours === null
        ? {
            years: { present: shareYear(this.#present.state, share), future: shareYear(this.#future.state, share) },
            byteLength: bytesOf(heldMemory),
          }
        : { years: null, byteLength: bytesOfRecipe(this.recipe) }),
    };
  }
}

const sharedYears = new WeakMap<YearState, SharedYearState>();

/** A copy of a calculated year, shared by all solutions that contain the year. */
function shareYear(year: YearState, share: Share): SharedYearState {
  const copy = sharedYears.get(year) ?? year.toShared(share);
  sharedYears.set(year, copy);
  return copy;
}

/** Approximate size of a recipe: a hundred bytes per slider, plus its curves. */
function bytesOfRecipe({ userValues, balancedValues, curves }: Recipe): number {
  const sliders = Object.keys(userValues).length + Object.keys(balancedValues).length;
  return 1_000 + 100 * sliders + 70_080 * Object.keys(curves).length;
}

function bytesOf(holdings: ReadonlySet<Holding>): number {
  let bytes = 0;
  for (const { byteLength } of holdings) bytes += byteLength;
  return bytes;
}
