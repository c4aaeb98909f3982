/**
 * The known values of an area's start year, before other values are derived from them. Query results come first, scaled
 * if the area is derived from a larger one. The values of its `graph_values.yml` then replace them.
 */
import { type Ast, GqlSyntaxError } from "@etesian/gql";
import { sum } from "@etesian/numeric";
import { divide, fromDecimal, multiply, type Rational, toNumber, ZERO } from "@etesian/numeric/rational";
import type { AreaSource, GraphValue } from "../datasets/area-source.ts";
import type { AttributeValue, CarrierDefinition, SystemDefinition, SlotShare } from "../definition.ts";
import { Flows } from "./flows.ts";
import { buildModelNetwork, type ModelNetwork } from "./model-network.ts";
import { evaluateQuery, parseQuery, QueryError, type StartYearResult, type QueryContext } from "./query.ts";
import { toStored } from "./quantity.ts";

/** Queries by the attribute that they set, in document order. */
export type Queries = ReadonlyMap<string, Ast | QueryError>;

/** A model prepared for the start years of any of its areas. */
export interface PreparedModel extends ModelNetwork {
  readonly definition: SystemDefinition;
  readonly carriers: ReadonlyMap<string, CarrierDefinition>;
  readonly carrierQueries: readonly Queries[];
  /** By node and edge of the network; without slot shares. */
  readonly nodeQueries: readonly Queries[];
  readonly edgeQueries: readonly Queries[];
  /** By slot of the network; null if the share is not a query. */
  readonly slotQueries: readonly (Ast | QueryError | null)[];
}

export function prepareModel(definition: SystemDefinition): PreparedModel {
  const modelNetwork = buildModelNetwork(definition);
  return {
    ...modelNetwork,
    definition,
    carriers: new Map(definition.carriers.map((carrier) => [carrier.key, carrier])),
    carrierQueries: definition.carriers.map(({ key, queries }) => parseAll(key, queries)),
    nodeQueries: modelNetwork.nodes.map(({ definition: { key, queries } }) => parseAll(key, queries)),
    edgeQueries: modelNetwork.edges.map(({ definition: { key, queries } }) => parseAll(key, queries)),
    slotQueries: modelNetwork.slots.map(({ definition: { side, carrier, share } }, slot) => {
      const node = modelNetwork.network.nodes[modelNetwork.network.slots[slot]!.node]!;
      return share.kind === "query" ? parseOrError(`${node.key} ${side}.${carrier}`, share.text) : null;
    }),
  };
}

function parseAll(key: string, queries: { readonly [name: string]: string }): Queries {
  return new Map(Object.entries(queries).map(([name, text]) => [name, parseOrError(`${key} ${name}`, text)]));
}

/**
 * A query with a syntax error fails only when it is evaluated; a graph value can then still replace its result.
 */
function parseOrError(key: string, text: string): Ast | QueryError {
  try {
    return parseQuery(text, key);
  } catch (error) {
    if (error instanceof GqlSyntaxError) return new QueryError(error.message);
    throw error;
  }
}

export function evaluateParsed(query: Ast | QueryError, context: QueryContext): StartYearResult {
  if (query instanceof QueryError) throw query;
  return evaluateQuery(query, context);
}

/** The values of an unfinished start year. */
export interface InitialValues {
  readonly flows: Flows;
  /** By node: attributes other than demand that a query or graph value sets; null is "no value". */
  readonly attributes: readonly Map<string, number | null>[];
  /**
   * Reasons for missing values, by element and attribute (`some_node demand`, `some_node input.coal`). Setting
   * a graph value removes its entry; an area with remaining entries cannot be calculated.
   */
  readonly failures: Map<string, string>;
  /** Substitutes for the results of queries that failed for lack of an energy balance, by the same keys. */
  readonly substitutes: Map<string, number>;
}

/**
 * Values that areas without an energy balance lack even if all of their graph values are set, by element and attribute,
 * in TJ and shares. All jet fuel is fossil, no waste is used as feedstock, and bunkers and gas losses are zero.
 */
const WITHOUT_BALANCE: ReadonlyMap<string, number> = new Map([
  ["bunkers_aviation_mixer_kerosene input.kerosene", 1],
  ["bunkers_aviation_mixer_kerosene input.bio_kerosene", 0],
  ["bunkers_total_useful_demand_planes demand", 0],
  ["bunkers_total_useful_demand_ships demand", 0],
  ["energy_distribution_network_gas_loss demand", 0],
  ["industry_final_demand_waste_mix_non_energetic demand", 0],
]);

/** Query results, scaled for derived areas, and zeros that follow from the structure; without graph values. */
export function initialValues(model: PreparedModel, source: AreaSource): InitialValues {
  const flows = new Flows(model.network);
  const values: InitialValues = {
    flows,
    attributes: model.nodes.map(() => new Map()),
    failures: new Map(),
    substitutes: new Map(),
  };
  const reader = new ValueReader({ source, carriers: model.carriers }, values);

  for (const [node, queries] of model.nodeQueries.entries()) {
    const { key } = model.network.nodes[node]!;
    for (const [attribute, query] of queries) {
      if (attribute === "demand") flows.nodeDemand[node] = reader.exact(query, `${key} demand`);
      else setAttribute(values, node, attribute, reader.result(query, `${key} ${attribute}`));
    }
  }
  for (const [edge, { definition }] of model.edges.entries()) {
    for (const [attribute, list] of [
      ["parent_share", flows.parentShare],
      ["child_share", flows.childShare],
      ["demand", flows.edgeDemand],
    ] as const) {
      const query = model.edgeQueries[edge]!.get(attribute);
      const literal = definition.attributes[attribute];
      if (query !== undefined) list[edge] = reader.exact(query, `${definition.key} ${attribute}`);
      else if (typeof literal === "number") list[edge] = toStored(literal);
    }
  }
  for (const [slot, { definition }] of model.slots.entries()) {
    const { node } = model.network.slots[slot]!;
    const name = `${model.network.nodes[node]!.key} ${definition.side}.${definition.carrier}`;
    const query = model.slotQueries[slot] ?? null;
    if (query !== null) flows.slotShare[slot] = reader.exact(query, name);
    else flows.slotShare[slot] = literalShare(definition.share, (carrier) => inputShare(node, carrier), name, values);
  }
  if (source.scaling !== null) scale(model, values, fractionOf(source.scaling));
  setMoleculeLeavesToZero(model, flows);
  pauseHeat(model, flows);
  return values;

  /** Share of an input according to its document: the result of a query, or a literal. */
  function inputShare(node: number, carrier: string): number | null {
    const slot = model.network.nodes[node]!.inSlots.find((slot) => model.network.slots[slot]!.carrier === carrier);
    if (slot === undefined) return null;
    const query = model.slotQueries[slot] ?? null;
    const { share } = model.slots[slot]!.definition;
    if (query === null) return share.kind === "share" ? share.value : null;
    const result = reader.result(query, `${model.network.nodes[node]!.key} input.${carrier}`);
    return result === null || result === "recursive" ? null : Number(result);
  }
}

/** Evaluates queries, records failures, and uses substitutes for areas without an energy balance. */
class ValueReader {
  readonly #context: QueryContext;
  readonly #values: InitialValues;

  constructor(context: QueryContext, values: InitialValues) {
    this.#context = context;
    this.#values = values;
  }

  /** Result of a query, null if it fails. */
  result(query: Ast | QueryError, name: string): StartYearResult {
    const { failures, substitutes } = this.#values;
    try {
      const result = evaluateParsed(query, this.#context);
      if (Number.isNaN(result)) throw new QueryError(`the result is not a number`);
      return result;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      const substitute = WITHOUT_BALANCE.get(name);
      if (substitute === undefined || this.#context.source.energyBalanceProblem === null) {
        failures.set(name, error.message);
        return null;
      }
      substitutes.set(name, substitute);
      return substitute;
    }
  }

  /** Result of a query for a demand or a share, which must be finite. A negative result becomes 0. */
  exact(query: Ast | QueryError, name: string): Rational | null {
    const result = this.result(query, name);
    if (result === null) return null;
    if (typeof result === "bigint") return result < 0n ? ZERO : { numerator: result, denominator: 1n };
    if (result !== "recursive" && Number.isFinite(result)) return toStored(result);
    this.#values.failures.set(name, `expected a finite number, the query returned ${result}`);
    return null;
  }
}

function setAttribute({ flows, attributes }: InitialValues, node: number, name: string, result: StartYearResult): void {
  const value = typeof result === "bigint" ? Number(result) : result;
  if (name === "max_demand") flows.nodeLimit[node] = value;
  if (value !== "recursive") attributes[node]!.set(name, value);
}

/** Share that a document sets without a query. The share of an output may depend on the shares of inputs. */
function literalShare(
  share: SlotShare,
  inputShare: (carrier: string) => number | null,
  name: string,
  { failures }: InitialValues,
): Rational | null {
  switch (share.kind) {
    case "share":
      return toStored(share.value);
    case "carrier_efficient": {
      const parts: number[] = [];
      for (const [carrier, coefficient] of Object.entries(share.coefficients)) {
        const input = inputShare(carrier);
        if (input === null) {
          failures.set(name, `the share of the input ${carrier} is not known`);
          return null;
        }
        parts.push(input * coefficient);
      }
      return toStored(sum(parts));
    }
    case "query":
    case "elastic":
    case "dynamic":
    case "implied":
      return null;
  }
}

/** Size of an area relative to the area from which it is derived. */
function fractionOf({ value, baseValue }: { readonly value: number; readonly baseValue: number }): Rational {
  return divide(fromDecimal(value), fromDecimal(baseValue));
}

/** Scales demands, limits and numbers of units from queries, which apply to the larger area. */
function scale(model: PreparedModel, { flows, attributes }: InitialValues, fraction: Rational): void {
  const factor = toNumber(fraction);
  for (const [node, { definition }] of model.nodes.entries()) {
    if (definition.attributes["scaling_exempt"] === true) continue;
    const demand = flows.nodeDemand[node]!;
    if (demand !== null) flows.nodeDemand[node] = multiply(demand, fraction);
    const limit = flows.nodeLimit[node]!;
    if (typeof limit === "number") flows.nodeLimit[node] = limit * factor;
    for (const name of ["max_demand", "number_of_units"]) {
      const value = attributes[node]!.get(name) ?? null;
      if (value !== null) attributes[node]!.set(name, value * factor);
    }
    for (const edge of model.network.nodes[node]!.outEdges) {
      const edgeDemand = flows.edgeDemand[edge]!;
      if (edgeDemand !== null) flows.edgeDemand[edge] = multiply(edgeDemand, fraction);
    }
  }
}

/** Sets the demand of molecule nodes without suppliers or without consumers to zero, unless a query sets it. */
function setMoleculeLeavesToZero(model: PreparedModel, flows: Flows): void {
  for (const [node, { inEdges, outEdges }] of model.network.nodes.entries()) {
    if (model.nodes[node]!.graph === "molecules" && (inEdges.length === 0 || outEdges.length === 0))
      flows.nodeDemand[node] ??= ZERO;
  }
}

/** Pauses all elements downstream of producers in heat groups, until the groups are solved. */
function pauseHeat(model: PreparedModel, flows: Flows): void {
  for (const [node, { definition }] of model.nodes.entries()) {
    if (heatRole(definition.attributes)?.type !== "producer") continue;
    setPaused(model, flows, deliveringNode(model, node), 1);
  }
}

/** Pauses or resumes the out-edges of a node, all nodes downstream of it and their out-edges. */
export function setPaused({ network }: PreparedModel, flows: Flows, start: number, value: 0 | 1): void {
  const seen = new Set([start]);
  for (const node of seen) {
    if (node !== start) flows.paused[node] = value;
    for (const edge of network.nodes[node]!.outEdges) {
      flows.paused[network.nodes.length + edge] = value;
      seen.add(network.edges[edge]!.consumer);
    }
  }
}

/** The node that delivers a producer's heat: its aggregator, if there is one, or the producer. */
export function deliveringNode({ network, nodes }: PreparedModel, producer: number): number {
  const [edge] = network.nodes[producer]!.outEdges;
  const hasAggregator = nodes[producer]!.definition.groups.includes("aggregator_producer");
  return hasAggregator && edge !== undefined ? network.edges[edge]!.consumer : producer;
}

/** Role of a node in a heat group, null if it has none. */
export function heatRole(attributes: { readonly [name: string]: AttributeValue }): {
  readonly type: "producer" | "consumer";
  readonly group: string;
  readonly presentShareInDemand: number | null;
} | null {
  const fever = attributes["fever"];
  if (typeof fever !== "object" || Array.isArray(fever)) return null;
  const { type, group, present_share_in_demand: share } = fever as { readonly [name: string]: AttributeValue };
  if ((type !== "producer" && type !== "consumer") || typeof group !== "string") return null;
  return { type, group, presentShareInDemand: typeof share === "number" ? share : null };
}

/** Applies `graph_values.yml`, which overrides all other values. Its values are absolute and are not scaled. */
export function applyGraphValues(model: PreparedModel, source: AreaSource, values: InitialValues): void {
  const { flows, failures, substitutes } = values;
  const { graphValues } = source;
  const { network } = model;
  const clearFailure = (name: string): void => {
    failures.delete(name);
    substitutes.delete(name);
  };
  for (const [node, { key, inSlots, outSlots }] of network.nodes.entries()) {
    const graphValue = graphValues[key];
    if (graphValue === undefined) continue;
    if (graphValue.demand !== undefined) {
      flows.nodeDemand[node] = toStored(graphValue.demand);
      clearFailure(`${key} demand`);
    }
    for (const name of ["max_demand", "full_load_hours", "number_of_units"] as const) {
      const value = graphValue[name];
      if (value === undefined) continue;
      setAttribute(values, node, name, value);
      clearFailure(`${key} ${name}`);
    }
    for (const [side, slots] of [
      ["input", inSlots],
      ["output", outSlots],
    ] as const) {
      for (const [carrier, share] of Object.entries(graphValue[side] ?? {})) {
        const slot = slots.find((slot) => network.slots[slot]!.carrier === carrier);
        if (slot === undefined) {
          failures.set(`${key} ${side}.${carrier}`, "graph_values.yml sets the share of a slot that does not exist");
          continue;
        }
        flows.slotShare[slot] = toStored(share);
        clearFailure(`${key} ${side}.${carrier}`);
      }
    }
  }
  for (const [edge, { key }] of network.edges.entries()) {
    const graphValue: GraphValue | undefined = graphValues[key];
    if (graphValue === undefined) continue;
    for (const [name, list] of [
      ["demand", flows.edgeDemand],
      ["parent_share", flows.parentShare],
      ["child_share", flows.childShare],
    ] as const) {
      const value = graphValue[name];
      if (value === undefined) continue;
      list[edge] = toStored(value);
      clearFailure(`${key} ${name}`);
    }
  }
}
