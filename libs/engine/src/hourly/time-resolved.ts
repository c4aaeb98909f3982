/**
 * The time-resolved calculation of a future: what happens between the two passes over the energy graph
 * (see `HourlyCalculation`).
 *
 * Heat comes first, for the whole year; then the low temperature networks, which nobody waits for; then, hour by hour,
 * the other heat networks and electricity, which follow each other with a lag of one hour; then hydrogen and agriculture
 * heat, which only follow. Network gas is last, after the second pass.
 */
import { isNil } from "@etesian/numeric";
import { asArray, type Curve } from "./curves/curve.ts";
import type { HourlyCalculation, NodeAttributeReader } from "../graph/lifecycle.ts";
import type { Holding } from "../graph/state.ts";
import type { YearState } from "../graph/year.ts";
import { ended } from "../stages.ts";
import { derotated } from "./curves/derived.ts";
import { HourlyCurves } from "./curves/hourly-curves.ts";
import type { CurveMemo } from "./curves/memo.ts";
import { EnergyNodes } from "./energy-nodes.ts";
import { ElectricitySystem, type SystemSettings } from "./electricity-system.ts";
import { Fever } from "./fever/fever.ts";
import { NetworkGas } from "./gas/network-gas.ts";
import { ElectricityFinance } from "./managers/electricity-finance.ts";
import { Manager, type ManagerAttribute, type ManagerContext, memberKeys } from "./managers/manager.ts";
import { runHours } from "./merit/hours.ts";

/** User-defined orders in effect, by name (`heat_network_order_lt`, `hydrogen_supply_order` …). */
export type Orders = { readonly [name: string]: readonly string[] };

export interface HourlySettings extends SystemSettings {
  readonly orders: Orders;
}

type Managers = { readonly [attribute in ManagerAttribute]: Manager };

export class TimeResolved implements HourlyCalculation {
  readonly #settings: HourlySettings;
  readonly memo: CurveMemo;
  readonly #nodes: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly fever: Fever;
  readonly finance: ElectricityFinance;
  readonly managers: Managers;
  #gas: NetworkGas | null = null;

  /** Call with inputs applied and nothing calculated; matches heat suppliers to consumers. */
  constructor(year: YearState, read: NodeAttributeReader, settings: HourlySettings, memo: CurveMemo) {
    this.#settings = settings;
    this.memo = memo;
    this.#nodes = new EnergyNodes(year.energy, read);
    this.#curves = new HourlyCurves(settings.curves, year, this.#nodes, memo);
    this.fever = new Fever(settings.fever, this.#nodes, this.#curves);
    const scarcityPrice = (): number | null => {
      const carrier = year.topology.energy.carrierByKey.get("electricity");
      const column = year.topology.carrierColumnByName.get("fallback_price");
      if (carrier === undefined || column === undefined) return null;
      const price = year.carrierColumns[column]![carrier]!;
      return isNil(price) ? null : price;
    };
    this.finance = new ElectricityFinance(() => this.managers.merit_order.price(scarcityPrice()));
    this.managers = makeManagers(this.#nodes, this.#curves, this.fever, settings.orders, this.finance);
    this.price = () => this.managers.merit_order.price(scarcityPrice());
  }

  /** Electricity price, EUR/MWh in manager order. */
  readonly price: () => Curve<"april">;

  run(): void {
    this.fever.run();
    ended("heat");
    const {
      merit_order: electricity,
      hydrogen,
      heat_network_ht: ht,
      heat_network_mt: mt,
      heat_network_lt: lt,
      agriculture_heat: agriculture,
    } = this.managers;
    for (const manager of [electricity, hydrogen, ht, mt, lt, agriculture]) manager.setUp();
    for (const manager of [electricity, ht, mt, lt, hydrogen, agriculture]) manager.setUpFollowing();
    this.#gas = new NetworkGas(this.#nodes, this.#curves);
    const coupled = [ht.order, mt.order, electricity.order];
    ended("set-up");

    runHours(this.memo, [lt.order]);
    runHours(this.memo, coupled);
    for (const manager of [hydrogen, agriculture]) {
      manager.settleFollowing();
      runHours(this.memo, [manager.order]);
    }
    ended("hours");
  }

  inject(year: YearState): void {
    this.fever.inject();
    const {
      merit_order: electricity,
      hydrogen,
      heat_network_ht: ht,
      heat_network_mt: mt,
      heat_network_lt: lt,
      agriculture_heat: agriculture,
    } = this.managers;
    for (const manager of [ht, mt, lt, electricity, hydrogen, agriculture]) manager.inject();
    year.carrierCurves.set("electricity.cost_curve", () => asArray(derotated(this.memo, this.price())));
    year.carrierCurves.set("electricity.demand_curve", () => asArray(derotated(this.memo, electricity.demand)));
  }

  finish(): void {
    this.#gas!.finish();
  }

  /** Curves of participants and heat producers; most of them it shares with other calculations. */
  *holdings(): Iterable<Holding> {
    for (const manager of Object.values(this.managers))
      for (const { participants } of manager.adapters)
        for (const participant of participants) yield* participant.curves();
    for (const group of this.fever.groups) {
      for (const { devices } of group.suppliers) {
        for (const { input, output } of [devices.producer, ...devices.components]) {
          yield input;
          yield output;
        }
        for (const { productionCurve, request } of devices.activities) {
          yield productionCurve;
          yield request.demand;
        }
      }
    }
  }

  /** Security of supply and network loads of the year that was run. */
  system(): ElectricitySystem {
    return new ElectricitySystem(this.managers.merit_order, this.#settings.layers, { followers: true, needed: true });
  }
}

function makeManagers(
  nodes: EnergyNodes,
  curves: HourlyCurves,
  fever: Fever,
  orders: Orders,
  finance: ElectricityFinance,
): Managers {
  const managers: { [attribute in ManagerAttribute]?: Manager } = {};
  const context: ManagerContext = {
    nodes,
    curves,
    heat: fever,
    managers,
    forecastStorageOrder: orders["forecast_storage_order"] ?? [],
  };
  const make = (
    attribute: ManagerAttribute,
    name: string,
    carrier: "electricity" | "hydrogen" | "steam_hot_water",
    supplyOrder: readonly string[] | null,
    demandOrder: readonly string[] | null = null,
  ): Manager => {
    const spec = { name, attribute, carrier, supplyOrder, demandOrder };
    const manager = new Manager(
      spec,
      context,
      memberKeys(nodes, attribute),
      attribute === "merit_order" ? finance : null,
    );
    managers[attribute] = manager;
    return manager;
  };
  return {
    merit_order: make("merit_order", "electricity", "electricity", null),
    hydrogen: make(
      "hydrogen",
      "hydrogen",
      "hydrogen",
      orders["hydrogen_supply_order"] ?? [],
      (orders["hydrogen_demand_order"] ?? []).toReversed(),
    ),
    heat_network_ht: make(
      "heat_network_ht",
      "high temperature heat",
      "steam_hot_water",
      orders["heat_network_order_ht"] ?? [],
    ),
    heat_network_mt: make(
      "heat_network_mt",
      "medium temperature heat",
      "steam_hot_water",
      orders["heat_network_order_mt"] ?? [],
    ),
    heat_network_lt: make(
      "heat_network_lt",
      "low temperature heat",
      "steam_hot_water",
      orders["heat_network_order_lt"] ?? [],
    ),
    agriculture_heat: make("agriculture_heat", "agriculture heat", "steam_hot_water", null),
  };
}
