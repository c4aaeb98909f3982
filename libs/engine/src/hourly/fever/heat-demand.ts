/** The port through which market members see the heat calculation. */
import type { AnyCurve } from "../curves/curve.ts";

export interface HeatDemand {
  /** Electricity of a heat group, MW. */
  electricityDemand(group: string): AnyCurve<"april">;
  /** Heat that a node's devices made for its heat group. Raises if it supplies none. */
  heatOf(key: string, carrier: string): HeatOfNode;
}

/** Heat a node made from one carrier. */
export interface HeatOfNode {
  /** MW. */
  readonly output: AnyCurve<"april">;
  /**
   * Heat per unit of the carrier where its document alone determines it (hybrids); null: use the node's conversions.
   */
  readonly efficiency: number | null;
}
