/**
 * Lists of nodes and edges that depend on the structure of the model alone (`World.structural`). They are memoised for
 * all years and scenarios of an engine, as indices from which each year makes its own objects.
 */
import type { ModelObject, Value } from "@etesian/gql";
import { EdgeObject, NodeObject, type YearObjects } from "../../attributes/objects/objects.ts";

/** The objects of a list: all of one kind and one graph, as nearly all are. */
interface Indices {
  readonly graph: "energy" | "molecules";
  readonly kind: "nodes" | "edges";
  readonly items: Int32Array;
}

export class StructuralLists {
  readonly #lists = new Map<number, Indices>();

  /**
   * The list with an id in a year; `make` computes it if it is not cached. Block entries that it reads, given as
   * `block.entry`, must have their documented values; otherwise it is neither cached nor looked up.
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

/** Null for a list with other contents. */
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
