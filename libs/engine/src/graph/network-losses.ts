/** Losses of the electricity network, which the hourly calculation and the queries of the graph both ask for. */
import { conversion } from "./slots.ts";
import type { GraphState } from "./state.ts";
import { findSlot } from "./topology.ts";

/** How the asker finds nodes and reads their demand (MJ); each throws an error of its own where that is impossible. */
export interface NetworkReader {
  index(key: string): number;
  demand(node: number): number;
}

/**
 * Network losses (MJ) if nothing were exported: in proportion to what the network delivers. NaN when the
 * high-voltage network lacks an output of electricity or of loss.
 */
export function networkLossesWithoutExport(state: GraphState, reader: NetworkReader): number {
  const network = reader.index("energy_power_hv_network_electricity");
  const delivered = reader.demand(reader.index("energy_power_transformer_mv_hv_electricity"));
  const ownUse = reader.demand(reader.index("energy_power_sector_own_use_electricity"));
  const loss = outputConversion(state, network, "loss");
  const electricity = outputConversion(state, network, "electricity");
  return electricity === 0 ? 0 : ((delivered + ownUse) * loss) / electricity;
}

function outputConversion(state: GraphState, node: number, key: string): number {
  const carrier = state.topology.carrierByKey.get(key);
  const slot = carrier === undefined ? -1 : findSlot(state.topology, node, "output", carrier);
  return slot < 0 ? NaN : conversion(state, slot);
}
