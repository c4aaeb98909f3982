/**
 * What queries ask of a year's electricity: security of supply and the load of the networks. In a year with hours it is
 * the order that was run; in others an order of what is known without running it: must-runs, volatiles and consumers.
 */
import type { NodeAttributeReader } from "../graph/lifecycle.ts";
import type { YearState } from "../graph/year.ts";
import { sum } from "../numeric.ts";
import { addCurves, derotate, mix, scale } from "./curves/arithmetic.ts";
import { type CurveContext, HourlyCurves } from "./curves/hourly-curves.ts";
import { EnergyNodes, HourlyError, mapIn, textIn } from "./energy-nodes.ts";
import type { FeverSettings } from "./fever/fever.ts";
import { type HeatDemand, Manager, memberKeysOfType } from "./managers/manager.ts";
import { type Blackout, blackout, excessEvents, lossOfLoadExpectation } from "./merit/adequacy.ts";
import { HOURS } from "./merit/participant.ts";
import { type Layer, type LayerMember, type LayerSettings, networkLayers } from "./network/network.ts";

export interface NetworkLayer {
  /** MW from 1 January. */
  readonly demand: Float64Array;
  readonly supply: Float64Array;
  readonly load: Float64Array;
  /** MW. */
  readonly peak: number;
}

export class ElectricitySystem {
  readonly #manager: Manager;
  readonly #settings: readonly LayerSettings[];
  /** Whether the loads of members that follow other calculations are there. */
  readonly #withFollowers: boolean;
  /** Future years count all members in their networks, so without hours they cannot say. */
  readonly #needsFollowers: boolean;
  #layers: ReadonlyMap<string, Layer> | null = null;

  constructor(
    manager: Manager,
    settings: readonly LayerSettings[],
    has: { readonly followers: boolean; readonly needed: boolean },
  ) {
    this.#manager = manager;
    this.#settings = settings;
    this.#withFollowers = has.followers;
    this.#needsFollowers = has.needed;
  }

  /** Hours in which demand, without that of the excluded participants, is above a capacity (MW). */
  lossOfLoadExpectation(capacity: number, excludes: readonly string[]): number {
    return lossOfLoadExpectation(this.#manager.order, this.#manager.demand, capacity, excludes);
  }

  /** Lengths of the runs of hours with more always-on production than demand. */
  excessEvents(): readonly number[] {
    return excessEvents(this.#manager.order, this.#manager.demand);
  }

  blackout(): Blackout {
    return blackout(this.#manager.net);
  }

  /** A layer of the network by name; raises `HourlyError` when there is none, or when it needs the hours. */
  layer(name: string): NetworkLayer {
    this.#layers ??= networkLayers(this.#settings, this.#members());
    const layer = this.#layers.get(name);
    if (layer === undefined) throw new HourlyError(`There is no network layer ${JSON.stringify(name)}`);
    return {
      demand: derotate(layer.demand),
      supply: derotate(layer.supply),
      load: derotate(layer.load),
      peak: layer.peak,
    };
  }

  #members(): LayerMember[] {
    return this.#manager.adapterList(this.#withFollowers || this.#needsFollowers).flatMap((adapter) => {
      if (!adapter.installed) return [];
      if (adapter.member.followsSelf && !this.#withFollowers) {
        throw new HourlyError(`The load of ${adapter.member.key} is known only where hours are calculated`);
      }
      const level = textIn(adapter.member.config, "level") ?? "hv";
      return adapter.participants.map((participant): LayerMember => ({
        level,
        role: participant.isFlex ? "flex" : participant.isUser ? "consumer" : "producer",
        load: participant.load,
      }));
    });
  }
}

export interface SystemSettings {
  readonly curves: CurveContext;
  readonly fever: readonly FeverSettings[];
  readonly layers: readonly LayerSettings[];
}

/** The electricity of a year that was calculated without hours. */
export function electricityWithoutHours(
  year: YearState,
  read: NodeAttributeReader,
  settings: SystemSettings,
): ElectricitySystem {
  const nodes = new EnergyNodes(year.energy, read);
  const curves = new HourlyCurves(settings.curves, year, nodes);
  const producers = memberKeysOfType(nodes, "merit_order", "producer");
  const ofSubtype = (subtype: string): readonly string[] =>
    producers.filter(
      (key) => (textIn(nodes.record(nodes.index(key), "merit_order"), "subtype") ?? "generic") === subtype,
    );
  const manager = new Manager(
    { name: "electricity", attribute: "merit_order", carrier: "electricity", supplyOrder: null, demandOrder: null },
    { nodes, curves, heat: new YearlyHeat(nodes, curves, settings.fever), managers: {}, forecastStorageOrder: [] },
    [...ofSubtype("must_run"), ...ofSubtype("volatile"), ...memberKeysOfType(nodes, "merit_order", "consumer")],
    null,
  );
  manager.setUp();
  return new ElectricitySystem(manager, settings.layers, { followers: false, needed: !year.isPresent });
}

/** Electricity for heat from yearly demands alone. */
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
   * Profiles of the consumers, mixed by the shares of their suppliers' technologies. The reference forgets to turn them
   * to the order of the other curves (1 April first): they count from 1 January here too, or results would differ.
   */
  electricityDemand(name: string): Float64Array {
    const nodes = this.#nodes;
    const group = this.#settings.find((candidate) => candidate.name === name);
    if (group === undefined) throw new HourlyError(`There is no heat group ${name}`);
    const electricity = sum(
      group.suppliers.map((key) => {
        const node = nodes.index(key);
        const conversion = nodes.conversion(node, "input", "electricity");
        return nodes.required(node, "demand") * (Number.isNaN(conversion) ? 0 : conversion);
      }),
    );
    const consumers = group.consumers.map((key) => nodes.index(key));
    const heat = sum(consumers.map((node) => nodes.required(node, "demand")));
    if (heat === 0) return new Float64Array(HOURS);
    const parts = consumers.map((node) =>
      scale(this.#profile(node), electricity * (nodes.required(node, "demand") / heat)),
    );
    return addCurves(parts) ?? new Float64Array(HOURS);
  }

  supplier(key: string): never {
    throw new HourlyError(`The heat of ${key} is known only where hours are calculated`);
  }

  #profile(consumer: number): Float64Array {
    const nodes = this.#nodes;
    const { topology, state } = nodes;
    const profiles = mapIn(nodes.record(consumer, "fever"), "curve");
    const shares = new Map<string, number>(Object.keys(profiles).map((type) => [type, 0]));
    for (const edge of nodes.edges(nodes.slot(consumer, "input", "useable_heat"))) {
      let supplier = topology.supplier[edge]!;
      if (nodes.key(supplier).includes("aggregator")) supplier = this.#behindAggregator(supplier);
      const type = textIn(nodes.record(supplier, "fever"), "technology_curve_type") ?? "default";
      shares.set(type, (shares.get(type) ?? 0) + state.edgeShare[edge]!);
    }
    return mix(
      [...shares].map(([type, share]) => ({
        curve: this.#curves.fromJanuary(String(profiles[type]), consumer),
        share,
      })),
    );
  }

  #behindAggregator(aggregator: number): number {
    const nodes = this.#nodes;
    for (const edge of nodes.edges(nodes.slot(aggregator, "input", "useable_heat"))) {
      if (nodes.topology.definition.edges[edge]!.type === "share") return nodes.topology.supplier[edge]!;
    }
    throw new HourlyError(`${nodes.key(aggregator)} has no supplier of a fixed share`);
  }
}
