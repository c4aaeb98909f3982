/** Port through which market members access the heat calculation. */
import type { AnyCurve } from "../curves/curve.ts";

export interface HeatDemand {
  /** Electricity of a heat group, MW. */
  electricityDemand(group: string): AnyCurve<"april">;
  /** Heat that a node's devices produced for its heat group. Throws if the node supplies no heat group. */
  heatOf(key: string, carrier: string): NodeHeat;
}

/** Heat that a node produced from one carrier. */
export interface NodeHeat {
  /** MW. */
  readonly output: AnyCurve<"april">;
  /** Heat per unit of the carrier if the document alone determines it (hybrids); null to use the node's conversions. */
  readonly efficiency: number | null;
}
