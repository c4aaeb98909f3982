/** Settings of the hourly calculation from the model's configuration and the recipe. */
import type { ModelDefinition } from "@etesian/model/definition";
import type { Recipe } from "@etesian/sliders";
import { effectiveOrder, type OrderName, ORDER_NAMES } from "@etesian/sliders/orders";
import { memoiseForGraph, nodesWithBlock } from "../../graph/documented-nodes.ts";
import type { DynamicCurves } from "../../hourly/hourly-curves.ts";
import type { LayerSettings } from "../../hourly/network/network.ts";
import type { CurveSource } from "../../hourly/curves/curve-source.ts";
import type { Orders } from "../../hourly/markets/member.ts";
import type { HourlySettings } from "../../hourly/time-resolved.ts";

/** The name of the configuration that contains the default of a user-sortable order. */
const configurationOf = (order: OrderName): string =>
  order === "households_space_heating_producer_order" ? "fever/space_heating_producer_order" : order;

/** The default orders. */
export const defaultOrders = ({ config }: Pick<ModelDefinition, "config">): Orders =>
  Object.fromEntries(ORDER_NAMES.map((order) => [order, (config[configurationOf(order)] ?? []) as readonly string[]]));

/** The orders in effect, including those in which heat groups are matched. */
export type OrderSettings = Pick<HourlySettings, "orders" | "fever">;

/** Settings that depend on the user's orders in the recipe. */
export function orderSettings(definition: ModelDefinition, userOrders: Recipe["orders"]): OrderSettings {
  const { config } = definition;
  const list = (name: string): readonly string[] => (config[name] ?? []) as readonly string[];
  const orders: Orders = Object.fromEntries(
    Object.entries(defaultOrders(definition)).map(([order, defaultOrder]) => [
      order,
      effectiveOrder(userOrders[order], defaultOrder),
    ]),
  );
  const ordersByConfiguration = new Map(ORDER_NAMES.map((order) => [configurationOf(order), orders[order]!]));
  const heatMembers = (group: string, type: "producer" | "consumer"): readonly string[] => {
    const name = `fever/${group}_${type}_order`;
    return sortMembers(feverNodes(definition, group, type), ordersByConfiguration.get(name) ?? list(name));
  };
  const fever = list("fever/groups").map((name) => ({
    name,
    suppliers: heatMembers(name, "producer"),
    consumers: heatMembers(name, "consumer"),
  }));
  return { orders, fever };
}

/** `orders` are the recipe's orders, if already computed. */
export function hourlySettings(
  definition: ModelDefinition,
  source: CurveSource,
  recipe: Recipe,
  orders: OrderSettings = orderSettings(definition, recipe.orders),
): HourlySettings {
  const { config } = definition;
  return {
    ...orders,
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
  return memoiseForGraph(energy, `heat group ${group}: ${type}`, () =>
    nodesWithBlock(energy, "fever")
      .map((node) => energy.nodes[node]!)
      .filter(({ attributes: { fever } }) => {
        const config = fever as { readonly group?: unknown; readonly type?: unknown };
        return config.group === group && config.type === type;
      })
      .map(({ key }) => key),
  );
}

/** Sorts members in the given order; members that it does not name come last, in their original order. */
function sortMembers(members: readonly string[], order: readonly string[]): readonly string[] {
  const position = new Map(order.map((member, index) => [member, index]));
  return [...members].sort((a, b) => (position.get(a) ?? order.length) - (position.get(b) ?? order.length));
}
