/** Losses of the electricity network, for the hourly calculation and for queries of the graph. */

/** Access to nodes and their demand (MJ); each implementation throws its own error if a value is missing. */
export interface NetworkReader {
  index(key: string): number;
  demand(node: number): number;
  /** Conversion of an output of a node; NaN without the output. */
  outputConversion(node: number, carrier: string): number;
}

/**
 * Network losses (MJ) if nothing were exported, in proportion to the energy that the network delivers. NaN if the
 * high-voltage network lacks an output of electricity or of loss.
 */
export function networkLossesWithoutExport(reader: NetworkReader): number {
  const network = reader.index("energy_power_hv_network_electricity");
  const deliveredEnergy = reader.demand(reader.index("energy_power_transformer_mv_hv_electricity"));
  const ownUse = reader.demand(reader.index("energy_power_sector_own_use_electricity"));
  const loss = reader.outputConversion(network, "loss");
  const electricity = reader.outputConversion(network, "electricity");
  return electricity === 0 ? 0 : ((deliveredEnergy + ownUse) * loss) / electricity;
}
