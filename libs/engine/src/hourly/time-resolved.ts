/**
 * The time-resolved calculation of a future, between the two passes over the energy graph (see `HourlyCalculation`).
 *
 * Heat comes first, for the whole year; then the markets, in the order of `markets/networks.ts`. Network gas is last,
 * after the second pass.
 */
import { RecentList } from "@etesian/collections";
import { isNil } from "@etesian/numeric";
import type { HourlyCalculation, NodeAttributeReader } from "../graph/lifecycle.ts";
import { areEqual } from "../graph/state/equality.ts";
import type { Holding } from "../graph/state/holding.ts";
import type { GraphState } from "../graph/state/state.ts";
import type { YearState } from "../graph/state/year.ts";
import type { Limits } from "../limits.ts";
import type { Stages } from "../stages.ts";
import { type AnyCurve, type Curve, isMaterialised } from "./curves/curve.ts";
import { CurveFromApril } from "./curves/assigned-curve.ts";
import { HourlyCurves } from "./hourly-curves.ts";
import type { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes, HourlyError } from "./energy-nodes.ts";
import { ElectricityOfYear, type SystemSettings } from "./electricity-system.ts";
import { Fever } from "./fever/fever.ts";
import type { HeatDemand } from "./fever/heat-demand.ts";
import { HeatQueries } from "./fever/heat-queries.ts";
import { type FeverSettings, type MatchedGroup, matchGroup } from "./fever/matched-group.ts";
import { NetworkGas } from "./gas/network-gas.ts";
import { ElectricityFinance } from "./markets/electricity-finance.ts";
import { readFixedCosts } from "./markets/fixed-costs.ts";
import { type Markets, runMarkets, setUpMarkets, replaceMembers, type AnnualMarket } from "./markets/markets.ts";
import type { Orders } from "./markets/member.ts";
import { ELECTRICITY, NETWORKS } from "./markets/networks.ts";
import { MemberMemory, type ReadMembers } from "./markets/reading.ts";
import type { FixedCostsByNode } from "./merit/finance.ts";
import { RecordedCalculations, type TracedYear } from "./recorded.ts";

export interface HourlySettings extends SystemSettings {
  readonly orders: Orders;
}

/** The results of an hourly calculation. */
export interface Hours {
  readonly groups: readonly MatchedGroup[];
  readonly fever: Fever;
  readonly markets: Markets;
  readonly fixedCosts: FixedCostsByNode;
}

/** Caches of the hourly calculations of a model. */
export class HourlyMemory {
  readonly curves: CurveMemo;
  readonly stages: Stages;
  readonly matching: RecordedCalculations<readonly MatchedGroup[]>;
  readonly heat: RecordedCalculations<Fever>;
  readonly members: MemberMemory;
  /** Recorded write-backs of heat and of each network. */
  readonly heatInjection: RecordedCalculations<object>;
  readonly injections: readonly RecordedCalculations<object>[];
  #heatOrders: readonly FeverSettings[] = [];
  readonly #years: RecentList<{ readonly members: ReadMembers; readonly markets: Markets }>;

  constructor(curves: CurveMemo, stages: Stages, limits: Limits) {
    const { years } = limits;
    this.curves = curves;
    this.stages = stages;
    this.matching = new RecordedCalculations(years);
    this.heat = new RecordedCalculations(years);
    this.members = new MemberMemory(limits);
    this.heatInjection = new RecordedCalculations(years);
    this.injections = NETWORKS.map(() => new RecordedCalculations(years));
    this.#years = new RecentList(years);
  }

  /** The orders of heat groups; returns the same object as for the last year if they are equal. */
  heatOrders(orders: readonly FeverSettings[]): readonly FeverSettings[] {
    return (this.#heatOrders = areEqual(this.#heatOrders, orders) ? this.#heatOrders : orders);
  }

  /** Marks hourly results as used if they were reused as part of a year. */
  markUsed({ groups, fever, markets }: Hours): void {
    this.matching.markUsed([groups]);
    this.heat.markUsed([fever]);
    this.heatInjection.markUsed(fever.members);
    NETWORKS.forEach(({ key }, index) => this.injections[index]!.markUsed(markets[key].parts));
    const year = this.#years.find((cached) => cached.markets === markets);
    if (year !== undefined) this.members.markUsed(year.members);
  }

  /** The markets of these members; their dispatch depends on nothing else. */
  marketsOf(members: ReadMembers, make: () => Markets): Markets {
    const cached = this.#years.find((year) => areSame(year.members, members));
    if (cached !== undefined) return cached.markets;
    const markets = this.#adaptFromCache(members) ?? make();
    this.#years.add({ members, markets });
    return markets;
  }

  /** The markets of a cached year with these members substituted; null if dispatch may differ from all cached years. */
  #adaptFromCache(members: ReadMembers): Markets | null {
    for (const year of this.#years) {
      const markets = replaceMembers(year.markets, members);
      if (markets !== null) return markets;
    }
    return null;
  }
}

function areSame(one: ReadMembers, other: ReadMembers): boolean {
  for (const { key } of NETWORKS) {
    const [members, others] = [one.get(key)!, other.get(key)!];
    for (let i = 0; i < members.length; i++) if (members[i] !== others[i]) return false;
  }
  return true;
}

/** Placeholder for the heat of a year that has not run. */
const NO_HEAT: HeatDemand = {
  electricityDemand: () => {
    throw new HourlyError("The heat calculation has not run yet");
  },
  heatOf: () => {
    throw new HourlyError("The heat calculation has not run yet");
  },
};

export class TimeResolved implements HourlyCalculation {
  readonly memo: CurveMemo;
  readonly finance: ElectricityFinance;
  readonly #settings: HourlySettings;
  readonly #year: YearState;
  /** The port for queries. */
  readonly nodes: EnergyNodes;
  /** The port of the hourly calculation, closed at its end. */
  readonly #port: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly #memory: HourlyMemory;
  #groups: readonly MatchedGroup[] = [];
  #hours: Hours | null;
  #gas: NetworkGas | null = null;

  /** `hours` are the results of a calculated year; null for a new calculation. */
  constructor(
    year: YearState,
    read: NodeAttributeReader,
    settings: HourlySettings,
    memory: HourlyMemory,
    hours: Hours | null = null,
  ) {
    this.#hours = hours;
    this.memo = memory.curves;
    this.#settings = settings;
    this.#year = year;
    this.#memory = memory;
    this.nodes = new EnergyNodes(year.energy, read);
    this.#port = new EnergyNodes(year.energy, read);
    this.#curves = new HourlyCurves(settings.curves, year, this.#port, this.memo);
    this.finance = new ElectricityFinance(
      this.nodes,
      (node) => this.#electricity.financeOf(node),
      () => this.price(),
      () => this.hours.fixedCosts,
    );
  }

  /** Matches heat suppliers to consumers. Called after inputs have been applied, before anything is calculated. */
  prepare(): void {
    const groups = this.#memory.heatOrders(this.#settings.fever);
    this.#groups = this.#memory.matching.run(this.#tracedYear(NO_HEAT), [groups], () =>
      groups.map((group) => matchGroup(this.#port, group)),
    )[0]!;
  }

  run(): void {
    const [memory, nodes, curves, { orders }] = [this.#memory, this.#port, this.#curves, this.#settings];
    const fever = memory.heat.run(this.#tracedYear(NO_HEAT), [this.#groups], () => {
      const heat = new Fever(this.#groups, nodes, curves);
      heat.run();
      return heat;
    })[0]!;
    this.#memory.stages.end("heat");
    const members = memory.members.read({ ...this.#tracedYear(fever), orders });
    const fixedCosts = readFixedCosts(nodes, members);
    this.#gas = new NetworkGas(nodes, curves);
    this.#memory.stages.end("set-up");
    const markets = memory.marketsOf(members, () => {
      const markets = setUpMarkets(members, this.memo);
      this.#memory.stages.end("set-up");
      runMarkets(markets, this.memo);
      return markets;
    });
    this.#memory.stages.end("hours");
    this.#hours = { groups: this.#groups, fever, markets, fixedCosts };
  }

  #tracedYear(heat: HeatDemand): TracedYear {
    return { nodes: this.#port, curves: this.#curves, heat };
  }

  inject(year: YearState): void {
    const { fever, markets } = this.hours;
    const tracedYear = this.#tracedYear(fever);
    const { members } = fever;
    this.#memory.heatInjection.run(tracedYear, members, (index) => {
      members[index]!.inject(this.#port);
      return members[index]!;
    });
    for (const [index, { key }] of NETWORKS.entries()) markets[key].inject(tracedYear, this.#memory.injections[index]!);
    const [memo, electricity, scarcityPrice] = [this.memo, this.#electricity, this.scarcityPrice];
    const price = new CurveFromApril(memo, () => electricity.price(scarcityPrice));
    year.carrierCurves.set("electricity.cost_curve", price);
    year.carrierCurves.set("electricity.demand_curve", new CurveFromApril(memo, () => electricity.demand));
  }

  finish(): void {
    this.#gas!.finish();
    this.#port.close();
  }

  /** The energy graph of the calculated year. Throws after `close`. */
  get energy(): GraphState {
    this.nodes.checkOpen();
    return this.#year.energy;
  }

  /** Ends queries: the memory of the year is reused, and any later read throws an error. */
  close(): void {
    this.nodes.close();
  }

  get markets(): Markets {
    return this.hours.markets;
  }

  get fever(): Fever {
    return this.hours.fever;
  }

  /** Queries about the year's heat. */
  get heat(): HeatQueries {
    return new HeatQueries(this.fever, this.nodes, this.memo);
  }

  /** Electricity price, EUR/MWh in manager order. */
  price(): Curve<"april"> {
    return this.#electricity.price(this.scarcityPrice);
  }

  /** Price in hours of shortage, EUR/MWh; null for the default. */
  get scarcityPrice(): number | null {
    this.nodes.checkOpen();
    const { topology, carrierColumns } = this.#year;
    const carrier = topology.energy.carrierByKey.get(ELECTRICITY.carrier);
    const column = topology.carrierColumnByName.get("fallback_price");
    if (carrier === undefined || column === undefined) return null;
    const price = carrierColumns[column]![carrier]!;
    return isNil(price) ? null : price;
  }

  get #electricity(): AnnualMarket {
    return this.markets[ELECTRICITY.key];
  }

  get hours(): Hours {
    this.nodes.checkOpen();
    if (this.#hours === null) throw new Error("The hourly calculation has not run yet");
    return this.#hours;
  }

  /** Adds curves of participants and heat producers; most are shared with other calculations. */
  addHoldings(holdings: Set<Holding>): void {
    const add = (curve: AnyCurve): void => {
      if (isMaterialised(curve)) holdings.add(curve);
    };
    for (const market of Object.values(this.markets)) market.addHoldings(holdings);
    for (const { suppliers } of this.fever.groups) {
      for (const { devices } of suppliers) {
        for (const { input, output } of [devices.producer, ...devices.components]) {
          add(input);
          add(output);
        }
        for (const { productionCurve, request } of devices.activities) {
          add(productionCurve);
          add(request.demand);
        }
      }
    }
  }

  /** Security of supply and network loads of the dispatched year. */
  system(): ElectricityOfYear {
    return new ElectricityOfYear(this.#electricity, this.#settings.layers, {
      hasFollowers: true,
      needsFollowers: true,
    });
  }
}
