/** The energy graph as a drawing: nodes with their positions (`config/energy_node_positions.yml`), and edges. */
import type { GraphDefinition, ModelDefinition } from "@etesian/model/definition";
import { listAt } from "../graph/topology/index-lists.ts";
import type { Topology } from "../graph/topology/topology.ts";
import { readMap } from "./configured-table.ts";

export interface EnergyMap {
  readonly nodes: readonly {
    readonly key: string;
    readonly x: unknown;
    readonly y: unknown;
    readonly fill_color: string | null;
    readonly stroke_color: string;
    readonly sector: string;
    readonly use: string | null;
  }[];
  /** From the supplier on the right to the consumer on the left. */
  readonly edges: readonly {
    readonly left: string;
    readonly right: string;
    readonly color: string;
    readonly type: string;
  }[];
}

const POSITIONS = "energy_node_positions";
const GREY = "#999";
/** The position of nodes without a configured one. */
const DEFAULT_X = 100;

const SECTORS: { readonly [sector: string]: { readonly color: string; readonly y?: number } } = {
  households: { color: "#E69567", y: 100 },
  industry: { color: "#CCCCCC", y: 9000 },
  transport: { color: "#FFD700", y: 3500 },
  agriculture: { color: "#B3CF7B", y: 5300 },
  energy: { color: "#ADD8E6", y: 3000 },
  other: { color: "#7BABBA", y: 8300 },
  environment: { color: "#32CD32", y: 100 },
  buildings: { color: "#FF6666", y: 6100 },
  neighbor: { color: "#87CEEB", y: 100 },
  bunkers: { color: "#5CD0A5" },
  molecules: { color: "#4A69BD" },
  waste: { color: "#969A99" },
  lulucf: { color: "#C377C3" },
};

/** All energy nodes in calculation order, and their input edges. */
export function energyMap(definition: ModelDefinition, topology: Topology): EnergyMap {
  const { nodes, edges }: GraphDefinition = topology.definition;
  const positions = readMap(definition.config[POSITIONS] ?? {}, POSITIONS, "the file");
  const colors = new Map(definition.carriers.map(({ key, attributes }) => [key, attributes["graphviz_color"]]));
  const colorOf = (carrier: string): string => {
    const color = colors.get(carrier);
    return typeof color === "string" ? color : GREY;
  };
  const order = [...topology.nodeOrder];
  return {
    nodes: order.map((index) => {
      const { key, sector, use } = nodes[index]!;
      const { x, y } = (positions[key] ?? { x: DEFAULT_X, y: SECTORS[sector]?.y ?? null }) as {
        x: unknown;
        y: unknown;
      };
      return { key, x, y, fill_color: SECTORS[sector]?.color ?? null, stroke_color: GREY, sector, use };
    }),
    edges: order.flatMap((index) =>
      listAt(topology.inputEdges, index).map((edge) => {
        const { consumer, supplier, carrier, type } = edges[edge]!;
        return { left: nodes[consumer]!.key, right: nodes[supplier]!.key, color: colorOf(carrier), type };
      }),
    ),
  };
}
