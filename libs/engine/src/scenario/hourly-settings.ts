/** What the hourly calculation takes from the model's configuration and the recipe. */
import type { ModelDefinition } from "@etesian/model";
import type { Recipe } from "@etesian/sliders";
import { fromDocuments, nodesWithBlock } from "../graph/documented-nodes.ts";
import type { DynamicCurves } from "../hourly/curves/hourly-curves.ts";
import type { LayerSettings } from "../hourly/network/network.ts";
import type { HourlySettings, Orders } from "../hourly/time-resolved.ts";
import type { CurveSource } from "./curve-source.ts";

/** Orders that users may change, with the configuration that holds their default. */
const ORDERS: { readonly [order: string]: string } = {
  heat_network_order_lt: "heat_network_order_lt",
  heat_network_order_mt: "heat_network_order_mt",
  heat_network_order_ht: "heat_network_order_ht",
  hydrogen_supply_order: "hydrogen_supply_order",
  hydrogen_demand_order: "hydrogen_demand_order",
  forecast_storage_order: "forecast_storage_order",
  households_space_heating_producer_order: "fever/space_heating_producer_order",
};

/** The user's order as far as its members are known, then the members it leaves out in default order. */
export function effectiveOrder(order: readonly string[] | undefined, known: readonly string[]): readonly string[] {
  const members = new Set(known);
  return [...new Set([...(order ?? []).filter((member) => members.has(member)), ...known])];
}

export function hourlySettings(definition: ModelDefinition, source: CurveSource, recipe: Recipe): HourlySettings {
  const { config } = definition;
  const list = (name: string): readonly string[] => (config[name] ?? []) as readonly string[];
  const orders: Orders = Object.fromEntries(
    Object.entries(ORDERS).map(([order, name]) => [order, effectiveOrder(recipe.orders[order], list(name))]),
  );
  const userOrders = new Map(Object.entries(ORDERS).map(([order, name]) => [name, orders[order]!]));
  const heatMembers = (group: string, type: "producer" | "consumer"): readonly string[] => {
    const name = `fever/${group}_${type}_order`;
    return ordered(feverNodes(definition, group, type), userOrders.get(name) ?? list(name));
  };
  return {
    orders,
    fever: list("fever/groups").map((name) => ({
      name,
      suppliers: heatMembers(name, "producer"),
      consumers: heatMembers(name, "consumer"),
    })),
    layers: (config["electricity_network"] ?? []) as readonly LayerSettings[],
    curves: {
      area: recipe.area,
      source,
      attached: recipe.curves,
      dynamic: (config["dynamic_curves"] ?? {}) as DynamicCurves,
    },
  };
}

/** Nodes of a heat group, in document order. */
function feverNodes({ energy }: ModelDefinition, group: string, type: string): readonly string[] {
  return fromDocuments(energy, `heat group ${group}: ${type}`, () =>
    nodesWithBlock(energy, "fever")
      .map((node) => energy.nodes[node]!)
      .filter(({ attributes: { fever } }) => {
        const config = fever as { readonly group?: unknown; readonly type?: unknown };
        return config.group === group && config.type === type;
      })
      .map(({ key }) => key),
  );
}

/** Members in the given order; those it does not name come last, as they were. */
function ordered(members: readonly string[], order: readonly string[]): readonly string[] {
  const position = new Map(order.map((member, index) => [member, index]));
  return [...members].sort((a, b) => (position.get(a) ?? order.length) - (position.get(b) ?? order.length));
}
