/**
 * Distributes the heat of the start year. In each heat group, producers serve consumers in the order of the group's
 * lists until the producers' heat is used up. The result is the parent shares of the edges between them, and the share
 * of dwellings (or buildings) that each producer heats.
 */
import { sum as compensatedSum } from "@etesian/numeric";
import {
  compare,
  divide,
  fromBinary,
  isZero,
  multiply,
  type Rational,
  subtract,
  sum,
  toNumber,
  ZERO,
} from "@etesian/numeric/rational";
import type { AreaSource } from "../datasets/area-source.ts";
import { StartYearError } from "./error.ts";
import {
  deliveringNode,
  evaluateParsed,
  heatRole,
  setPaused,
  type InitialValues,
  type PreparedModel,
} from "./initial-values.ts";
import { QueryError } from "./query.ts";

interface Consumer {
  readonly node: number;
  readonly demand: Rational;
  readonly units: number;
  unmetDemand: Rational;
}

/**
 * Solves all heat groups and resumes the elements that were paused. Returns `fever.share_in_group` by node, null
 * for nodes that are not producers. Throws `StartYearError` when a producer's demand or a consumer's figures are
 * unknown.
 */
export function solveHeatGroups(
  model: PreparedModel,
  source: AreaSource,
  { flows }: InitialValues,
): readonly (number | null)[] {
  const { network } = model;
  const shares: (number | null)[] = network.nodes.map(() => null);
  for (const [group, members] of groupMembers(model)) {
    const producers = sortedMembers(model, members, group, "producer");
    const demands = producers.map((producer) => demandOf(deliveringNode(model, producer)));
    const groupDemand = sum(demands);
    const consumers = sortedMembers(model, members, group, "consumer").map((node): Consumer => {
      const share = readFigure(node, "fever.present_share_in_demand");
      const demand =
        typeof share === "bigint"
          ? multiply(groupDemand, { numerator: share, denominator: 1n })
          : fromBinary(toNumber(groupDemand) * share);
      return { node, demand, units: Number(readFigure(node, "number_of_units")), unmetDemand: demand };
    });
    const totalUnits = compensatedSum(consumers.map(({ units }) => units));
    for (const [rank, producer] of producers.entries()) {
      const units = distribute(deliveringNode(model, producer), demands[rank]!, consumers);
      shares[producer] = totalUnits > 0 ? units / totalUnits : 0;
      setPaused(model, flows, producer, 0);
    }
  }
  return shares;

  /** Serves the consumers of a node; returns the number of units served. */
  function distribute(node: number, demand: Rational, consumers: readonly Consumer[]): number {
    let remainingHeat = demand;
    let units = 0;
    for (const consumer of consumers) {
      const edge = network.nodes[node]!.outEdges.find((edge) => network.edges[edge]!.consumer === consumer.node);
      if (edge === undefined) continue;
      if (!isPositive(remainingHeat) || !isPositive(consumer.unmetDemand)) {
        flows.parentShare[edge] = ZERO;
        continue;
      }
      const energy = compare(consumer.unmetDemand, remainingHeat) < 0 ? consumer.unmetDemand : remainingHeat;
      consumer.unmetDemand = subtract(consumer.unmetDemand, energy);
      remainingHeat = subtract(remainingHeat, energy);
      units += toNumber(divide(energy, consumer.demand)) * consumer.units;
      flows.parentShare[edge] = divide(energy, demand);
    }
    return units;
  }

  function demandOf(node: number): Rational {
    const demand = flows.nodeDemand[node]!;
    if (demand !== null) return demand;
    throw new StartYearError(source.area, [`the demand of the heat producer ${network.nodes[node]!.key} is not known`]);
  }

  /** A consumer's figure from its query or its document, zero if neither sets it; graph values are ignored. */
  function readFigure(node: number, attribute: "number_of_units" | "fever.present_share_in_demand"): number | bigint {
    const { definition } = model.nodes[node]!;
    const query = model.nodeQueries[node]!.get(attribute);
    if (query !== undefined) {
      let reason = "the query has no value";
      try {
        const result = evaluateParsed(query, { source, carriers: model.carriers });
        if (typeof result === "bigint" || (typeof result === "number" && Number.isFinite(result))) return result;
        if (result !== null) reason = `expected a finite number, found ${result}`;
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        reason = error.message;
      }
      throw new StartYearError(source.area, [`${attribute} of ${definition.key} is not known: ${reason}`]);
    }
    if (attribute === "fever.present_share_in_demand")
      return heatRole(definition.attributes)?.presentShareInDemand ?? 0;
    const units = definition.attributes[attribute];
    return typeof units === "number" ? units : 0;
  }
}

function isPositive(value: Rational): boolean {
  return !isZero(value) && value.numerator > 0n;
}

/** Nodes by heat group, groups in the order of their first member. */
function groupMembers({ nodes }: PreparedModel): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [node, { definition }] of nodes.entries()) {
    const role = heatRole(definition.attributes);
    if (role === null) continue;
    const members = groups.get(role.group);
    if (members === undefined) groups.set(role.group, [node]);
    else members.push(node);
  }
  return groups;
}

/** Members of one role in the order of the group's list, followed by unlisted ones. */
function sortedMembers(
  { definition, nodes }: PreparedModel,
  members: readonly number[],
  group: string,
  type: "producer" | "consumer",
): readonly number[] {
  const list = definition.config[`fever/${group}_${type}_order`];
  const keys: readonly unknown[] = Array.isArray(list) ? list : [];
  const rank = (node: number): number => {
    const position = keys.indexOf(nodes[node]!.definition.key);
    return position < 0 ? keys.length : position;
  };
  return members
    .filter((node) => heatRole(nodes[node]!.definition.attributes)?.type === type)
    .sort((a, b) => rank(a) - rank(b));
}
