/** Maps orders to their names in requests. */
import { apiError } from "../http/errors.ts";

export const SUBTYPES = ["lt", "mt", "ht"] as const;

/** The order of each `user_sortables` type; heat networks have one per temperature level. */
const SINGLE_ORDERS = {
  forecast_storage: "forecast_storage_order",
  hydrogen_supply: "hydrogen_supply_order",
  hydrogen_demand: "hydrogen_demand_order",
  space_heating: "households_space_heating_producer_order",
} as const;
const HEAT_NETWORK = "heat_network_order";

/** Names of resources by type. */
export const RESOURCES = { ...SINGLE_ORDERS, heat_network: HEAT_NETWORK } as const;
export type Type = keyof typeof RESOURCES;
export const TYPES = Object.keys(RESOURCES) as readonly Type[];

export const isType = (text: string): text is Type => Object.hasOwn(RESOURCES, text);

export const isSubtype = (text: string): boolean => SUBTYPES.some((candidate) => candidate === text);

/**
 * Orders that a scenario has set, by their names in workbooks; names of heat networks include the temperature level.
 */
export function ordersByName(orders: { readonly [order: string]: readonly string[] }): {
  readonly [name: string]: readonly string[];
} {
  const names = [
    ...Object.entries(SINGLE_ORDERS).map(([type, order]) => [type, order] as const),
    ...SUBTYPES.map((subtype) => [`heat_network_${subtype}`, orderOf("heat_network", subtype)] as const),
  ];
  return Object.fromEntries(
    names.flatMap(([name, order]) => {
      const keys = orders[order];
      return keys === undefined ? [] : [[name, keys]];
    }),
  );
}

/** The order of a type; throws 400 if a heat network's temperature level is missing, 422 if it is unknown. */
export function orderOf(type: Type, subtype: unknown): string {
  if (type !== "heat_network") return SINGLE_ORDERS[type];
  if (subtype === undefined || subtype === null || subtype === "") throw apiError("missing_parameter", "subtype");
  if (typeof subtype !== "string" || !isSubtype(subtype)) throw apiError("unknown_subtype", JSON.stringify(subtype));
  return `${HEAT_NETWORK}_${subtype}`;
}

/** All orders by type; heat networks have one per temperature level. */
export function ordersByType(keysOf: (order: string) => readonly string[]) {
  return {
    ...Object.fromEntries(Object.entries(SINGLE_ORDERS).map(([type, order]) => [type, keysOf(order)])),
    heat_network: Object.fromEntries(SUBTYPES.map((subtype) => [subtype, keysOf(orderOf("heat_network", subtype))])),
  };
}
