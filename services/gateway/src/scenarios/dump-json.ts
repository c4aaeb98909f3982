import { inputValueCodec, recordOf } from "@etesian/contracts/codecs";
import type { Scenario } from "@etesian/contracts/scenarios";
import { scalingJson } from "./json.ts";

const { fromMessage: userValues } = recordOf(inputValueCodec);

/** Orders by the names that dumps know them by. */
const ORDERS = {
  ForecastStorageOrder: "forecast_storage_order",
  HydrogenSupplyOrder: "hydrogen_supply_order",
  HydrogenDemandOrder: "hydrogen_demand_order",
  HouseholdsSpaceHeatingProducerOrder: "households_space_heating_producer_order",
} as const;
const TEMPERATURES = ["lt", "mt", "ht"];

/** All that a scenario decides, in one object; of the orders, those that were changed. */
export function dumpJson({ recipe, private: isPrivate, keepCompatible }: Scenario) {
  if (!recipe) throw new Error("a scenario came without its recipe");
  const { orders } = recipe;
  const heat = TEMPERATURES.flatMap((temperature) => {
    const order = orders[`heat_network_order_${temperature}`]?.keys;
    return order === undefined ? [] : [{ order, temperature }];
  });
  const others = Object.entries(ORDERS).flatMap(([name, key]) => {
    const order = orders[key]?.keys;
    return order === undefined ? [] : [[name, { order }] as const];
  });
  return {
    area_code: recipe.area,
    end_year: recipe.endYear,
    private: isPrivate,
    keep_compatible: keepCompatible,
    user_values: userValues(recipe.userValues),
    balanced_values: recipe.balancedValues,
    active_couplings: recipe.activeCouplings,
    scaling: recipe.scaling ? scalingJson(recipe.scaling) : null,
    user_sortables: { ...(heat.length > 0 ? { HeatNetworkOrder: heat } : {}), ...Object.fromEntries(others) },
    user_curves: {},
  };
}
