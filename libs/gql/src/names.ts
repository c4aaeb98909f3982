/**
 * Finds unknown names in a query: keys of nodes, groups, carriers and queries, attributes, functions. Nothing is
 * evaluated. The check infers the kinds of objects (`Holder`) that an expression can return, and accepts names that
 * only evaluation can resolve.
 */
import { CONSTANTS } from "./functions/arithmetic.ts";
import { FUNCTIONS } from "./functions/index.ts";
import { METHOD_NAMES } from "./functions/methods.ts";
import { textOf } from "./compiler/lists.ts";
import type { Node, Procedure } from "./syntax/ast.ts";
import { GqlSyntaxError } from "./syntax/error.ts";
import { parse } from "./syntax/parser.ts";
import type { GraphName } from "./world.ts";

/** Kinds of objects with attributes. `entries` is a map in a block, with any names. */
export type Holder =
  | `${GraphName} ${"node" | "edge" | "slot"}`
  | "carrier"
  | "area"
  | "graph"
  | "emissions"
  | "goal"
  | "entries"
  | `block ${string}`;

/** Names of one kind, for lookups and suggestions. */
export interface NameSet extends Iterable<string> {
  has(name: string): boolean;
}

/** The attributes of each kind of object. */
export interface AttributeNames {
  /** All kinds with attributes, except maps with any names. */
  readonly holders: readonly Holder[];
  /** Whether this kind has the attribute. */
  reads(holder: Holder, name: string): boolean;
  /** Whether this kind has the attribute with arguments. */
  calls(holder: Holder, name: string): boolean;
  /** Whether UPDATE can write the attribute. */
  writes(holder: Holder, name: string): boolean;
  /** The kind of object that an attribute returns; null for values. */
  leadsTo(holder: Holder, name: string): Holder | null;
  /** Names accepted by `reads`, or by `writes` if `isWritten`, for suggestions. */
  names(holder: Holder, isWritten: boolean): Iterable<string>;
}

/** All names that queries of a model can use. */
export interface KnownNames {
  readonly nodes: Readonly<Record<GraphName, NameSet>>;
  readonly groups: Readonly<Record<GraphName, NameSet>>;
  readonly edgeGroups: Readonly<Record<GraphName, NameSet>>;
  readonly sectors: NameSet;
  /** Values of the sector mapping's schemes; null for an unknown scheme. */
  readonly schemeValues: (scheme: string) => NameSet | null;
  readonly schemes: NameSet;
  readonly uses: NameSet;
  readonly carriers: NameSet;
  readonly gqueries: NameSet;
  readonly inputs: NameSet;
  /** Groups of heat demand. */
  readonly heatGroups: NameSet;
  /** Null if unknown; attributes are then not checked. */
  readonly attributes: AttributeNames | null;
}

/** An unknown name. If the severity is `error`, the query cannot be compiled. */
export interface NameProblem {
  readonly severity: "error" | "warning";
  /** Offset in the text of the query. */
  readonly offset: number;
  /** The expected and the found name. */
  readonly message: string;
  readonly name: string;
  /** Known names for a suggestion. */
  readonly candidates: Iterable<string>;
}

/** Checks all names in the tree of a query. */
export function checkNames(body: Node, knownNames: KnownNames): readonly NameProblem[] {
  const check = new NameCheck(knownNames);
  check.query(body);
  return check.problems;
}

/** The kinds of objects that an expression returns; null for values, or if only evaluation can determine the kinds. */
type Holders = readonly Holder[] | null;

type Call = Extract<Node, { type: "call" }>;
type Send = Extract<Node, { type: "send" }>;

const GRAPHS: Readonly<Record<GraphName, string>> = { energy: "energy", molecules: "molecule" };

/** Methods of lists that return elements of the list. */
const ELEMENT_METHODS = new Set(
  "select filter reject first last detect find sort sort_by flatten compact uniq reverse to_a max min".split(" "),
);

const isFunction = (name: string): boolean => /^[A-Z]/.test(name);

const union = (lists: readonly Holders[]): Holders =>
  lists.some((holders) => holders === null) ? null : [...new Set(lists.flatMap((holders) => holders ?? []))];

const graphOf = (holder: Holder): GraphName => (holder.startsWith("molecules") ? "molecules" : "energy");

/** The kinds of objects that attributes return in every model. */
const LINKED_HOLDERS: Readonly<Record<string, (graph: GraphName) => Holder>> = {
  node: (graph) => `${graph} node`,
  node_api: (graph) => `${graph} node`,
  lft_node: (graph) => `${graph} node`,
  rgt_node: (graph) => `${graph} node`,
  ...Object.fromEntries(
    ["inputs", "outputs", "input_slots", "output_slots", "slots"].map((name) => [
      name,
      (graph: GraphName): Holder => `${graph} slot`,
    ]),
  ),
  ...Object.fromEntries(
    ["input_edges", "output_edges", "lft_edges", "rgt_edges", "edges"].map((name) => [
      name,
      (graph: GraphName): Holder => `${graph} edge`,
    ]),
  ),
  carrier: () => "carrier",
  input_carriers: () => "carrier",
  output_carriers: () => "carrier",
  area: () => "area",
  graph: () => "graph",
  electricity_network: () => "graph",
  emissions: () => "emissions",
  goals: () => "goal",
};

/** Methods of nodes and edges whose arguments are carriers. */
const CARRIER_METHODS = /^(?:input|output|supply|demand|primary_demand)_of(?:_carrier)?$|^(?:input|output)$/;

class NameCheck {
  readonly problems: NameProblem[] = [];
  readonly #knownNames: KnownNames;
  readonly #locals = new Map<number, Holders>();
  /** Offset of the checked text in the query: quoted expressions are separate texts. */
  #offset = 0;

  constructor(knownNames: KnownNames) {
    this.#knownNames = knownNames;
  }

  /** Checks a tree that runs as a query. */
  query(node: Node): Holders {
    return this.#visit(node, null, false);
  }

  /** Checks a tree that runs on an object: bare words are its attributes. */
  #visitOnObject(node: Node, self: Holders): Holders {
    return this.#visit(node, self, true);
  }

  #visit(node: Node, self: Holders, isOnObject: boolean): Holders {
    const visit = (part: Node): Holders => this.#visit(part, self, isOnObject);
    switch (node.type) {
      case "integer":
      case "float":
      case "string":
      case "symbol":
      case "pattern":
      case "literal":
        return null;
      case "self":
        return self;
      case "name":
        return isOnObject ? this.#attribute(node, node.name, self, []) : null;
      case "constant":
        if (!Object.hasOwn(CONSTANTS, node.name))
          this.#note("error", node.offset, node.name, `${node.name} is not a constant`, Object.keys(CONSTANTS));
        return null;
      case "local":
        return this.#locals.get(node.slot) ?? null;
      case "call":
        if (!isOnObject) return isFunction(node.name) ? this.#call(node) : null;
        return this.#attribute(node, node.name, self, node.args);
      case "send":
        return this.#send(node, visit);
      case "index":
        visit(node.index);
        return visit(node.receiver);
      case "unary":
        visit(node.operand);
        return null;
      case "binary":
        visit(node.left);
        visit(node.right);
        return null;
      case "logical":
        return union([visit(node.left), visit(node.right)]);
      case "ternary":
        visit(node.test);
        return union([visit(node.yes), visit(node.no)]);
      case "range":
        visit(node.from);
        visit(node.to);
        return null;
      case "assign": {
        const holders = visit(node.value);
        this.#locals.set(node.slot, this.#locals.has(node.slot) ? null : holders);
        return holders;
      }
      case "assign_index":
        for (const part of [node.receiver, node.index, node.value]) visit(part);
        return null;
      case "array":
        return union(node.items.map(visit));
      case "hash":
        for (const entry of node.entries) entry.forEach(visit);
        return null;
      case "lambda":
        return this.#procedure(node.procedure, null, self, isOnObject);
      case "sequence":
        return node.statements.map(visit).at(-1) ?? null;
    }
  }

  /** The body of a block or lambda whose first parameter is one of these kinds. */
  #procedure({ parameters, body }: Procedure, first: Holders, self: Holders, isOnObject: boolean): Holders {
    for (const [index, { slot }] of parameters.entries()) this.#locals.set(slot, index === 0 ? first : null);
    return this.#visit(body, self, isOnObject);
  }

  // Functions --------------------------------------------------------------------------------------------------------

  #call(node: Call): Holders {
    const { name, args, offset } = node;
    const definition = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (definition === undefined) {
      this.#note("error", offset, name, `${name} is not a function`, Object.keys(FUNCTIONS));
      for (const argument of args) this.query(argument);
      return null;
    }
    const { minimum, maximum } = definition;
    if (args.length < minimum || args.length > maximum) {
      const expected =
        minimum === maximum ? `${minimum}` : maximum === Infinity ? `${minimum} or more` : `${minimum} to ${maximum}`;
      this.#note(
        "warning",
        offset,
        name,
        `${name} expects ${expected} argument${expected === "1" ? "" : "s"}, found ${args.length}`,
        [],
      );
    }
    const graph: GraphName = /^M(?:V|L|LOOKUP|EDGE|SECTOR|USE|CARRIER|ALL|G|GROUP|EG|EDGE_GROUP)$/.test(name)
      ? "molecules"
      : "energy";
    const target = GRAPHS[graph];
    const knownNames = this.#knownNames;
    switch (name) {
      case "V":
      case "VALUE":
      case "MV":
        return this.#value(node, graph);
      case "L":
      case "LOOKUP":
      case "ML":
      case "MLOOKUP":
        return union(args.map((argument) => this.#objects(argument, graph, name)));
      case "EDGE":
      case "MEDGE":
        for (const argument of args) this.#objects(argument, graph, name);
        return [`${graph} edge`];
      case "ALL":
      case "MALL":
        return [`${graph} node`];
      case "G":
      case "GROUP":
      case "MG":
      case "MGROUP":
        this.#checkNames(node, args, `a group of ${target} nodes`, knownNames.groups[graph]);
        return [`${graph} node`];
      case "EG":
      case "EDGE_GROUP":
      case "MEG":
      case "MEDGE_GROUP":
        this.#checkNames(node, args, `a group of ${target} edges`, knownNames.edgeGroups[graph]);
        return [`${graph} edge`];
      case "SECTOR":
      case "MSECTOR":
        this.#sector(node);
        return [`${graph} node`];
      case "USE":
      case "MUSE":
        this.#checkNames(node, args, "a use of nodes", knownNames.uses);
        return [`${graph} node`];
      case "CARRIER":
      case "MCARRIER":
        this.#checkNames(node, args, "a carrier", knownNames.carriers);
        return ["carrier"];
      case "AREA":
      case "GRAPH": {
        const holder: Holder = name === "AREA" ? "area" : "graph";
        return args.length === 0 ? [holder] : this.#attributeArgument(args[0]!, [holder]);
      }
      case "EMISSIONS":
        return this.#emissions(node);
      case "INPUT_SLOTS":
      case "OUTPUT_SLOTS":
        for (const argument of args.length > 1 ? args.slice(0, -1) : args) this.#objects(argument, "energy", name);
        if (args.length > 1) this.#checkNames(node, args.slice(-1), "a carrier", knownNames.carriers);
        return ["energy slot"];
      case "EDGES":
      case "INPUT_EDGES":
      case "OUTPUT_EDGES":
        return this.#edges(node);
      case "CHILDREN":
      case "PARENTS":
        return union(args.map((argument) => this.query(argument)));
      case "FILTER": {
        const [collection, condition] = args;
        const holders = collection === undefined ? null : this.query(collection);
        if (condition !== undefined) this.#attributeArgument(condition, holders);
        return holders;
      }
      case "M":
      case "MAP":
      case "ATTR":
      case "A":
      case "GET": {
        const [object, attribute] = args;
        const holders = object === undefined ? null : this.query(object);
        return attribute === undefined ? null : this.#attributeArgument(attribute, holders);
      }
      case "SORT_BY": {
        const holders = union(args.slice(0, -1).map((argument) => this.query(argument)));
        if (args.length > 0) this.#attributeArgument(args.at(-1)!, holders);
        return holders;
      }
      case "INTERSECTION":
      case "EXCLUDE":
      case "FLATTEN":
      case "FIRST":
      case "LAST":
      case "EACH":
      case "MIXED":
        return union(args.map((argument) => this.query(argument)));
      case "ELEMENT_AT":
        return args.map((argument) => this.query(argument))[0] ?? null;
      case "IF":
        return union(args.map((argument) => this.query(argument)).slice(1));
      case "Q":
      case "QUERY":
        this.#checkNames(node, args, "a gquery", knownNames.gqueries);
        return null;
      case "QUERY_PRESENT":
      case "QUERY_FUTURE":
      case "QUERY_DELTA":
        return this.#queryOrKey(node);
      case "INPUT_VALUE":
        this.#checkNames(node, args, "an input", knownNames.inputs);
        return null;
      case "FEVER_DEMAND":
      case "FEVER_PRODUCTION":
        this.#checkNames(node, args, "a group of heat demand", knownNames.heatGroups);
        return null;
      case "GOAL":
        return ["goal"];
      case "UPDATE":
      case "UPDATE_WITH_FACTOR":
      case "UPDATE_ABSOLUTE":
        return this.#update(node);
      default:
        for (const argument of args) this.query(argument);
        return null;
    }
  }

  /** V and MV: the last argument is an attribute, unless it is the key of a node. */
  #value(node: Call, graph: GraphName): Holders {
    const { name, args } = node;
    const last = args.at(-1);
    if (last === undefined) return null;
    const nodeKeys = this.#knownNames.nodes[graph];
    const text = textOf(last);
    const isAttribute =
      args.length > 1 &&
      (text === null
        ? last.type === "lambda" || (last.type === "call" && !isFunction(last.name))
        : !nodeKeys.has(text));
    if (!isAttribute) return union(args.map((argument) => this.#objects(argument, graph, name)));
    const objects = union(args.slice(0, -1).map((argument) => this.#objects(argument, graph, name)));
    return this.#attributeArgument(last, objects, nodeKeys);
  }

  /** An argument that represents objects: names are keys of nodes. */
  #objects(node: Node, graph: GraphName, name: string): Holders {
    const key = textOf(node);
    if (key !== null) {
      const nodes = this.#knownNames.nodes[graph];
      if (!nodes.has(key)) this.#noteUnknownName(node, key, name, `the key of ${article(GRAPHS[graph])} node`, nodes);
      return [`${graph} node`];
    }
    switch (node.type) {
      case "array":
        return union(node.items.map((item) => this.#objects(item, graph, name)));
      case "ternary":
        this.query(node.test);
        return union([node.yes, node.no].map((branch) => this.#objects(branch, graph, name)));
      default:
        return this.query(node);
    }
  }

  #sector(node: Call): void {
    const [first, ...values] = node.args;
    if (first === undefined) return;
    const { sectors, schemes, schemeValues } = this.#knownNames;
    if (values.length === 0) {
      this.#checkNames(node, [first], "a sector", sectors);
      return;
    }
    this.#checkNames(node, [first], "a scheme of the sector mapping", schemes);
    const scheme = textOf(first);
    const knownValues = scheme === null ? null : schemeValues(scheme);
    if (knownValues !== null) this.#checkNames(node, values, `a value of the scheme ${scheme}`, knownValues);
  }

  #emissions(node: Call): Holders {
    const [scheme, value] = node.args.map(textOf);
    const knownValues = scheme === undefined || scheme === null ? null : this.#knownNames.schemeValues(scheme);
    if (knownValues !== null && value !== undefined)
      this.#checkNames(node, node.args.slice(1, 2), `a value of the scheme ${scheme}`, knownValues);
    return node.args.length <= 2 ? ["emissions"] : null;
  }

  #edges(node: Call): Holders {
    const [objects, filter] = node.args;
    const holders = objects === undefined ? null : this.query(objects);
    const edges: Holders =
      holders === null ? null : [...new Set(holders.map((holder): Holder => `${graphOf(holder)} edge`))];
    if (filter !== undefined) {
      const word = filter.type === "name" || filter.type === "symbol" ? filter.name : null;
      if (word === null) this.#attributeArgument(filter, edges);
      else this.#attribute(filter, `${word}?`, edges, []);
    }
    return edges;
  }

  /** QUERY_FUTURE(x): the key of a gquery, the text of a query, or a lambda. */
  #queryOrKey(node: Call): Holders {
    const [query] = node.args;
    if (query === undefined) return null;
    if (query.type === "name" || query.type === "symbol")
      this.#checkNames(node, [query], "a gquery", this.#knownNames.gqueries);
    else if (query.type === "string") return this.#inQuotes(query, "insignificant", (body) => this.query(body));
    else return this.query(query);
    return null;
  }

  /** UPDATE(objects…, attribute, value). */
  #update(node: Call): Holders {
    const { args, name } = node;
    if (args.length < 2) return null;
    const [attribute, value] = args.slice(-2) as [Node, Node];
    const objects = union(args.slice(0, -2).map((argument) => this.query(argument)));
    this.query(value);
    const { attributes } = this.#knownNames;
    const text = textOf(attribute);
    if (text === null) this.query(attribute);
    else if (attributes !== null && objects !== null && !objects.some((object) => attributes.writes(object, text))) {
      const suffix = objects.length === 0 ? "" : ` of ${objects.map(plural).join(" or ")}`;
      this.#noteUnknownName(attribute, text, name, `an attribute${suffix} that inputs may write`, {
        *[Symbol.iterator]() {
          for (const object of objects) yield* attributes.names(object, true);
        },
      });
    }
    return objects;
  }

  // Attributes -------------------------------------------------------------------------------------------------------

  /** An attribute argument: a name, a quoted expression, a message with arguments, or a lambda. */
  #attributeArgument(node: Node, self: Holders, nodes: NameSet | null = null): Holders {
    switch (node.type) {
      case "name":
      case "symbol":
        return this.#attribute(node, node.name, self, [], nodes);
      case "string":
        return this.#inQuotes(node, "significant", (body) => this.#visitOnObject(body, self));
      case "lambda":
        return this.#procedure(node.procedure, self, self, node.procedure.parameters.length === 0);
      case "call":
        if (!isFunction(node.name)) return this.#attribute(node, node.name, self, node.args);
        break;
      default:
    }
    return this.query(node);
  }

  /** Checks a quoted text, which is a query or an expression. */
  #inQuotes(
    node: Extract<Node, { type: "string" }>,
    layout: "significant" | "insignificant",
    check: (body: Node) => Holders,
  ): Holders {
    const outer = this.#offset;
    const locals = new Map(this.#locals);
    try {
      const { body } = parse(node.value, { layout });
      this.#offset = outer + node.offset + 1;
      this.#locals.clear();
      return check(body);
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      const message = `"${node.value}" cannot be parsed: ${error.reason}`;
      this.problems.push({ severity: "error", offset: outer + node.offset, name: node.value, message, candidates: [] });
      return null;
    } finally {
      this.#offset = outer;
      for (const [slot, holders] of locals) this.#locals.set(slot, holders);
    }
  }

  /** Checks an attribute of these kinds of objects; of any kind if the kinds are unknown. */
  #attribute(node: Node, name: string, self: Holders, args: readonly Node[], nodes: NameSet | null = null): Holders {
    const { attributes, carriers } = this.#knownNames;
    for (const argument of args) {
      const carrier = CARRIER_METHODS.test(name) ? textOf(argument) : null;
      if (carrier === null) this.query(argument);
      else if (!carriers.has(carrier)) this.#noteUnknownName(argument, carrier, name, "a carrier", carriers);
    }
    if (attributes === null) return null;
    const holders = self ?? attributes.holders;
    const has = (holder: Holder): boolean =>
      args.length > 0 ? attributes.calls(holder, name) : attributes.reads(holder, name);
    const matchingHolders = holders.filter(has);
    const isLanguage = Object.hasOwn(LINKED_HOLDERS, name) || name === "key" || name === "query";
    if (matchingHolders.length === 0 && !isLanguage && !METHOD_NAMES.has(name)) {
      const suffix = self === null || self.length === 0 ? "" : ` of ${self.map(plural).join(" or ")}`;
      const expected = `an attribute${suffix}${args.length > 0 ? " with arguments" : ""}`;
      const alternative = nodes === null ? "" : ", or the key of a node";
      const message = `expected ${expected}${alternative}, found "${name}"`;
      this.#note("warning", node.offset, name, message, {
        *[Symbol.iterator]() {
          for (const holder of holders) yield* attributes.names(holder, false);
          if (nodes !== null) yield* nodes;
        },
      });
      return null;
    }
    if (self === null) return null;
    const linkedHolders = self.flatMap((holder) => {
      if (name === "query") return holder;
      const block = attributes.leadsTo(holder, name);
      if (block !== null) return block;
      return Object.hasOwn(LINKED_HOLDERS, name) ? LINKED_HOLDERS[name]!(graphOf(holder)) : [];
    });
    return linkedHolders.length === 0 ? null : [...new Set(linkedHolders)];
  }

  #send(node: Send, visit: (part: Node) => Holders): Holders {
    const { receiver, name, args, block } = node;
    if (receiver.type === "name" && receiver.name === "scope") return ["graph"];
    const self = visit(receiver);
    const holders = block === null ? null : this.#procedure(block, self, null, false);
    if (METHOD_NAMES.has(name)) {
      for (const argument of args) visit(argument);
      if (ELEMENT_METHODS.has(name)) return self;
      return name === "map" || name === "flat_map" ? holders : null;
    }
    return this.#attribute(node, name, self, args);
  }

  // Problems ---------------------------------------------------------------------------------------------------------

  /** Checks arguments that must be known names; other expressions are checked as queries. */
  #checkNames({ name }: Call, args: readonly Node[], kind: string, knownNames: NameSet): void {
    for (const argument of args) {
      const text = textOf(argument);
      if (text === null) this.query(argument);
      else if (!knownNames.has(text)) this.#noteUnknownName(argument, text, name, kind, knownNames);
    }
  }

  #noteUnknownName(
    { offset }: Node,
    name: string,
    functionName: string,
    kind: string,
    knownNames: Iterable<string>,
  ): void {
    this.#note("warning", offset, name, `${functionName} expects ${kind}, found "${name}"`, knownNames);
  }

  #note(
    severity: NameProblem["severity"],
    offset: number,
    name: string,
    message: string,
    candidates: Iterable<string>,
  ): void {
    this.problems.push({ severity, offset: this.#offset + offset, name, message, candidates });
  }
}

const article = (word: string): string => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;

function plural(holder: Holder): string {
  if (holder.startsWith("block ")) return `the block ${holder.slice("block ".length)}`;
  if (holder === "area" || holder === "graph") return `the ${holder}`;
  return holder === "emissions" || holder === "entries" ? holder : `${holder.replace("molecules", "molecule")}s`;
}
