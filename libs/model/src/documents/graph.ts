/** Builds the nodes, slots and edges of one graph from their documents. Their order affects results. */
import type {
  AttributeValue,
  EdgeDefinition,
  EdgeType,
  GraphDefinition,
  GraphName,
  NodeDefinition,
  Side,
  SlotDefinition,
  SlotShare,
} from "../definition.ts";
import type { Problem } from "../problem.ts";
import { EDGE, type AttributeTable } from "./attributes.ts";
import type { SourceDocument } from "./enumerate.ts";
import { listOf, numberOf, readDocument, textOf, omitAttributes, type Document } from "./reader.ts";
import type { Entry, RawValue } from "./text.ts";
import { suggestion } from "./suggestion.ts";
import { toNumber } from "./typing.ts";

const SIDES: readonly Side[] = ["input", "output"];
const NODE_FIELDS = new Set(["use", "sector_label", "presentation_group", "groups"]);
const EDGE_FIELDS = new Set(["type", "reversed", "circular", "treat_as_loss", "priority", "groups"]);
const EDGE_KEY = /^(\w+)-(\w+)@(\w+)$/;

/**
 * Builds a graph. The slots of a node are its inputs, then its outputs; on each side, literal shares come before
 * queries. Slots that exist only because an edge uses the carrier come last.
 */
export function buildGraph(
  name: GraphName,
  nodeTable: AttributeTable,
  nodeDocuments: readonly SourceDocument[],
  edgeDocuments: readonly SourceDocument[],
  carriers: ReadonlySet<string>,
  problems: Problem[],
): GraphDefinition {
  const graph = new GraphBuilder(carriers);
  for (const source of nodeDocuments) {
    const document = readDocument(source, nodeTable, problems, isSlotName);
    if (document !== null) graph.addNode(document);
  }
  for (const source of edgeDocuments) {
    const document = readDocument(source, EDGE, problems);
    if (document !== null) graph.addEdge(document);
  }
  return { name, nodes: graph.nodes, slots: graph.slots, edges: graph.edges };
}

function isSlotName(name: string): boolean {
  return name.startsWith("input.") || name.startsWith("output.");
}

class GraphBuilder {
  readonly nodes: NodeDefinition[] = [];
  readonly slots: SlotDefinition[] = [];
  readonly edges: EdgeDefinition[] = [];
  readonly #carriers: ReadonlySet<string>;
  readonly #nodeIndex = new Map<string, number>();
  /** Slot by `node side carrier`. */
  readonly #slotIndex = new Map<string, number>();

  constructor(carriers: ReadonlySet<string>) {
    this.#carriers = carriers;
  }

  addNode(document: Document): void {
    const { attributes, key } = document;
    const index = this.nodes.length;
    this.#nodeIndex.set(key, index);
    this.nodes.push({
      key,
      sector: document.folders.join("."),
      use: textOf(attributes, "use"),
      sectorLabel: textOf(attributes, "sector_label"),
      presentationGroup: textOf(attributes, "presentation_group"),
      groups: listOf(attributes, "groups"),
      attributes: omitAttributes(attributes, NODE_FIELDS),
      queries: document.queries,
      description: document.text.description,
      source: document.source,
    });
    for (const side of SIDES) {
      for (const [carrier, share] of slotShares(document, side)) {
        if (!this.#carriers.has(carrier)) {
          document.note("error", `${side}.${carrier}`, this.#unknownCarrier(carrier));
          continue;
        }
        this.#addSlot(index, side, carrier, share);
      }
    }
  }

  addEdge(document: Document): void {
    const { attributes, key } = document;
    const [, supplierKey = "", consumerKey = "", carrier = ""] = EDGE_KEY.exec(key) ?? [];
    if (carrier === "") {
      document.note("error", null, 'expected a key of the form "supplier-consumer@carrier"');
      return;
    }
    const supplier = this.#nodeIndex.get(supplierKey);
    const consumer = this.#nodeIndex.get(consumerKey);
    const type = attributes["type"];
    if (supplier === undefined) document.note("error", null, `the supplier ${this.#unknownNode(supplierKey)}`);
    if (consumer === undefined) document.note("error", null, `the consumer ${this.#unknownNode(consumerKey)}`);
    if (!this.#carriers.has(carrier)) document.note("error", null, this.#unknownCarrier(carrier));
    if (!isEdgeType(type))
      document.note("error", "type", `expected one of ${EDGE_TYPES.join(", ")}; the edge is left out`);
    if (supplier === undefined || consumer === undefined || !this.#carriers.has(carrier) || !isEdgeType(type)) return;
    this.edges.push({
      key,
      supplier,
      consumer,
      outputSlot: this.#slotFor(supplier, "output", carrier),
      inputSlot: this.#slotFor(consumer, "input", carrier),
      carrier,
      type,
      reversed: attributes["reversed"] === true,
      circular: attributes["circular"] === true,
      treatAsLoss: attributes["treat_as_loss"] === true,
      priority: numberOf(attributes, "priority"),
      groups: listOf(attributes, "groups"),
      attributes: omitAttributes(attributes, EDGE_FIELDS),
      queries: document.queries,
      source: document.source,
    });
  }

  /** The slot of a node for an edge, created if the node's document does not declare it. */
  #slotFor(node: number, side: Side, carrier: string): number {
    return this.#slotIndex.get(`${node} ${side} ${carrier}`) ?? this.#addSlot(node, side, carrier, { kind: "implied" });
  }

  #addSlot(node: number, side: Side, carrier: string, share: SlotShare): number {
    const index = this.slots.length;
    this.#slotIndex.set(`${node} ${side} ${carrier}`, index);
    this.slots.push({ node, side, carrier, share, kind: slotKind(carrier, share) });
    return index;
  }

  #unknownCarrier(carrier: string): string {
    return `expected a carrier of the model, found "${carrier}"${suggestion(carrier, [...this.#carriers])}; left out`;
  }

  #unknownNode(key: string): string {
    return `"${key}" is not a node of this graph${suggestion(key, [...this.#nodeIndex.keys()])}; the edge is left out`;
  }
}

const EDGE_TYPES: readonly EdgeType[] = ["share", "flexible", "inversed_flexible", "dependent", "constant"];

function isEdgeType(value: AttributeValue | undefined): value is EdgeType {
  return EDGE_TYPES.some((type) => type === value);
}

function slotKind(carrier: string, share: SlotShare): SlotDefinition["kind"] {
  if (share.kind === "implied") return "plain";
  if (carrier === "loss") return "loss";
  if (share.kind === "elastic") return "elastic";
  return share.kind === "dynamic" ? "edge_based" : "plain";
}

/** Shares of a side by carrier: literal ones in the order of their first line, then carriers that only have queries. */
function slotShares(document: Document, side: Side): Map<string, SlotShare> {
  const shares = new Map<string, SlotShare>();
  const coefficients = new Map<string, { [inputCarrier: string]: number }>();
  for (const [name, entry] of document.text.attributes) {
    if (!name.startsWith(`${side}.`)) continue;
    const [, carrier = "", inputCarrier, ...rest] = name.split(".");
    if (inputCarrier === undefined) {
      const share = literalShare(document, name, side, entry);
      if (share !== null) shares.set(carrier, share);
      continue;
    }
    const coefficient = typeof entry.value === "string" ? toNumber(entry.value) : null;
    if (coefficient === null || rest.length > 0 || side === "input") {
      document.note("error", name, `expected output.<carrier>.<input carrier> = a number; left out`);
      continue;
    }
    let table = coefficients.get(carrier);
    if (table === undefined) {
      table = {};
      coefficients.set(carrier, table);
      shares.set(carrier, { kind: "carrier_efficient", coefficients: table });
    }
    table[inputCarrier] = coefficient;
  }
  for (const [name, entry] of document.text.queries) {
    if (name.startsWith(`${side}.`)) shares.set(name.slice(side.length + 1), { kind: "query", text: entry.value });
  }
  return shares;
}

function literalShare(document: Document, name: string, side: Side, entry: Entry<RawValue>): SlotShare | null {
  const text = typeof entry.value === "string" ? entry.value : entry.value.join(", ");
  const value = toNumber(text);
  if (value !== null) return { kind: "share", value };
  if (side === "output" && text === "elastic") return { kind: "elastic" };
  if (side === "output" && text === "etengine_dynamic") return { kind: "dynamic" };
  const expected = side === "output" ? "a number, elastic or etengine_dynamic" : "a number";
  document.note("error", name, `expected ${expected}, found "${text}"; the slot is left out`);
  return null;
}
