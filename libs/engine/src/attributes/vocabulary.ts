/** The attributes of the query language: reads, calls and writes the attributes of all objects of a model. */
import { type Accessor, type GraphName, GqlError, type Method, type ModelObject, type Vocabulary } from "@etesian/gql";
import { normaliseKey } from "@etesian/model/definition";
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import type { ModelTopology } from "../graph/topology/topology.ts";
import { areaReader, graphMethod, graphReader, storedEmission } from "./area.ts";
import { carrierReader } from "./carriers.ts";
import { edgeMethod, edgeReader } from "./edges.ts";
import type { NodeReader } from "./formulas/formula.ts";
import { NodeNames } from "./names.ts";
import {
  CarrierObject,
  EdgeObject,
  EmissionsScopeObject,
  NodeObject,
  RecordObject,
  SlotObject,
  YearObject,
  type YearObjects,
} from "./objects/objects.ts";
import { readEntry, recordEntries } from "./records.ts";
import { slotAttributes } from "./slots.ts";
import { writeAttribute, readStoredValue } from "./writing.ts";

/** The vocabulary of a model. Names are resolved once; a name that an object does not have throws when it is read. */
export class ModelVocabulary implements Vocabulary {
  readonly #topology: ModelTopology;
  readonly #names: NodeNames;
  readonly #schemes: ReadonlySet<string>;
  readonly #accessors = new Map<string, Accessor>();
  readonly #methods = new Map<string, Method>();
  readonly #readers = { energy: new Map<string, NodeReader>(), molecules: new Map<string, NodeReader>() };
  readonly readStored = readStoredValue;
  readonly assign = writeAttribute;

  constructor(topology: ModelTopology) {
    this.#topology = topology;
    this.#names = new NodeNames(topology);
    this.#schemes = new Set(topology.definition.sectorMapping.columns.map(normaliseKey));
  }

  attribute(name: string): Accessor {
    return (
      this.#accessors.get(name) ?? cacheValue(this.#accessors, name, makeAccessor(this.#names, this.#topology, name))
    );
  }

  #reader(graph: GraphName, name: string): NodeReader {
    return this.#readers[graph].get(name) ?? cacheValue(this.#readers[graph], name, this.#makeReader(graph, name));
  }

  #makeReader(graph: GraphName, name: string): NodeReader {
    const raiseUnknown: NodeReader = ({ nodes }, node) => {
      throw unknownAttribute(name, nodes.at(node));
    };
    return this.#names.reader(graph, name) ?? raiseUnknown;
  }

  method(name: string): Method {
    return this.#methods.get(name) ?? cacheValue(this.#methods, name, makeMethod(this.#names, this.#topology, name));
  }

  isBlock(name: string): boolean {
    return Object.hasOwn(recordEntries, name);
  }

  isNodeKey(name: string, graph: GraphName): boolean {
    return this.#topology[graph].nodeByKey.has(name);
  }

  isScheme(name: string): boolean {
    return this.#schemes.has(normaliseKey(name));
  }

  /**
   * Reads node numbers of a year for the calculation itself, NaN = nil. Throws `GqlError` if an input of a formula is
   * nil or the nodes of the graph have no such attribute.
   */
  nodeReader(year: YearObjects): NodeAttributeReader {
    return (graph, attribute, node) => {
      const objects = year.graphObjects(graph);
      objects.refresh();
      const value = (this.#readers[graph].get(attribute) ?? this.#reader(graph, attribute))(objects, node);
      if (typeof value === "number") return value;
      if (value === null) return Number.NaN;
      if (typeof value === "bigint") return Number(value);
      throw new GqlError(`${attribute} of the node ${year.graphObjects(graph).nodes.at(node).key} is not a number`);
    };
  }
}

function cacheValue<T>(cache: Map<string, T>, name: string, value: T): T {
  cache.set(name, value);
  return value;
}

function makeAccessor(names: NodeNames, topology: ModelTopology, name: string): Accessor {
  const node = { energy: names.reader("energy", name), molecules: names.reader("molecules", name) };
  const edge = { energy: edgeReader(names, "energy", name), molecules: edgeReader(names, "molecules", name) };
  const slot = Object.hasOwn(slotAttributes, name) ? slotAttributes[name] : undefined;
  const carrier = carrierReader(name, topology.carrierColumnByName);
  const area = areaReader(name);
  const graph = graphReader(name);

  return (object) => {
    if (object instanceof NodeObject) {
      const read = object.graph.name === "energy" ? node.energy : node.molecules;
      if (read === undefined) throw unknownAttribute(name, object);
      object.graph.refresh();
      return read(object.graph, object.index);
    }
    if (object instanceof EdgeObject) {
      const read = object.graph.name === "energy" ? edge.energy : edge.molecules;
      if (read === undefined) throw unknownAttribute(name, object);
      object.graph.refresh();
      return read(object.graph, object.index);
    }
    if (object instanceof SlotObject && slot !== undefined) return slot(object.graph, object.index);
    if (object instanceof CarrierObject && carrier !== undefined) return carrier(object);
    if (object instanceof RecordObject) return readEntry(object, name);
    if (object instanceof EmissionsScopeObject) return storedEmission(object.year, `${object.key}_${name}`);
    if (object instanceof YearObject) {
      if (object.kind === "area") return area(object.year);
      if (object.kind === "graph") return graph(object.year);
      return storedEmission(object.year, name);
    }
    throw unknownAttribute(name, object);
  };
}

function makeMethod(names: NodeNames, topology: ModelTopology, name: string): Method {
  const node = { energy: names.method("energy", name), molecules: names.method("molecules", name) };
  const edge = { energy: edgeMethod(names, "energy", name), molecules: edgeMethod(names, "molecules", name) };
  const graph = graphMethod(name);
  const accessor = makeAccessor(names, topology, name);

  return (object, args) => {
    if (object instanceof NodeObject) {
      const call = object.graph.name === "energy" ? node.energy : node.molecules;
      if (call !== undefined) {
        object.graph.refresh();
        return call(object.graph, object.index, args);
      }
    } else if (object instanceof EdgeObject) {
      const call = object.graph.name === "energy" ? edge.energy : edge.molecules;
      if (call !== undefined) {
        object.graph.refresh();
        return call(object.graph, object.index, args);
      }
    } else if (object instanceof YearObject && object.kind === "graph" && args.length > 0) {
      return graph(object.year, args);
    }
    if (args.length > 0) throw new GqlError(`${name} takes no arguments (given ${args.length})`);
    return accessor(object);
  };
}

function unknownAttribute(name: string, object: ModelObject): GqlError {
  return new GqlError(`the ${object.kind} ${object.key} has no attribute ${name}`);
}
