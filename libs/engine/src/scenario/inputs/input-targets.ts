/** The objects that inputs write, to find the sliders that change a node, a carrier or the area. */
import type { Accessor, GraphName, Method, ModelObject, Value, Vocabulary } from "@etesian/gql";
import {
  CarrierObject,
  EdgeObject,
  NodeObject,
  RecordObject,
  SlotObject,
  YearObject,
} from "../../attributes/objects/objects.ts";

/** Keys of inputs by the object that they write: `node KEY`, `carrier KEY` or `area ATTRIBUTE`. */
export type InputTargets = ReadonlyMap<string, readonly string[]>;

/** A vocabulary that records writes instead of executing them. */
export class RecordingVocabulary implements Vocabulary {
  readonly #vocabulary: Vocabulary;
  readonly #recordTarget: (target: string) => void;

  constructor(vocabulary: Vocabulary, recordTarget: (target: string) => void) {
    this.#vocabulary = vocabulary;
    this.#recordTarget = recordTarget;
  }

  attribute(name: string): Accessor {
    return this.#vocabulary.attribute(name);
  }

  method(name: string): Method {
    return this.#vocabulary.method(name);
  }

  readStored(object: ModelObject, attribute: string): Value {
    return this.#vocabulary.readStored(object, attribute);
  }

  assign(object: ModelObject, attribute: string): void {
    targetsOf(object, attribute).forEach(this.#recordTarget);
  }

  isBlock(name: string): boolean {
    return this.#vocabulary.isBlock(name);
  }

  isNodeKey(name: string, graph: GraphName): boolean {
    return this.#vocabulary.isNodeKey(name, graph);
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
