/** User-sortable orders: the priority among storage, heat and hydrogen technologies. */

/** Names of an order outside of recipes and events. */
interface OrderDefinition {
  /** The type in `/user_sortables/{type}` and in workbooks; heat networks have one order per temperature level. */
  readonly type: string;
  /** Temperature level. */
  readonly level: string | null;
  /** The name in dumps. */
  readonly dump: string;
}

/** All orders by their names in recipes and events, in the sequence in which clients list them. */
export const ORDERS = {
  forecast_storage_order: { type: "forecast_storage", level: null, dump: "ForecastStorageOrder" },
  hydrogen_supply_order: { type: "hydrogen_supply", level: null, dump: "HydrogenSupplyOrder" },
  hydrogen_demand_order: { type: "hydrogen_demand", level: null, dump: "HydrogenDemandOrder" },
  households_space_heating_producer_order: {
    type: "space_heating",
    level: null,
    dump: "HouseholdsSpaceHeatingProducerOrder",
  },
  heat_network_order_lt: { type: "heat_network", level: "lt", dump: "HeatNetworkOrder" },
  heat_network_order_mt: { type: "heat_network", level: "mt", dump: "HeatNetworkOrder" },
  heat_network_order_ht: { type: "heat_network", level: "ht", dump: "HeatNetworkOrder" },
} as const satisfies { readonly [name: string]: OrderDefinition };
export type OrderName = keyof typeof ORDERS;
export const ORDER_NAMES = Object.keys(ORDERS) as readonly OrderName[];

/** The user's order restricted to known members, followed by the omitted members in default order. */
export function effectiveOrder(
  order: readonly string[] | undefined,
  knownMembers: readonly string[],
): readonly string[] {
  const members = new Set(knownMembers);
  return [...new Set([...(order ?? []).filter((member) => members.has(member)), ...knownMembers])];
}

/** The problems with an order that a user requests, as sentences. */
export function orderProblems(order: readonly string[], knownMembers: readonly string[]): readonly string[] {
  const unknownMembers = order.filter((member) => !knownMembers.includes(member));
  return [
    ...(unknownMembers.length > 0 ? [`Order contains unknown options: ${shortList(unknownMembers)}`] : []),
    ...(new Set(order).size < order.length ? ["Order contains an option more than once"] : []),
  ];
}

/** Maximum number of members in a message, and of characters in each. */
const MAX_LISTED = 100;

function shortList(members: readonly string[]): string {
  const listedMembers = members
    .slice(0, MAX_LISTED)
    .map((member) => (member.length > MAX_LISTED ? `${member.slice(0, MAX_LISTED)}…` : member));
  const unlistedCount = members.length - listedMembers.length;
  return listedMembers.join(", ") + (unlistedCount > 0 ? ` and ${unlistedCount} more` : "");
}
