/** The flows into and out of every node, by carrier. */
import { CalculationFault } from "@etesian/numeric";
import { inputOfCarrier, inputOfLoss, outputOfCarrier, outputOfLoss } from "../attributes/formulas/flows.ts";
import type { NodeFormula } from "../attributes/formulas/formula.ts";
import type { GraphObjects } from "../attributes/objects/objects.ts";
import { byKey } from "./calculated-scenario.ts";
import { columnOf, type Row, type Table } from "@etesian/tables";

type Flow = (graph: GraphObjects, node: number, carrier: number) => number;

interface FlowSide {
  readonly name: "input_of" | "output_of";
  readonly description: string;
  readonly flow: Flow;
  readonly loss: NodeFormula;
}

const SIDES: readonly FlowSide[] = [
  { name: "input_of", description: "Flow into the node", flow: inputOfCarrier, loss: inputOfLoss },
  { name: "output_of", description: "Flow out of the node", flow: outputOfCarrier, loss: outputOfLoss },
];

/** All nodes by key, with the inputs of all carriers of the graph, then the outputs; 0 if a node has no demand. */
export function nodeFlows(graph: GraphObjects, unit: "MJ" | "kg"): Table {
  const { carriers } = graph.year.state.topology.definition;
  const columns = SIDES.flatMap(({ name, description, flow, loss }) =>
    Array.from(graph.topology.carrierOrder, (carrier) => ({
      column: columnOf(`${name}_${carriers[carrier]!.key} (${unit})`, { description }),
      read: (node: number) => (carrier === graph.traits.carriers.loss ? loss(graph, node) : flow(graph, node, carrier)),
    })),
  );
  return {
    columns: [columnOf("key", { kind: "text", description: "Node" }), ...columns.map(({ column }) => column)],
    rows: function* (): Generator<Row> {
      graph.refresh();
      for (const { key, index } of graph.nodes.all().sort(byKey)) {
        yield [key, ...columns.map(({ read }) => orZero(() => read(index)))];
      }
    },
  };
}

function orZero(flow: () => number | bigint | null): number {
  try {
    return Number(flow() ?? 0);
  } catch (error) {
    if (error instanceof CalculationFault) return 0;
    throw error;
  }
}
