/** User-sortable orders: the priority among storage, heat and hydrogen technologies. */

export const ORDERS = [
  "heat_network_order_lt",
  "heat_network_order_mt",
  "heat_network_order_ht",
  "hydrogen_supply_order",
  "hydrogen_demand_order",
  "forecast_storage_order",
  "households_space_heating_producer_order",
] as const;
export type OrderName = (typeof ORDERS)[number];

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
