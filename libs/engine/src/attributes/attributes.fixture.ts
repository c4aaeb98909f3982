/** Small calculated years for tests of attributes. */
import type { Value } from "@etesian/gql";
import { type GraphSketch, sketchYear } from "../graph/graph.fixture.ts";
import { calculateYear } from "../graph/lifecycle.ts";
import type { YearState } from "../graph/state/year.ts";
import { type EdgeObject, type NodeObject, type SlotObject, YearObjects } from "./objects/objects.ts";
import { ModelVocabulary } from "./vocabulary.ts";

export class SketchedYear {
  readonly state: YearState;
  readonly objects: YearObjects;
  readonly vocabulary: ModelVocabulary;

  /** A sketched year to which inputs can still be applied: nothing is calculated, and derived values are not cached. */
  constructor(energy: GraphSketch, molecules?: GraphSketch) {
    this.state = sketchYear(energy, molecules);
    this.state.caching = false;
    this.state.area.set("use_merit_order_demands", false);
    this.objects = new YearObjects(this.state);
    this.vocabulary = new ModelVocabulary(this.state.topology);
  }

  calculate(): this {
    calculateYear(this.state, { read: this.vocabulary.nodeReader(this.objects) });
    this.objects.settle();
    return this;
  }

  node(key: string): NodeObject {
    const graph = this.objects.energy.topology.nodeByKey.has(key) ? this.objects.energy : this.objects.molecules;
    return graph.nodes.at(graph.topology.nodeByKey.get(key)!);
  }

  edge(key: string): EdgeObject {
    const { edges, topology } = this.objects.energy;
    return edges.at(topology.edgeByKey.get(key)!);
  }

  slot(node: string, side: "input" | "output", carrier: string): SlotObject {
    return this.vocabulary.method(side)(this.node(node), [Symbol.for(carrier)]) as SlotObject;
  }

  /** Reads an attribute of a node; arguments are given by name. */
  read(node: string, attribute: string, ...args: string[]): Value {
    if (args.length === 0) return this.vocabulary.attribute(attribute)(this.node(node));
    return this.vocabulary.method(attribute)(
      this.node(node),
      args.map((name) => Symbol.for(name)),
    );
  }

  write(node: string, attribute: string, value: Value): void {
    this.vocabulary.assign(this.node(node), attribute, value);
  }

  /** Writes a carrier attribute. */
  carrier(key: string, attribute: string, value: number): this {
    const index = this.objects.energy.topology.carrierByKey.get(key)!;
    this.vocabulary.assign(this.objects.carriers[index]!, attribute, value);
    return this;
  }
}
