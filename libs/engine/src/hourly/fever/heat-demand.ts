/** What heat asks of the markets: the port through which their members see it. */
import type { AnyCurve } from "../curves/curve.ts";

export interface HeatDemand {
  /** Electricity of a heat group, MW. */
  electricityDemand(group: string): AnyCurve<"april">;
  /** Heat that a node's devices made for its heat group; raises where it supplies none. */
  heatOf(key: string, carrier: string): HeatOfNode;
}

/** Heat a node made from one carrier. */
export interface HeatOfNode {
  /** MW. */
  readonly output: AnyCurve<"april">;
  /** Heat per unit of the carrier where its document alone decides it (hybrids); null: the node's conversions do. */
  readonly efficiency: number | null;
}
