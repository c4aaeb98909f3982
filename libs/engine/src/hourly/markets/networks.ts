/**
 * The networks that are dispatched hourly. Markets are set up, take turns within an hour, and write back in the order
 * of this table. If a node is in several networks, the last write wins.
 */
import type { OrderName } from "@etesian/sliders/orders";

export interface Network {
  /** The name of a member's block in its node. */
  readonly key: string;
  readonly name: string;
  readonly carrier: "electricity" | "hydrogen" | "steam_hot_water";
  /**
   * When it is dispatched. `first`: before all others. `together`: hour by hour with all networks of this phase,
   * because they follow each other. `after`: after those, a whole year at a time.
   */
  readonly phase: "first" | "together" | "after";
  /** Lag (hours) of the electricity loads that this network's members follow. */
  readonly electricityLag: 0 | 1;
  /** Whether members of other markets can follow this carrier of their node (`self: …`) in this network. */
  readonly isFollowed: boolean;
  /** Whether flexible members may buy from dispatchables. */
  readonly canSellToFlex: boolean;
  /** The user-sortable order that decides the cost of dispatchables; null = their marginal costs. */
  readonly supplyOrder: OrderName | null;
  /** The user-sortable order that decides the prices of flexible members, highest first; null = their own price. */
  readonly demandOrder: OrderName | null;
}

const heatNetwork = {
  carrier: "steam_hot_water",
  electricityLag: 1,
  isFollowed: true,
  canSellToFlex: false,
  demandOrder: null,
} as const;

export const NETWORKS = [
  {
    ...heatNetwork,
    key: "heat_network_ht",
    name: "high temperature heat",
    phase: "together",
    supplyOrder: "heat_network_order_ht",
  },
  {
    ...heatNetwork,
    key: "heat_network_mt",
    name: "medium temperature heat",
    phase: "together",
    supplyOrder: "heat_network_order_mt",
  },
  {
    ...heatNetwork,
    key: "heat_network_lt",
    name: "low temperature heat",
    phase: "first",
    supplyOrder: "heat_network_order_lt",
  },
  {
    key: "merit_order",
    name: "electricity",
    carrier: "electricity",
    phase: "together",
    electricityLag: 0,
    isFollowed: true,
    canSellToFlex: true,
    supplyOrder: null,
    demandOrder: null,
  },
  {
    key: "hydrogen",
    name: "hydrogen",
    carrier: "hydrogen",
    phase: "after",
    electricityLag: 0,
    isFollowed: true,
    canSellToFlex: false,
    supplyOrder: "hydrogen_supply_order",
    demandOrder: "hydrogen_demand_order",
  },
  {
    key: "agriculture_heat",
    name: "agriculture heat",
    carrier: "steam_hot_water",
    phase: "after",
    electricityLag: 0,
    isFollowed: false,
    canSellToFlex: true,
    supplyOrder: null,
    demandOrder: null,
  },
] as const satisfies readonly Network[];

export type ListedNetwork = (typeof NETWORKS)[number];
export type NetworkKey = ListedNetwork["key"];

/** The only network with prices in money. */
export const ELECTRICITY = NETWORKS.find(({ key }) => key === "merit_order")!;
