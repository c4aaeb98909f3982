/**
 * The report of one hour of network gas. Network gas has no merit order: supply and demand follow given curves, and a
 * store balances each hour (see `NetworkGas`).
 */
import { nodesWithBlock } from "../../graph/documented-nodes.ts";
import { borrow } from "../curves/curve.ts";
import { type EnergyNodes, numberIn, textIn } from "../energy-nodes.ts";
import type { MarketHour, MarketMember, MarketStore } from "../markets/market-hour.ts";
import type { MemberRole } from "../markets/member.ts";

const CARRIER = "network_gas";
const ROLES: { readonly [type: string]: MemberRole } = { import: "import", export: "export", storage: "storage" };

/** `hour` from 1 January, 00:00; MW and MWh. */
export function gasHour(nodes: EnergyNodes, hour: number): MarketHour {
  const valueAt = (node: number, name: string): number => {
    const curve = nodes.anyCurve(node, name);
    return curve === null ? 0 : borrow(curve)[hour]!;
  };
  const consumers: MarketMember[] = [];
  const producers: MarketMember[] = [];
  const stores: MarketStore[] = [];
  for (const node of nodesWithBlock(nodes.topology.definition, CARRIER)) {
    const role = ROLES[textIn(nodes.record(node, CARRIER), "type") ?? ""] ?? "other";
    const [input, output] = [valueAt(node, `${CARRIER}_input_curve`), valueAt(node, `${CARRIER}_output_curve`)];
    const member = { node: nodes.key(node), role };
    if (role === "storage") {
      const after = valueAt(node, "storage_curve");
      const load = output - input;
      const volume = numberIn(nodes.record(node, "storage"), "volume");
      const reason = load > 0 ? "covers_demand" : load < 0 ? "takes_excess" : "not_called";
      // `storage_curve` is the content at the end of the hour.
      stores.push({ ...member, load, before: after + load, after, volume, reason });
      continue;
    }
    if (input !== 0) consumers.push({ ...member, load: -input });
    if (output !== 0) producers.push({ ...member, load: output });
  }
  const sum = (members: readonly MarketMember[], role?: MemberRole): number =>
    members.reduce((total, one) => (role === undefined || one.role === role ? total + Math.abs(one.load) : total), 0);
  return {
    network: CARRIER,
    hour,
    demand: sum(consumers),
    alwaysOn: sum(producers),
    consumers: consumers.toSorted((one, other) => one.load - other.load),
    alwaysOnMembers: producers.toSorted((one, other) => other.load - one.load),
    offers: [],
    flexible: [],
    stores,
    purchases: [],
    price: null,
    rule: "none",
    setter: null,
    next: null,
    shortage: 0,
    curtailed: 0,
    imported: sum(producers, "import"),
    exported: sum(consumers, "export"),
  };
}
