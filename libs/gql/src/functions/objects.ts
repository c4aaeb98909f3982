/** Finds nodes, edges, slots and carriers, and traverses the graph. */
import { GqlError, type GraphName, type ModelObject, type Side, type Value } from "../world.ts";
import type { Scope } from "../machine.ts";
import { isList, isName, isObject, isTrue, nameOf, unexpectedValue } from "../values/kinds.ts";
import {
  difference,
  flatten,
  flattenCompact,
  flattenUnique,
  intersection,
  isObjectList,
  unique,
} from "../values/lists.ts";
import { order, toInteger } from "../values/numbers.ts";
import { toText } from "../values/text.ts";
import {
  distinct,
  distinctForOneArgument,
  fn,
  reusable,
  noArguments,
  type FunctionTable,
  type GqlFunction,
} from "./function.ts";

/** The text of a key given as a symbol or a string. Throws GqlError for other values. */
export function keyOf(value: Value): string {
  if (isName(value)) return nameOf(value);
  throw unexpectedValue("a name", value);
}

/**
 * L(): nested lists of names and objects as a flat list of objects without repetitions. Unknown names and nil are
 * dropped, and other values are kept. All named nodes take the position of the first name, so that they come before the
 * objects that follow it.
 */
export function lookUp(scope: Scope, graph: GraphName, args: readonly Value[]): readonly Value[] {
  if (args.length === 1 && isObjectList(args[0]!)) return args[0];
  const flat = flatten(args);
  if (!flat.some(isName)) return unique(flattenCompact(flat));
  const values: Value[] = [];
  let hasAddedNodes = false;
  for (let i = 0; i < flat.length; i++) {
    const value = flat[i]!;
    if (!isName(value)) {
      if (value !== null) values.push(value);
    } else if (!hasAddedNodes) {
      hasAddedNodes = true;
      addNamedNodes(values, scope, graph, flat);
    }
  }
  return unique(values);
}

function addNamedNodes(values: Value[], { world }: Scope, graph: GraphName, flat: readonly Value[]): void {
  for (let i = 0; i < flat.length; i++) {
    const name = flat[i]!;
    const node = isName(name) ? world.node(graph, nameOf(name)) : undefined;
    if (node !== undefined) values.push(node);
  }
}

/** G(), EG(), USE() …: the objects of each key, in sequence. */
const listingFunction = (list: (scope: Scope, key: string) => readonly ModelObject[]): GqlFunction =>
  reusable(
    distinctForOneArgument(
      fn((scope, args) =>
        args.length === 1 ? list(scope, keyOf(args[0]!)) : args.flatMap((key) => list(scope, keyOf(key))),
      ),
    ),
  );

/** SECTOR(sector), or SECTOR(scheme, value, …) through a mapping scheme. */
const sector = (graph: GraphName): GqlFunction =>
  reusable(
    distinct(
      fn((scope, args) =>
        args.length <= 1
          ? args.flatMap((key) => scope.world.sector(graph, keyOf(key)))
          : scope.world.nodesOfScheme(graph, keyOf(args[0]!), args.slice(1).flat().map(toText)),
      ),
    ),
  );

/** CARRIER(key, …): the carriers of a graph; unknown ones are omitted. */
function carriers(graph: GraphName): GqlFunction {
  const carriersOf = (scope: Scope, key: Value): readonly ModelObject[] => {
    const carrier = scope.world.carrier(graph, keyOf(key));
    return carrier === undefined ? [] : [carrier];
  };
  return { ...fn((scope, args) => args.flatMap((key) => carriersOf(scope, key))), callWithOne: carriersOf };
}

/** The edge between two nodes, in either direction; nil if a node or the edge is missing. */
const edgeBetween = (graph: GraphName): GqlFunction =>
  fn((scope, args) => {
    const [a = null, b = null] = lookUp(scope, graph, args);
    if (a === null || b === null) return null;
    return scope.world.edge(graph, requireNode(a).key, requireNode(b).key) ?? null;
  }, 2);

/** The value as a node. Throws GqlError for other values. */
function requireNode(value: Value): ModelObject {
  if (isObject(value) && value.kind === "node") return value;
  throw unexpectedValue("a node", value);
}

/** INPUT_SLOTS(nodes…) and INPUT_SLOTS(nodes…, carrier). */
const slotsFunction = (side: Side): GqlFunction =>
  distinct(
    fn((scope, args) => {
      const carrier = args.length > 1 ? keyOf(args.at(-1)!) : null;
      const nodes = lookUp(scope, "energy", carrier === null ? args : args.slice(0, -1));
      const objects: ModelObject[] = [];
      for (const value of nodes) {
        const parent = requireNode(value);
        if (carrier === null) objects.push(...scope.world.slots(parent, side));
        else {
          const slot = scope.world.slot(parent, side, carrier);
          if (slot !== undefined) objects.push(slot);
        }
      }
      return unique(objects);
    }),
  );

/** Edges of nodes or slots, filtered by an expression or a bare word such as `constant`. */
const edgesOf = (sides: readonly Side[]): GqlFunction =>
  fn(
    (scope, [objects, filter = null]) => {
      if (!isList(objects!)) throw unexpectedValue("a list", objects!);
      const edges: ModelObject[] = [];
      for (const object of flattenUnique(objects)) {
        if (!isObject(object)) continue;
        if (object.kind === "slot") edges.push(...scope.world.edges(object, "input"));
        else if (object.kind === "node") for (const side of sides) edges.push(...scope.world.edges(object, side));
      }
      const condition = isList(filter) ? (filter[0] ?? null) : filter;
      if (!isName(condition) || nameOf(condition) === "") return edges;
      const text = typeof condition === "symbol" ? `${nameOf(condition)}?` : condition;
      return edges.filter((edge) => isTrue(scope.evaluateOn(edge, text)));
    },
    1,
    2,
  );

const neighbours = (list: (scope: Scope, node: ModelObject) => readonly ModelObject[]): GqlFunction =>
  reusable(distinct(fn((scope, args) => unique(flatten(args).flatMap((value) => list(scope, requireNode(value)))))));

function listArgument(value: Value | undefined): readonly Value[] {
  if (value !== undefined && isList(value)) return flatten(value);
  throw unexpectedValue("a list", value ?? null);
}

/**
 * EMISSIONS(): the store. EMISSIONS(sector, use): a scope to write to. EMISSIONS(sector, use, ghg[, 1990]) and
 * EMISSIONS(scheme, value, ghg[, 1990]): an amount.
 */
function emissions(scope: Scope, args: readonly Value[]): Value {
  if (args.length === 0) return scope.world.emissions;
  const [first = null, second = null, ghg = null, year = null] = args;
  const year1990 = year !== null && toInteger(typeof year === "symbol" ? nameOf(year) : year) === 1990n ? "1990" : null;
  const scheme = toText(first);
  if (scope.world.isScheme(scheme)) {
    if (args.length > 4)
      throw new GqlError(`EMISSIONS(${scheme}, …) accepts a single value: EMISSIONS(scheme, value, ghg[, 1990])`);
    if (ghg === null)
      throw new GqlError(
        `EMISSIONS(${scheme}, …) needs a greenhouse gas, e.g. EMISSIONS(${scheme}, ${toText(second)}, co2)`,
      );
    return scope.world.mappedEmission(scheme, toText(second), toText(ghg), year1990);
  }
  const sectorKey = scheme.replaceAll(/[-.]/g, "_");
  if (args.length === 2) return scope.world.emissionsScope(sectorKey, toText(second));
  if (args.length < 3)
    throw new GqlError("EMISSIONS expects no arguments, (sector, use), or (sector, use, ghg[, 1990])");
  return scope.world.emission(sectorKey, toText(second), toText(ghg), year1990);
}

/** An object's attribute; without a name, the object itself. */
const attributeOf = (scope: Scope, object: ModelObject, name: Value): Value =>
  name === null ? object : scope.vocabulary.attribute(keyOf(name))(object);

const areaAttribute = (scope: Scope, name: Value): Value => attributeOf(scope, scope.world.area, name);

const graphAttribute = (scope: Scope, name: Value): Value =>
  attributeOf(scope, scope.world.graph, isName(name) && nameOf(name) === "graph" ? null : name);

/** Sorts objects by an attribute, with nil as −1.0; objects with equal values keep their order. */
function sortBy(scope: Scope, args: readonly Value[]): readonly Value[] {
  const attribute = keyOf(args.at(-1)!);
  const rows = flattenUnique(args.slice(0, -1)).map((object) => {
    if (!isObject(object)) throw unexpectedValue("an object of the graph", object);
    const value = scope.evaluateOn(object, attribute);
    return { object, value: isTrue(value) ? value : -1 };
  });
  return rows.toSorted((a, b) => order(a.value, b.value)).map(({ object }) => object);
}

function elementAt(args: readonly Value[]): Value {
  return flatten(args).at(Number(toInteger(args.at(-1) ?? null))) ?? null;
}

const groupFunction = (graph: GraphName): GqlFunction => listingFunction((scope, key) => scope.world.group(graph, key));
const useFunction = (graph: GraphName): GqlFunction => listingFunction((scope, key) => scope.world.use(graph, key));
const edgeGroupFunction = (graph: GraphName): GqlFunction =>
  listingFunction((scope, key) => scope.world.edgeGroup(graph, key));
const lookUpFunction = (graph: GraphName): GqlFunction =>
  reusable(distinct(fn((scope, args) => lookUp(scope, graph, args))));

export const OBJECTS: FunctionTable = {
  L: lookUpFunction("energy"),
  LOOKUP: lookUpFunction("energy"),
  ML: lookUpFunction("molecules"),
  MLOOKUP: lookUpFunction("molecules"),
  ALL: reusable(distinct(noArguments((scope) => scope.world.nodes("energy")))),
  MALL: reusable(distinct(noArguments((scope) => scope.world.nodes("molecules")))),
  G: groupFunction("energy"),
  GROUP: groupFunction("energy"),
  MG: groupFunction("molecules"),
  MGROUP: groupFunction("molecules"),
  EG: edgeGroupFunction("energy"),
  EDGE_GROUP: edgeGroupFunction("energy"),
  MEG: edgeGroupFunction("molecules"),
  MEDGE_GROUP: edgeGroupFunction("molecules"),
  SECTOR: sector("energy"),
  MSECTOR: sector("molecules"),
  USE: useFunction("energy"),
  MUSE: useFunction("molecules"),
  CARRIER: carriers("energy"),
  MCARRIER: carriers("molecules"),
  AREA: { ...fn((scope, args) => areaAttribute(scope, args[0] ?? null)), callWithOne: areaAttribute },
  GRAPH: { ...fn((scope, args) => graphAttribute(scope, args[0] ?? null)), callWithOne: graphAttribute },
  EDGE: edgeBetween("energy"),
  MEDGE: edgeBetween("molecules"),
  INPUT_SLOTS: slotsFunction("input"),
  OUTPUT_SLOTS: slotsFunction("output"),
  EDGES: edgesOf([]),
  INPUT_EDGES: edgesOf(["input"]),
  OUTPUT_EDGES: edgesOf(["output"]),
  CHILDREN: neighbours((scope, node) => scope.world.suppliers(node)),
  PARENTS: neighbours((scope, node) => scope.world.consumers(node)),
  INTERSECTION: reusable(distinct(fn((_, args) => intersection(listArgument(args[0]), listArgument(args.at(-1)))))),
  EXCLUDE: reusable(fn((_, [a, b]) => difference(listArgument(a), listArgument(b)), 2)),
  FIRST: fn((_, args) => flatten(args)[0] ?? null),
  LAST: fn((_, args) => flatten(args).at(-1) ?? null),
  ELEMENT_AT: fn((_, args) => elementAt(args)),
  SORT_BY: fn(sortBy, 1, Infinity),
  FLATTEN: fn((_, args) => flattenCompact(args)),
  EMISSIONS: fn(emissions),
};
