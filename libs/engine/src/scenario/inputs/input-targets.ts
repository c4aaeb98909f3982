/** The objects that inputs write: which sliders change a node, a carrier, the area. */
import type { Accessor, GraphName, Method, ModelObject, Value, Vocabulary } from "@etesian/gql";
import {
  CarrierObject,
  EdgeObject,
  NodeObject,
  RecordObject,
  SlotObject,
  YearObject,
} from "../../attributes/objects/objects.ts";

/** Keys of inputs by what they write, each once: `node KEY`, `carrier KEY`, `area ATTRIBUTE`. */
export type InputTargets = ReadonlyMap<string, readonly string[]>;

/** A vocabulary that records writes instead of executing them. */
export class NotingVocabulary implements Vocabulary {
  readonly #of: Vocabulary;
  readonly #note: (target: string) => void;

  constructor(of: Vocabulary, note: (target: string) => void) {
    this.#of = of;
    this.#note = note;
  }

  attribute(name: string): Accessor {
    return this.#of.attribute(name);
  }

  method(name: string): Method {
    return this.#of.method(name);
  }

  stored(object: ModelObject, attribute: string): Value {
    return this.#of.stored(object, attribute);
  }

  assign(object: ModelObject, attribute: string): void {
    targetsOf(object, attribute).forEach(this.#note);
  }

  isBlock(name: string): boolean {
    return this.#of.isBlock(name);
  }

  isNodeKey(name: string, graph: GraphName): boolean {
    return this.#of.isNodeKey(name, graph);
  }
}

/** Slots and blocks belong to their node, edges to the nodes at both ends. */
function targetsOf(object: ModelObject, attribute: string): readonly string[] {
  if (object instanceof NodeObject) return [`node ${object.key}`];
  if (object instanceof RecordObject) return [`node ${object.owner.key}`];
  if (object instanceof SlotObject) {
    const { nodes, slots } = object.graph.topology.definition;
    return [`node ${nodes[slots[object.index]!.node]!.key}`];
  }
  if (object instanceof EdgeObject) {
    const { supplier, consumer, definition } = object.graph.topology;
    return [supplier, consumer].map((end) => `node ${definition.nodes[end[object.index]!]!.key}`);
  }
  if (object instanceof CarrierObject) return [`carrier ${object.key}`];
  return object instanceof YearObject && object.kind === "area" ? [`area ${attribute}`] : [];
}
