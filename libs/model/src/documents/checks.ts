/**
 * What should hold between documents. Each check is one function; none changes the definition, so all they find are
 * warnings: the calculation copes (a query that cannot be parsed raises its error when it is asked for).
 */
import { GqlSyntaxError, parse, type Node } from "@etesian/gql";
import { normaliseKey } from "../datasets/table.ts";
import type { AttributeValue, GraphDefinition, GraphName, ModelDefinition, SourceLocation } from "../definition.ts";
import type { Problem } from "../problem.ts";
import { FULL_DATASET } from "./area-attributes.ts";
import { type AttributeTable, ENERGY_NODE, MOLECULE_NODE } from "./attributes.ts";
import { readText } from "./files.ts";
import type { LoadedDefinition } from "./load.ts";
import { parseDocument } from "./text.ts";
import { suggestion } from "./typing.ts";

/** Something to warn about: the attribute or query it is in, and the line within its value (from 1). */
type Warn = (
  key: string,
  source: SourceLocation,
  attribute: string | null,
  message: string,
  valueLine?: number,
) => void;

/** Runs all checks on a definition read from `root`. */
export function checkDefinition(root: string, definition: LoadedDefinition): Problem[] {
  const problems: Problem[] = [];
  const warn: Warn = (key, source, attribute, message, valueLine) => {
    const line = attribute === null ? (source.line ?? null) : lineOf(root, source, attribute, valueLine);
    const text = attribute === null ? message : `${attribute}: ${message}`;
    problems.push({ severity: "warning", file: source.file, line, key, message: text });
  };
  checkNodeReferences(definition, warn);
  checkSectorLabels(definition, warn);
  checkInputs(definition, warn);
  checkQueries(definition, warn);
  checkOrders(definition, problems);
  return problems;
}

/** Where an attribute stands: its document is read again, as nobody needs the line until there is something to say. */
function lineOf(root: string, source: SourceLocation, attribute: string, valueLine = 1): number | null {
  const lines = (readText(root, source.file) ?? "").split("\n");
  const start = source.line ?? 1;
  const next =
    source.line === undefined ? -1 : lines.findIndex((line, index) => index >= start && line.startsWith("=== "));
  const document = parseDocument(lines.slice(start - 1, next < 0 ? undefined : next).join("\n"), start);
  const entry = document.attributes.get(attribute) ?? document.queries.get(attribute);
  if (entry === undefined) return source.line ?? null;
  return entry.multiLine ? entry.line + valueLine : entry.line;
}

/** Attributes that name nodes, by the paths of `lookUp`. */
function checkReferences(
  table: AttributeTable,
  prefix = "",
): { readonly path: string; readonly graph: GraphName | "own" }[] {
  return Object.entries(table).flatMap(([name, { type, refersTo }]) => {
    const path = `${prefix}${name}`;
    if (type.kind === "block") return checkReferences(type.attributes, `${path}.`);
    return refersTo === undefined ? [] : [{ path, graph: refersTo }];
  });
}

function checkNodeReferences({ energy, molecules }: ModelDefinition, warn: Warn): void {
  const keys = { energy: nodeKeys(energy), molecules: nodeKeys(molecules) };
  const tables = [
    [energy, checkReferences(ENERGY_NODE)],
    [molecules, checkReferences(MOLECULE_NODE)],
  ] as const;
  for (const [own, attributes] of tables) {
    for (const node of own.nodes) {
      for (const { path, graph } of attributes) {
        const target = graph === "own" ? own.name : graph;
        for (const name of namesIn(lookUp(node.attributes, path))) {
          if (keys[target].has(name)) continue;
          warn(
            node.key,
            node.source,
            path,
            `expected a node of the ${target} graph, "${name}" is none${suggestion(name, [...keys[target]])}`,
          );
        }
      }
    }
  }
}

function nodeKeys(graph: GraphDefinition): ReadonlySet<string> {
  return new Set(graph.nodes.map((node) => node.key));
}

function lookUp(attributes: { readonly [name: string]: AttributeValue }, path: string): AttributeValue | undefined {
  const [head = "", ...rest] = path.split(".");
  const value = attributes[head];
  if (rest.length === 0 || value === undefined) return value;
  return isMap(value) ? lookUp(value, rest.join(".")) : undefined;
}

function isMap(value: AttributeValue): value is { readonly [key: string]: AttributeValue } {
  return typeof value === "object" && !Array.isArray(value);
}

function namesIn(value: AttributeValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === "object") return Object.values(value).map(String);
  return [String(value)];
}

/** A node finds its place in the schemes of the sector mapping by its label and its use. */
function checkSectorLabels({ energy, molecules, sectorMapping: { columns, rows } }: ModelDefinition, warn: Warn): void {
  if (rows.length === 0) return;
  const pair = (label: string | null, use: string | null): string =>
    `${normaliseKey(label ?? "")}, ${normaliseKey(use ?? "")}`;
  const [label, use] = [columns.indexOf("sector_label"), columns.indexOf("use")];
  const known = new Set(rows.map((row) => pair(row[label] ?? null, row[use] ?? null)));
  for (const node of [...energy.nodes, ...molecules.nodes]) {
    if (node.sectorLabel === null || known.has(pair(node.sectorLabel, node.use))) continue;
    const message = `expected a row of config/sector_mapping.csv for this label and use, there is none for (${pair(node.sectorLabel, node.use)})`;
    warn(node.key, node.source, "sector_label", message);
  }
}

function checkInputs({ inputs }: ModelDefinition, warn: Warn): void {
  const keys = new Set(inputs.map((input) => input.key));
  for (const input of inputs) {
    const { key, source } = input;
    for (const other of input.disabledBy) {
      if (!keys.has(other))
        warn(
          key,
          source,
          "disabled_by",
          `expected the key of an input, "${other}" is none${suggestion(other, [...keys])}`,
        );
    }
    const { dependentOn } = input;
    if (dependentOn !== null && FULL_DATASET[dependentOn]?.type.kind !== "boolean") {
      warn(
        key,
        source,
        "dependent_on",
        `expected a flag of areas, "${dependentOn}" is none${suggestion(dependentOn, Object.keys(FULL_DATASET))}`,
      );
    }
    if (input.unit === "enum" && input.min === null && input.minQuery === null) {
      warn(key, source, "unit", "an input of unit enum needs its allowed names in min_value or min_value_gql");
    }
    if (input.max !== null && typeof input.min === "number" && input.min > input.max) {
      warn(key, source, "min_value", `expected at most max_value (${input.max}), found ${input.min}`);
    }
  }
}

/** The arguments of a function that must be among known names; the first argument only, or all. */
interface KnownNames {
  readonly what: string;
  readonly names: ReadonlySet<string>;
  readonly arguments: "first" | "all";
}

function checkQueries(definition: LoadedDefinition, warn: Warn): void {
  const { energy, molecules, gqueries, inputs, carriers } = definition;
  const names = new NameCheck(knownNames(definition), warn);
  for (const { key, query, source } of gqueries) names.check(key, source, "query", query);
  for (const input of inputs) {
    for (const [attribute, text] of [
      ["query", input.query],
      ["min_value_gql", input.minQuery],
      ["max_value_gql", input.maxQuery],
      ["start_value_gql", input.startQuery],
    ] as const) {
      if (text !== null) names.check(input.key, input.source, attribute, text);
    }
  }
  for (const graph of [energy, molecules]) {
    for (const document of [...graph.nodes, ...graph.edges]) checkSyntaxOf(document, warn);
    for (const slot of graph.slots) {
      const node = graph.nodes[slot.node];
      if (slot.share.kind !== "query" || node === undefined) continue;
      parseChecked(node.key, node.source, `${slot.side}.${slot.carrier}`, slot.share.text, "significant", warn);
    }
  }
  for (const carrier of carriers) checkSyntaxOf(carrier, warn);
}

function checkSyntaxOf(
  document: {
    readonly key: string;
    readonly source: SourceLocation;
    readonly queries: { readonly [name: string]: string };
  },
  warn: Warn,
): void {
  for (const [attribute, text] of Object.entries(document.queries)) {
    parseChecked(document.key, document.source, attribute, text, "significant", warn);
  }
}

function parseChecked(
  key: string,
  source: SourceLocation,
  attribute: string,
  text: string,
  layout: "significant" | "insignificant",
  warn: Warn,
): Node | null {
  try {
    return parse(text, { key, layout }).body;
  } catch (error) {
    if (!(error instanceof GqlSyntaxError)) throw error;
    warn(
      key,
      source,
      attribute,
      `cannot be parsed: ${error.reason} (column ${error.position.column})`,
      error.position.line,
    );
    return null;
  }
}

function knownNames({
  energy,
  molecules,
  gqueries,
  inputs,
  carriers,
  sectorMapping,
}: ModelDefinition): ReadonlyMap<string, KnownNames> {
  const groups = (graph: GraphDefinition, of: "nodes" | "edges") =>
    new Set(graph[of].flatMap((member) => member.groups));
  const queryKeys = new Set(
    gqueries.flatMap(({ key, deprecatedKey }) => (deprecatedKey === null ? [key] : [key, deprecatedKey])),
  );
  const sectors = new Set([...energy.nodes, ...molecules.nodes].map((node) => node.sector));
  const query: KnownNames = { what: "a gquery", names: queryKeys, arguments: "first" };
  const group: KnownNames = { what: "a group of energy nodes", names: groups(energy, "nodes"), arguments: "all" };
  const moleculeGroup: KnownNames = {
    what: "a group of molecule nodes",
    names: groups(molecules, "nodes"),
    arguments: "all",
  };
  const edgeGroup: KnownNames = { what: "a group of energy edges", names: groups(energy, "edges"), arguments: "all" };
  const moleculeEdgeGroup: KnownNames = {
    what: "a group of molecule edges",
    names: groups(molecules, "edges"),
    arguments: "all",
  };
  const schemes = new Set(sectorMapping.columns);
  return new Map([
    ["Q", query],
    ["QUERY", query],
    ["QUERY_PRESENT", query],
    ["QUERY_FUTURE", query],
    ["QUERY_DELTA", query],
    ["G", group],
    ["GROUP", group],
    ["MG", moleculeGroup],
    ["MGROUP", moleculeGroup],
    ["EG", edgeGroup],
    ["EDGE_GROUP", edgeGroup],
    ["MEG", moleculeEdgeGroup],
    ["INPUT_VALUE", { what: "an input", names: new Set(inputs.map((input) => input.key)), arguments: "first" }],
    ["CARRIER", { what: "a carrier", names: new Set(carriers.map((carrier) => carrier.key)), arguments: "all" }],
    [
      "SECTOR",
      {
        what: "a sector or a scheme of the sector mapping",
        names: new Set([...sectors, ...schemes]),
        arguments: "first",
      },
    ],
  ]);
}

/** Parses queries and looks for names that nothing in the model has. */
class NameCheck {
  readonly #known: ReadonlyMap<string, KnownNames>;
  readonly #warn: Warn;

  constructor(known: ReadonlyMap<string, KnownNames>, warn: Warn) {
    this.#known = known;
    this.#warn = warn;
  }

  check(key: string, source: SourceLocation, attribute: string, text: string): void {
    const body = parseChecked(key, source, attribute, text, "insignificant", this.#warn);
    if (body === null) return;
    for (const call of callsIn(body)) {
      const known = this.#known.get(call.name);
      if (known === undefined) continue;
      for (const argument of known.arguments === "all" ? call.args : call.args.slice(0, 1)) {
        const name =
          argument.type === "name" || argument.type === "symbol"
            ? argument.name
            : argument.type === "string"
              ? argument.value
              : null;
        if (name === null || known.names.has(name)) continue;
        const line = text.slice(0, argument.at).split("\n").length;
        const message = `${call.name} expects ${known.what}, "${name}" is none${suggestion(name, [...known.names])}`;
        this.#warn(key, source, attribute, message, line);
      }
    }
  }
}

type FunctionCall = Extract<Node, { type: "call" }>;

/** All function calls of a tree, whatever node they are below. */
function callsIn(tree: Node): FunctionCall[] {
  const calls: FunctionCall[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (isCall(value)) calls.push(value);
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value)) visit(child);
  };
  visit(tree);
  return calls;
}

function isCall(value: object): value is FunctionCall {
  return "type" in value && value.type === "call";
}

/** Orders of `config/` list keys of energy nodes. */
function checkOrders({ energy, config }: ModelDefinition, problems: Problem[]): void {
  const keys = nodeKeys(energy);
  for (const [name, order] of Object.entries(config)) {
    if (!/(^|_)order(_|$)/.test(name.split("/").at(-1) ?? "") || !Array.isArray(order)) continue;
    for (const key of order.map(String)) {
      if (keys.has(key)) continue;
      const message = `expected keys of energy nodes, "${key}" is none${suggestion(key, [...keys])}`;
      problems.push({ severity: "warning", file: `config/${name}.yml`, line: null, key, message });
    }
  }
}
