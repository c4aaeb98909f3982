/**
 * Lists of nodes and edges that queries find in the structure of the model (`World.structural`): memoised for all years and
 * scenarios of an engine, as indices, of which each year makes its own objects.
 */
import type { ModelObject, Value } from "@etesian/gql";
import { EdgeObject, NodeObject, type YearObjects } from "../attributes/objects.ts";

/** A list's objects: all of one kind and one graph, as nearly all are. */
interface Indices {
  readonly graph: "energy" | "molecules";
  readonly kind: "nodes" | "edges";
  readonly items: Int32Array;
}

export class StructuralLists {
  readonly #lists = new Map<number, Indices>();

  /**
   * The list of a number in a year; `make` works it out where it is not known. Entries of blocks that it reads, given as
   * `block.entry`, have to be those of the documents: it is neither kept nor answered from memory elsewhere.
   */
  get(list: number, entries: readonly string[], year: YearObjects, make: () => Value): Value {
    if (!entries.every((entry) => isAsDocumented(year, entry))) return make();
    const known = this.#lists.get(list);
    if (known !== undefined) return objectsOf(known, year);
    const found = make();
    const indices = indicesOf(found);
    if (indices !== null) this.#lists.set(list, indices);
    return found;
  }
}

const isAsDocumented = ({ energy, molecules }: YearObjects, entry: string): boolean =>
  energy.state.isAsDocumented(entry) && molecules.state.isAsDocumented(entry);

function objectsOf({ graph, kind, items }: Indices, year: YearObjects): readonly ModelObject[] {
  return year.of(graph)[kind].pick(items);
}

const NOTHING: Indices = { graph: "energy", kind: "nodes", items: new Int32Array() };

/** Null for a list of anything else. */
function indicesOf(found: Value): Indices | null {
  if (!Array.isArray(found)) return null;
  const [first] = found as readonly Value[];
  if (first === undefined) return NOTHING;
  if (!(first instanceof NodeObject || first instanceof EdgeObject)) return null;
  const items = new Int32Array(found.length);
  for (let i = 0; i < found.length; i++) {
    const object = found[i] as Value;
    if (!(object instanceof NodeObject || object instanceof EdgeObject)) return null;
    if (object.kind !== first.kind || object.graph !== first.graph) return null;
    items[i] = object.index;
  }
  return { graph: first.graph.name, kind: first.kind === "node" ? "nodes" : "edges", items };
}
