/**
 * Queries about a year's electricity: security of supply and network loads. A year with an hourly calculation uses its
 * merit order. Other years use an order of the loads that are known without dispatch: must-run plants, volatile plants
 * and consumers.
 */
import { asArray, type Curve, materialise } from "./curves/curve.ts";
import type { ModelObject, Value } from "@etesian/gql";
import { isNil, sum } from "@etesian/numeric";
import type { ElectricitySystem } from "../attributes/objects/objects.ts";
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import type { YearState } from "../graph/state/year.ts";
import { addTerms, mix } from "./curves/arithmetic.ts";
import { derotateCurve, sumOf } from "./curves/derived.ts";
import { type CurveContext, HourlyCurves } from "./hourly-curves.ts";
import { type CurveMemo, declareDerivation } from "./curves/memo.ts";
import { EnergyNodes, HourlyError, mapIn, profileName, textIn } from "./energy-nodes.ts";
import type { HeatDemand } from "./fever/heat-demand.ts";
import type { FeverSettings } from "./fever/matched-group.ts";
import { AnnualMarket } from "./markets/markets.ts";
import { ELECTRICITY } from "./markets/networks.ts";
import { documentedMembersOfType, MemberReader } from "./markets/reading.ts";
import { type Blackout, blackout, excessEvents, lossOfLoadExpectation } from "./merit/adequacy.ts";
import { type Layer, type LayerMember, type LayerSettings, networkLayers } from "./network/network.ts";

/** Network layers by market: a market reused from another solution keeps its layers, which depend on the model. */
const layersOf = new WeakMap<AnnualMarket, ReadonlyMap<string, Layer>>();

/** Names that `ElectricityOfYear.query` resolves. */
export const ELECTRICITY_QUERIES: readonly string[] = [
  "loss_of_load_expectation",
  "total_number_of_excess_events",
  "number_of_excess_events",
  "group_of_excess_events",
  "number_of_power_shortage_hours",
  "peak_of_power_shortage_hours",
  "volume_of_power_shortage_hours",
  "electricity_network",
  "peak_load",
  "demand_curve",
  "supply_curve",
  "load_curve",
];

export class ElectricityOfYear implements ElectricitySystem {
  readonly #market: AnnualMarket;
  readonly #settings: readonly LayerSettings[];
  /** Whether the loads of members that follow other calculations are available. */
  readonly #hasFollowers: boolean;
  /** Networks of future years include all members, so their queries need hourly results. */
  readonly #needsFollowers: boolean;

  constructor(
    market: AnnualMarket,
    settings: readonly LayerSettings[],
    options: { readonly hasFollowers: boolean; readonly needsFollowers: boolean },
  ) {
    this.#market = market;
    this.#settings = settings;
    this.#hasFollowers = options.hasFollowers;
    this.#needsFollowers = options.needsFollowers;
  }

  /**
   * Resolves a graph query about electricity; undefined for other names. `graph` is the graph object itself, which also
   * represents its network: `peak_load(:lv)` is called on the result of `electricity_network`.
   */
  query(name: string, args: readonly Value[], graph: ModelObject): Value | undefined {
    switch (name) {
      case "loss_of_load_expectation": {
        const { memo, order, demand } = this.#market;
        return BigInt(lossOfLoadExpectation(memo, order, demand, numberOf(args[0]), textsOf(args[1])));
      }
      case "total_number_of_excess_events":
        return BigInt(this.#excess().reduce((hours, length) => hours + length, 0));
      case "number_of_excess_events":
        return this.#excessOf(args[0] ?? null);
      case "group_of_excess_events":
        return listOf(args[0]).map((duration) => [duration, this.#excessOf(duration)]);
      case "number_of_power_shortage_hours":
        return BigInt(this.#shortage.hours);
      case "peak_of_power_shortage_hours":
        return this.#shortage.peak;
      case "volume_of_power_shortage_hours":
        return this.#shortage.volume;
      case "electricity_network":
        this.#network();
        return graph;
      case "peak_load":
        return this.#layer(args).peak;
      case "demand_curve":
        return asArray(materialise(derotateCurve(this.#market.memo, this.#layer(args).demand)));
      case "supply_curve":
        return asArray(materialise(derotateCurve(this.#market.memo, this.#layer(args).supply)));
      case "load_curve":
        return asArray(materialise(derotateCurve(this.#market.memo, this.#layer(args).load)));
      default:
        return undefined;
    }
  }

  get #shortage(): Blackout {
    return this.#market.memo.derive(shortage, [this.#market.net], []);
  }

  #excess(): readonly number[] {
    const { memo, order, demand } = this.#market;
    const production = sumOf(
      memo,
      order.alwaysOn.map(({ anyLoad }) => anyLoad),
    );
    return memo.derive(excess, [production, demand], []);
  }

  #excessOf(duration: Value): bigint {
    const minimum = numberOf(duration);
    return BigInt(this.#excess().filter((length) => length >= minimum).length);
  }

  /** Throws `HourlyError` if the network needs hourly results and there are none. */
  #network(): ReadonlyMap<string, Layer> {
    let layers = layersOf.get(this.#market);
    if (layers === undefined)
      layersOf.set(this.#market, (layers = networkLayers(this.#market.memo, this.#settings, this.#members())));
    return layers;
  }

  #layer(args: readonly Value[]): Layer {
    const name = textOf(args[0]);
    const layer = this.#network().get(name);
    if (layer === undefined) throw new HourlyError(`There is no network layer ${JSON.stringify(name)}`);
    return layer;
  }

  #members(): readonly LayerMember[] {
    const members: LayerMember[] = [];
    this.#market.forEach((member, { installed, participants }) => {
      if (!installed) return;
      if (member.followsSelf && !this.#hasFollowers) {
        throw new HourlyError(`The load of ${member.key} is known only in an hourly calculation`);
      }
      const level = textIn(member.config, "level") ?? "hv";
      participants.forEach((participant) =>
        members.push({
          level,
          role: participant.isFlex ? "flex" : participant.isUser ? "consumer" : "producer",
          load: participant.anyLoad,
        }),
      );
    }, this.#hasFollowers || this.#needsFollowers);
    return members;
  }
}

const shortage = declareDerivation("shortage", ([net]: readonly [Curve<"april">]) => blackout(net));

const excess = declareDerivation("excess events", ([production, demand]: readonly [Curve<"april">, Curve<"april">]) =>
  excessEvents(production, demand),
);

function numberOf(value: Value | undefined): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  throw new HourlyError(`Expected a number, got a ${typeof value}`);
}

function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function textsOf(value: Value | undefined): readonly string[] {
  return listOf(value).map(textOf);
}

function textOf(value: Value | undefined): string {
  if (typeof value === "string") return value;
  if (typeof value === "symbol") return value.description ?? "";
  throw new HourlyError(`Expected a name, got a ${typeof value}`);
}

export interface SystemSettings {
  readonly curves: CurveContext;
  readonly fever: readonly FeverSettings[];
  readonly layers: readonly LayerSettings[];
}

/** The electricity of a year without an hourly calculation. */
export function electricityWithoutHours(
  year: YearState,
  read: NodeAttributeReader,
  settings: SystemSettings,
  memo: CurveMemo,
): ElectricityOfYear {
  const nodes = new EnergyNodes(year.energy, read);
  const curves = new HourlyCurves(settings.curves, year, nodes, memo);
  const producers = documentedMembersOfType(nodes, ELECTRICITY.key, "producer");
  const producersOfSubtype = (subtype: string): readonly number[] =>
    producers.filter((node) => (textIn(nodes.record(node, ELECTRICITY.key), "subtype") ?? "generic") === subtype);
  const members = [
    ...producersOfSubtype("must_run"),
    ...producersOfSubtype("volatile"),
    ...documentedMembersOfType(nodes, ELECTRICITY.key, "consumer"),
  ];
  const heat = new YearlyHeat(nodes, curves, settings.fever);
  const memberReader = new MemberReader(ELECTRICITY, { nodes, curves, heat, orders: {} });
  const market = new AnnualMarket(
    ELECTRICITY,
    members.map((node) => memberReader.member(node)),
    memo,
  );
  market.setUp();
  return new ElectricityOfYear(market, settings.layers, { hasFollowers: false, needsFollowers: !year.isPresent });
}

/** Electricity for heat, derived from annual demands alone. */
class YearlyHeat implements HeatDemand {
  readonly #nodes: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly #settings: readonly FeverSettings[];

  constructor(nodes: EnergyNodes, curves: HourlyCurves, settings: readonly FeverSettings[]) {
    this.#nodes = nodes;
    this.#curves = curves;
    this.#settings = settings;
  }

  /**
   * Profiles of the consumers, mixed by the shares of their suppliers' technologies. The reference does not rotate
   * these profiles to start on 1 April like the other curves. Here they start on 1 January as well, because results
   * would differ otherwise.
   */
  electricityDemand(name: string): Curve<"april"> {
    const nodes = this.#nodes;
    const group = this.#settings.find((candidate) => candidate.name === name);
    if (group === undefined) throw new HourlyError(`There is no heat group ${name}`);
    const electricity = sum(
      group.suppliers.map((key) => {
        const node = nodes.index(key);
        const conversion = nodes.conversion(node, "input", "electricity");
        return nodes.requireNumber(node, "demand") * (isNil(conversion) ? 0 : conversion);
      }),
    );
    const consumers = group.consumers.map((key) => nodes.index(key));
    const heat = sum(consumers.map((node) => nodes.requireNumber(node, "demand")));
    const { allocateCurve } = this.#curves.memo;
    if (heat === 0) return allocateCurve();
    const parts = consumers.map((node) => ({
      curve: this.#profile(node),
      factor: electricity * (nodes.requireNumber(node, "demand") / heat),
    }));
    // The profiles start on 1 January (see above).
    return asArray(addTerms(parts, allocateCurve) ?? allocateCurve());
  }

  heatOf(key: string): never {
    throw new HourlyError(`The heat of ${key} is known only in an hourly calculation`);
  }

  #profile(consumer: number): Curve<"january"> {
    const nodes = this.#nodes;
    const { topology } = nodes;
    const profiles = mapIn(nodes.record(consumer, "fever"), "curve");
    const shares = new Map<string, number>(Object.keys(profiles).map((type) => [type, 0]));
    for (const edge of nodes.edges(nodes.slot(consumer, "input", "useable_heat"))) {
      let supplier = topology.supplier[edge]!;
      if (nodes.key(supplier).includes("aggregator")) supplier = this.#supplierOfAggregator(supplier);
      const type = textIn(nodes.record(supplier, "fever"), "technology_curve_type") ?? "default";
      shares.set(type, (shares.get(type) ?? 0) + nodes.share(edge));
    }
    return mix(
      [...shares].map(([type, share]) => ({
        curve: materialise(this.#curves.fromJanuary(profileName(profiles, type), consumer)),
        share,
      })),
      this.#curves.memo.allocateCurve,
    );
  }

  #supplierOfAggregator(aggregator: number): number {
    const nodes = this.#nodes;
    for (const edge of nodes.edges(nodes.slot(aggregator, "input", "useable_heat"))) {
      if (nodes.topology.definition.edges[edge]!.type === "share") return nodes.topology.supplier[edge]!;
    }
    throw new HourlyError(`${nodes.key(aggregator)} has no supplier with a fixed share`);
  }
}
