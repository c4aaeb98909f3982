/**
 * Lists of nodes and edges that depend only on the structure of the model (`World.structuralList`). They are memoised
 * for all years and scenarios of an engine, as indices from which each year derives its own objects.
 */
import type { ModelObject, Value } from "@etesian/gql";
import { EdgeObject, NodeObject, type YearObjects } from "../../attributes/objects/objects.ts";

/** A list whose objects are all of one kind and one graph, as in nearly all lists. */
interface Indices {
  readonly graph: "energy" | "molecules";
  readonly kind: "nodes" | "edges";
  readonly items: Int32Array;
}

export class StructuralLists {
  readonly #lists = new Map<number, Indices>();

  /**
   * The list with an id in a year; `make` computes it if it is not cached. Block entries that it reads, given as
   * `block.entry`, must have their documented values; otherwise the list is neither cached nor looked up.
   */
  get(list: number, entries: readonly string[], year: YearObjects, make: () => Value): Value {
    if (!entries.every((entry) => matchesDocuments(year, entry))) return make();
    const cached = this.#lists.get(list);
    if (cached !== undefined) return objectsOf(cached, year);
    const value = make();
    const indices = indicesOf(value);
    if (indices !== null) this.#lists.set(list, indices);
    return value;
  }
}

const matchesDocuments = ({ energy, molecules }: YearObjects, entry: string): boolean =>
  energy.state.matchesDocuments(entry) && molecules.state.matchesDocuments(entry);

function objectsOf({ graph, kind, items }: Indices, year: YearObjects): readonly ModelObject[] {
  return year.graphObjects(graph)[kind].pick(items);
}

const NOTHING: Indices = { graph: "energy", kind: "nodes", items: new Int32Array() };

/** Null for a list with different contents. */
function indicesOf(value: Value): Indices | null {
  if (!Array.isArray(value)) return null;
  const [first] = value as readonly Value[];
  if (first === undefined) return NOTHING;
  if (!(first instanceof NodeObject || first instanceof EdgeObject)) return null;
  const items = new Int32Array(value.length);
  for (let i = 0; i < value.length; i++) {
    const object = value[i] as Value;
    if (!(object instanceof NodeObject || object instanceof EdgeObject)) return null;
    if (object.kind !== first.kind || object.graph !== first.graph) return null;
    items[i] = object.index;
  }
  return { graph: first.graph.name, kind: first.kind === "node" ? "nodes" : "edges", items };
}
