/** The flows in and out of every node, by carrier. */
import { CalculationFault } from "@etesian/numeric";
import { inputOfCarrier, inputOfLoss, outputOfCarrier, outputOfLoss } from "../attributes/formulas/flows.ts";
import type { NodeFormula } from "../attributes/formulas/formula.ts";
import type { GraphObjects } from "../attributes/objects/objects.ts";
import { byKey } from "./calculated-scenario.ts";
import type { Row } from "./csv.ts";

type Flow = (graph: GraphObjects, node: number, carrier: number) => number;

interface FlowSide {
  readonly name: "input_of" | "output_of";
  readonly flow: Flow;
  readonly loss: NodeFormula;
}

const SIDES: readonly FlowSide[] = [
  { name: "input_of", flow: inputOfCarrier, loss: inputOfLoss },
  { name: "output_of", flow: outputOfCarrier, loss: outputOfLoss },
];

/** All nodes by key, with the inputs of all carriers of the graph, then the outputs; 0 if a node has no demand. */
export function* nodeFlows(graph: GraphObjects, unit: "MJ" | "kg"): Generator<Row> {
  graph.refresh();
  const { carriers } = graph.year.state.topology.definition;
  const columns = SIDES.flatMap(({ name, flow, loss }) =>
    Array.from(graph.topology.carrierOrder, (carrier) => ({
      header: `${name}_${carriers[carrier]!.key} (${unit})`,
      read: (node: number) => (carrier === graph.traits.carriers.loss ? loss(graph, node) : flow(graph, node, carrier)),
    })),
  );
  yield ["key", ...columns.map(({ header }) => header)];
  for (const { key, index } of graph.nodes.all().sort(byKey)) {
    yield [key, ...columns.map(({ read }) => orZero(() => read(index)))];
  }
}

function orZero(flow: () => number | bigint | null): number {
  try {
    return Number(flow() ?? 0);
  } catch (error) {
    if (error instanceof CalculationFault) return 0;
    throw error;
  }
}
