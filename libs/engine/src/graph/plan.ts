/** The calculation of a graph as a straight list of steps, worked out once per model. */

export interface CalculationPlan {
  /** Nodes in the order in which they become calculable; nodes that never do are left out. */
  readonly order: Int32Array;
}

export function calculationPlan(): CalculationPlan {
  throw new Error("not available yet");
}
