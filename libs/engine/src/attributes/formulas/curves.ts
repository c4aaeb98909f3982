/** Hourly curves of nodes: results of the hourly calculation, and emissions distributed over them. */
import type { Value } from "@etesian/gql";
import { sum } from "@etesian/numeric";
import { storedDemandOf } from "./flows.ts";
import type { NodeFormula, NodeReader } from "./formula.ts";
import type { GraphObjects } from "../objects/objects.ts";
import { primaryCapturedCo2Emission, primaryCo2Emission } from "./recursive.ts";

/** "No curve" is an empty list; a curve of 8,760 zeros is a curve. */
const NONE: readonly Value[] = [];

/** Attribute name → name under which the curve is stored. MW (MWh for `storage_curve`), 8,760 hours from 1 January. */
export const curveAttributes: ReadonlyMap<string, string> = new Map<string, string>([
  ...["electricity", "hydrogen", "heat", "network_gas", "steam_hot_water"].flatMap((carrier) =>
    ["input", "output"].map((side): [string, string] => [`${carrier}_${side}_curve`, `${carrier}_${side}_curve`]),
  ),
  ["useable_heat_input_curve", "heat_input_curve"],
  ["useable_heat_output_curve", "heat_output_curve"],
  ["curtailment_output_curve", "curtailment_output_curve"],
  ["storage_curve", "storage_curve"],
  ["availability_curve", "availability_curve"],
  ["marginal_cost_curve", "marginal_cost_curve"],
]);

export function storedCurve(name: string): NodeReader {
  return (graph, node) => graph.state.borrowedCurve(node, name) ?? NONE;
}

const sums = new WeakMap<Float64Array, number>();

/** The sum of a stored curve, cached because several emissions are distributed over the same immutable curve. */
function sumOf(profile: Float64Array): number {
  let total = sums.get(profile);
  if (total === undefined) sums.set(profile, (total = sum(profile)));
  return total;
}

/**
 * Emissions (kg CO2 per hour): the annual total in proportion to the electricity delivered or, without output,
 * consumed.
 */
function spreadEmissions(annualEmissions: NodeFormula): NodeReader {
  return (graph, node) => {
    const profile = electricityProfile(graph, node);
    const emissions = Number(annualEmissions(graph, node));
    if (storedDemandOf(graph, node) === 0 || profile === null || profile.length === 0) return NONE;
    const profileSum = sumOf(profile);
    if (profileSum === 0) return NONE;
    const curve = new Float64Array(profile.length);
    for (let h = 0; h < curve.length; h++) curve[h] = emissions * (profile[h]! / profileSum);
    return curve;
  };
}

function electricityProfile(graph: GraphObjects, node: number): Float64Array | null {
  const { electricity } = graph.traits.carriers;
  if (graph.outputConversion(node, electricity) > 0) {
    const output = graph.state.borrowedCurve(node, "electricity_output_curve");
    if (output !== null) return output;
  }
  return graph.inputConversion(node, electricity) > 0
    ? graph.state.borrowedCurve(node, "electricity_input_curve")
    : null;
}

export const primaryCo2EmissionCurve = spreadEmissions(primaryCo2Emission);
export const primaryCapturedCo2EmissionCurve = spreadEmissions(primaryCapturedCo2Emission);
