/**
 * The networks that are settled hour by hour. In the order of this table markets are set up, take their turns within an
 * hour, and write back; of a node in several of them what the last one writes stays.
 */
import type { OrderName } from "@etesian/sliders";

export interface Network {
  /** The block of a node that takes part. */
  readonly key: string;
  readonly name: string;
  readonly carrier: "electricity" | "hydrogen" | "steam_hot_water";
  /**
   * When its hours run: `first`, before all others; `together`, one hour after the other with all that do so, as they
   * follow each other; `after` those, whole years at a time.
   */
  readonly runs: "first" | "together" | "after";
  /** Hours after which electricity is seen here. */
  readonly electricityLag: 0 | 1;
  /** Whether members of other markets that follow this carrier of their node (`self: …`) may find it here. */
  readonly isFollowed: boolean;
  /** Whether flexible members may buy from dispatchables. */
  readonly sellsToFlex: boolean;
  /** The user's order that decides the cost of dispatchables; null = their marginal costs. */
  readonly supplyOrder: OrderName | null;
  /** The user's order that decides what flexible members pay, highest first; null = their own price. */
  readonly demandOrder: OrderName | null;
}

const heatNetwork = {
  carrier: "steam_hot_water",
  electricityLag: 1,
  isFollowed: true,
  sellsToFlex: false,
  demandOrder: null,
} as const;

export const NETWORKS = [
  {
    ...heatNetwork,
    key: "heat_network_ht",
    name: "high temperature heat",
    runs: "together",
    supplyOrder: "heat_network_order_ht",
  },
  {
    ...heatNetwork,
    key: "heat_network_mt",
    name: "medium temperature heat",
    runs: "together",
    supplyOrder: "heat_network_order_mt",
  },
  {
    ...heatNetwork,
    key: "heat_network_lt",
    name: "low temperature heat",
    runs: "first",
    supplyOrder: "heat_network_order_lt",
  },
  {
    key: "merit_order",
    name: "electricity",
    carrier: "electricity",
    runs: "together",
    electricityLag: 0,
    isFollowed: true,
    sellsToFlex: true,
    supplyOrder: null,
    demandOrder: null,
  },
  {
    key: "hydrogen",
    name: "hydrogen",
    carrier: "hydrogen",
    runs: "after",
    electricityLag: 0,
    isFollowed: true,
    sellsToFlex: false,
    supplyOrder: "hydrogen_supply_order",
    demandOrder: "hydrogen_demand_order",
  },
  {
    key: "agriculture_heat",
    name: "agriculture heat",
    carrier: "steam_hot_water",
    runs: "after",
    electricityLag: 0,
    isFollowed: false,
    sellsToFlex: true,
    supplyOrder: null,
    demandOrder: null,
  },
] as const satisfies readonly Network[];

export type NetworkOfTable = (typeof NETWORKS)[number];
export type NetworkKey = NetworkOfTable["key"];

/** The one network with prices in money. */
export const ELECTRICITY = NETWORKS.find(({ key }) => key === "merit_order")!;
