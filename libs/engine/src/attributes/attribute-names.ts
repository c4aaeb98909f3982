/**
 * The attribute names of a model's objects, available without a calculated year. Used to check the names in queries and
 * inputs.
 */
import type { AttributeNames, GraphName, Holder } from "@etesian/gql";
import { attributesOf, ENERGY_NODE, type ModelDefinition, MOLECULE_NODE } from "@etesian/model/definition";
import { type ModelTopology, modelTopology } from "../graph/topology/topology.ts";
import { ELECTRICITY_QUERIES } from "../hourly/electricity-system.ts";
import { areaAttributeNames, graphAttributeNames } from "./area.ts";
import { isAreaAttribute } from "./area-names.ts";
import { carrierReader, carrierAttributeNames } from "./carriers.ts";
import { edgeAttributeNames, edgeMethod, edgeReader, writableEdgeAttributes } from "./edges.ts";
import { NodeNames } from "./names.ts";
import { recordEntries, writableEntries } from "./records.ts";
import { slotAttributes } from "./slots.ts";
import { isWritableNodeAttribute, writableNodeAttributes } from "./writing.ts";

/** The attribute names of a model's objects. @throws TopologyError if the model's graphs cannot be calculated */
export function attributeNames(definition: ModelDefinition): AttributeNames {
  return new ModelAttributeNames(modelTopology(definition));
}

/** Block entries that are maps, as `block.entry`. */
const maps: ReadonlySet<string> = new Set(
  [...attributesOf(ENERGY_NODE, "block"), ...attributesOf(MOLECULE_NODE, "block")].flatMap(({ name, type }) =>
    attributesOf(type.attributes, "map").map((entry) => `${name}.${entry.name}`),
  ),
);

class ModelAttributeNames implements AttributeNames {
  readonly holders: readonly Holder[] = [
    ...(["energy", "molecules"] as const).flatMap((graph): Holder[] => [
      `${graph} node`,
      `${graph} edge`,
      `${graph} slot`,
    ]),
    "carrier",
    "area",
    "graph",
    "goal",
    ...Object.keys(recordEntries).map((name): Holder => `block ${name}`),
  ];
  readonly #topology: ModelTopology;
  readonly #nodes: NodeNames;

  constructor(topology: ModelTopology) {
    this.#topology = topology;
    this.#nodes = new NodeNames(topology);
  }

  reads(holder: Holder, name: string): boolean {
    const [graph, kind] = parseHolder(holder);
    switch (kind) {
      case "node":
        return this.#nodes.has(graph, name);
      case "edge":
        return edgeReader(this.#nodes, graph, name) !== undefined && this.#isReadable(name, edgeAttributeNames);
      case "slot":
        return Object.hasOwn(slotAttributes, name);
      case "carrier":
        return (
          carrierReader(name, this.#topology.carrierColumnByName) !== undefined &&
          this.#isReadable(name, carrierAttributeNames)
        );
      case "area":
        return areaAttributeNames.includes(name) || isAreaAttribute(name);
      case "graph":
        return graphAttributeNames.includes(name) || ELECTRICITY_QUERIES.includes(name);
      case "goal":
        return name === "is_set?" || name === "user_value";
      case "block":
        return Object.hasOwn(recordEntries[blockName(holder)] ?? {}, name);
      default:
        return true;
    }
  }

  /** `<carrier>?` is defined for any name, but true only for the carrier itself. */
  #isReadable(name: string, ownNames: readonly string[]): boolean {
    return !name.endsWith("?") || ownNames.includes(name) || this.#topology.energy.carrierByKey.has(name.slice(0, -1));
  }

  calls(holder: Holder, name: string): boolean {
    const [graph, kind] = parseHolder(holder);
    switch (kind) {
      case "node":
        return this.#nodes.method(graph, name) !== undefined;
      case "edge":
        return edgeMethod(this.#nodes, graph, name) !== undefined;
      case "graph":
        return name === "group_demand_for_electricity" || ELECTRICITY_QUERIES.includes(name);
      default:
        return false;
    }
  }

  writes(holder: Holder, name: string): boolean {
    const [graph, kind] = parseHolder(holder);
    switch (kind) {
      case "node":
        return isWritableNodeAttribute(this.#topology[graph], name);
      case "edge":
        return writableEdgeAttributes(graph).includes(name);
      case "slot":
        return name === "conversion";
      case "carrier":
        return this.#topology.carrierColumnByName.has(name);
      case "area":
        return isAreaAttribute(name);
      case "goal":
        return name === "user_value";
      case "block":
        return writableEntries(blockName(holder)).includes(name);
      default:
        return true;
    }
  }

  leadsTo(holder: Holder, name: string): Holder | null {
    const [, kind] = parseHolder(holder);
    if (kind === "node") return Object.hasOwn(recordEntries, name) ? `block ${name}` : null;
    return kind === "block" && maps.has(`${blockName(holder)}.${name}`) ? "entries" : null;
  }

  *names(holder: Holder, isWritten: boolean): Iterable<string> {
    const [graph, kind] = parseHolder(holder);
    switch (kind) {
      case "node":
        yield* isWritten ? writableNodeAttributes(this.#topology[graph]) : this.#nodes.all(graph);
        break;
      case "edge":
        yield* isWritten ? writableEdgeAttributes(graph) : edgeAttributeNames;
        break;
      case "slot":
        yield* isWritten ? ["conversion"] : Object.keys(slotAttributes);
        break;
      case "carrier":
        yield* this.#topology.carrierColumnByName.keys();
        if (!isWritten) yield* carrierAttributeNames;
        break;
      case "area":
        yield* areaAttributeNames;
        break;
      case "graph":
        if (!isWritten) yield* [...graphAttributeNames, ...ELECTRICITY_QUERIES];
        break;
      case "block":
        yield* isWritten ? writableEntries(blockName(holder)) : Object.keys(recordEntries[blockName(holder)] ?? {});
        break;
      default:
    }
  }
}

const blockName = (holder: Holder): string => holder.slice("block ".length);

function parseHolder(holder: Holder): readonly [graph: GraphName, kind: string] {
  if (holder.startsWith("block ")) return ["energy", "block"];
  const [first = "", second] = holder.split(" ");
  return second === undefined ? ["energy", first] : [first === "molecules" ? "molecules" : "energy", second];
}
