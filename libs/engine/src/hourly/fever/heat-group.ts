/**
 * One heat group (hot water, space heating …): who supplies whom, the hourly run, and what it writes back.
 *
 * Before the first pass producers are matched to consumers by their shares; after it the year is run; then demands,
 * conversions and shares are written for the second pass. Numbers of units are those from before the first pass.
 */
import { HOURS_PER_YEAR, isNil, MJ_PER_MWH, sum as compensatedSum } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import type { Curve } from "../curves/curve.ts";
import { constant, derotated, scaled, sumOf, totalOf } from "../curves/derived.ts";
import type { HourlyCurves } from "../curves/hourly-curves.ts";
import { type CurveMemo, derivation } from "../curves/memo.ts";
import { type EnergyNodes, HourlyError, mapIn, numberIn, profileName, textIn } from "../energy-nodes.ts";
import { matchHeat } from "./matching.ts";
import {
  type Activity,
  type Device,
  type HeatProducer,
  type HeatRequest,
  type HeatYear,
  IDLE,
  IDLE_YEAR,
  remainingCapacity,
  runHeat,
} from "./producers.ts";

const HEAT = "useable_heat";
const FREE_CARRIERS = new Set(["ambient_heat", "solar_thermal"]);
/** Carriers for which nodes have input curves. */
const CURVE_CARRIERS = new Set(["electricity", "hydrogen", "heat", "network_gas", "steam_hot_water", "useable_heat"]);

/** What groups share: the year before the first pass, and hot water producers that heat spaces too. */
export interface FeverContext {
  readonly nodes: EnergyNodes;
  readonly curves: HourlyCurves;
  /** The supplier with that key, of any group set up so far. */
  supplier(key: string): HeatSupplier;
}

/** A producer of the group, and its devices once the year is run. */
export class HeatSupplier {
  readonly node: number;
  readonly key: string;
  readonly units: number;
  readonly shareInGroup: number;
  readonly technology: string;
  readonly #context: FeverContext;
  readonly #requests: HeatRequest[] = [];
  #devices: Devices | null = null;

  constructor(node: number, context: FeverContext) {
    const { nodes } = context;
    this.node = node;
    this.key = nodes.key(node);
    this.#context = context;
    this.units = nodes.number(node, "number_of_units");
    const config = nodes.record(node, "fever");
    const share = numberIn(config, "share_in_group");
    this.shareInGroup = isNil(share) ? 0 : share;
    this.technology = textIn(config, "technology_curve_type") ?? "default";
  }

  /** Their year is run when they are first asked for: when all requests are there. Without any they do not run. */
  get devices(): Devices {
    return (this.#devices ??= runDevices(this.node, this.units, this.#requests, this.#context));
  }

  run(): void {
    void this.devices;
  }

  get #memo(): CurveMemo {
    return this.#context.curves.memo;
  }

  /** What it does for those who asked, in the order of their requests. */
  get activities(): readonly Activity[] {
    return this.devices.activities;
  }

  /** Takes a consumer's demand of the year; answers its place among all. */
  ask(request: HeatRequest): number {
    return this.#requests.push(request) - 1;
  }

  /** The consumer's edge comes from this node, or from the aggregator it delivers to. */
  get supplyingNode(): number {
    const { nodes } = this.#context;
    return nodes.isIn(this.node, "aggregator_producer") ? nodes.topology.consumer[this.heatEdge]! : this.node;
  }

  get heatEdge(): number {
    const { nodes } = this.#context;
    const edge = nodes.edges(nodes.slot(this.node, "output", HEAT))[0];
    if (edge === undefined) throw new HourlyError(`${this.key} delivers ${HEAT} to nobody; expected one edge`);
    return edge;
  }

  hasInput(carrier: string): boolean {
    return this.devices.secondaryCarrier === null
      ? this.#context.nodes.slot(this.node, "input", carrier) >= 0
      : carrier === this.devices.mainCarrier || carrier === this.devices.secondaryCarrier;
  }

  /** Device that uses the carrier. */
  producerFor(carrier: string): HeatProducer {
    const { devices } = this;
    if (devices.secondaryCarrier === null) return devices.producer;
    const device =
      carrier === devices.mainCarrier
        ? devices.primary
        : carrier === devices.secondaryCarrier
          ? devices.secondary
          : null;
    if (device === null) throw new HourlyError(`${this.key} has no device for ${carrier}`);
    return device;
  }

  /** Heat per unit of a carrier as the node's document gives it. */
  documentEfficiency(carrier: string): number {
    return efficiencyInDocument(this.node, carrier, this.#context.nodes);
  }

  /** Energy taken from a carrier per hour, MW. */
  inputCurve(carrier: string, outputEfficiency: number): Curve<"april"> {
    const producer = this.producerFor(carrier);
    if (producer === IDLE) return ZEROS;
    return this.#memo.derive(inputOfHeat, [producer.input, producer.efficiency], [outputEfficiency]);
  }

  /** Conversions of the outputs that are not lost; 1 without any, and for hybrids. */
  outputEfficiency(nodes: EnergyNodes): number {
    if (this.devices.secondaryCarrier !== null) return 1;
    const useful = [...nodes.slots(this.node, "output")].filter((slot) => nodes.carrier(slot) !== "loss");
    return useful.length === 0 ? 1 : compensatedSum(Float64Array.from(useful, (slot) => nodes.slotConversion(slot)));
  }

  /** Writes demand, full load hours, conversions and curves into the year before the second pass. */
  inject(nodes: EnergyNodes): void {
    const { devices, node } = this;
    const config = nodes.record(node, "fever");
    const basedOn = textIn(config, "efficiency_based_on");
    const hybrid = devices.secondaryCarrier !== null;
    const variable = !hybrid && basedOn !== null;
    const basedOnSlot = variable ? nodes.slot(node, "input", basedOn) : -1;
    const balancedSlot = variable ? nodes.slot(node, "input", textIn(config, "efficiency_balanced_with")!) : -1;
    const combined = variable ? nodes.slotConversion(basedOnSlot) + nodes.slotConversion(balancedSlot) : 0;
    if (hybrid) nodes.setConversion(nodes.slot(node, "output", HEAT), 1);

    const efficiency = this.outputEfficiency(nodes);
    const memo = this.#memo;
    const production = totalOf(memo, devices.producer.output);
    if (nodes.isIn(node, "aggregator_producer")) {
      const demand = compensatedSum(Float64Array.from(this.activities, (activity) => activity.demand));
      nodes.state.edgeShare[this.heatEdge] = demand > 0 ? production / demand : 0;
    }
    const demand = (production * MJ_PER_MWH) / efficiency;
    nodes.set(node, "demand", demand);
    if (production > 0) {
      const fullLoadHours = production / (nodes.number(node, "heat_output_capacity") * this.units);
      nodes.setFullLoadHours(node, fullLoadHours);
    }
    nodes.setCurve(node, "heat_output_curve", () => derotated(memo, devices.producer.output));
    for (const carrier of hybrid ? [devices.mainCarrier, devices.secondaryCarrier] : [devices.mainCarrier]) {
      if (CURVE_CARRIERS.has(carrier)) {
        nodes.setCurve(node, `${carrier}_input_curve`, () => derotated(memo, this.inputCurve(carrier, efficiency)));
      }
    }

    if (variable) {
      const loadEfficiency = loadWeightedEfficiency(memo, devices.producer);
      if (loadEfficiency !== 0) {
        const share = 1 / loadEfficiency;
        nodes.setConversion(basedOnSlot, share * combined);
        nodes.setConversion(balancedSlot, (1 - share) * combined);
      }
    }
    if (hybrid && demand !== 0) this.#injectHybridInputs(nodes, demand);
  }

  #injectHybridInputs(nodes: EnergyNodes, demand: number): void {
    const { primary, secondary, secondaryCarrier, secondaryEfficiency } = this.devices;
    const made = totalOf(this.#memo, primary!.input);
    const basedOn = this.#memo.derive(sourceOfYear, [primary!.input, primary!.efficiency], []);
    const other = totalOf(this.#memo, secondary!.input) / secondaryEfficiency;
    nodes.setConversion(nodes.slot(this.node, "input", "electricity"), (basedOn * MJ_PER_MWH) / demand);
    nodes.setConversion(nodes.slot(this.node, "input", "ambient_heat"), ((made - basedOn) * MJ_PER_MWH) / demand);
    nodes.setConversion(nodes.slot(this.node, "input", secondaryCarrier!), (other * MJ_PER_MWH) / demand);
  }
}

/** What a supplier heats with, after its year; hybrids have two components, the second on its own carrier. */
interface Devices extends HeatYear {
  readonly mainCarrier: string;
  readonly primary: HeatProducer | null;
  readonly secondary: HeatProducer | null;
  readonly secondaryCarrier: string | null;
  readonly secondaryEfficiency: number;
}

function runDevices(node: number, units: number, requests: readonly HeatRequest[], context: FeverContext): Devices {
  const { nodes } = context;
  const { memo } = context.curves;
  const config = nodes.record(node, "fever");
  const isIdle = requests.length === 0;
  if (!nodes.key(node).includes("hybrid")) {
    const year = isIdle ? IDLE_YEAR : runHeat(memo, [singleDevice(node, units, context)], requests);
    const mainCarrier = mainCarrierOf(node, nodes);
    return { ...year, mainCarrier, primary: null, secondary: null, secondaryCarrier: null, secondaryEfficiency: 1 };
  }

  const mainCarrier = textIn(config, "efficiency_based_on")!;
  const balancedWith = textIn(config, "efficiency_balanced_with");
  const others = [...nodes.slots(node, "input")]
    .map((slot) => nodes.carrier(slot))
    .filter((carrier) => carrier !== mainCarrier && carrier !== balancedWith);
  const secondaryCarrier = others[0];
  if (others.length !== 1 || secondaryCarrier === undefined) {
    throw new HourlyError(
      `Hybrid ${nodes.key(node)} has ${others.length} secondary carriers (${others.join(", ")}); expected one`,
    );
  }
  const secondaryEfficiency = efficiencyInDocument(node, secondaryCarrier, nodes);
  const fixed = { mainCarrier, secondaryCarrier, secondaryEfficiency };
  if (isIdle) return { ...IDLE_YEAR, ...fixed, primary: IDLE, secondary: IDLE };
  const aliasOf = textIn(config, "alias_of");
  const capacity = constant(memo, Number(mapIn(config, "capacity")[secondaryCarrier]) * units);
  const secondary: Device = {
    capacity:
      aliasOf === null
        ? capacity
        : remainingCapacity(memo, capacity, context.supplier(aliasOf).producerFor(secondaryCarrier), null),
    efficiency: constant(memo, secondaryEfficiency),
    volume: null,
  };
  const year = runHeat(memo, [heatPump(node, units, context), secondary], requests);
  return { ...year, ...fixed, primary: year.components[0]!, secondary: year.components[1]! };
}

function singleDevice(node: number, units: number, context: FeverContext): Device {
  const { nodes } = context;
  const { memo } = context.curves;
  const config = nodes.record(node, "fever");
  if (textIn(config, "efficiency_based_on") !== null) return heatPump(node, units, context);
  const aliasOf = textIn(config, "alias_of");
  const efficiency = constant(memo, 1 / nodes.conversion(node, "input", mainCarrierOf(node, nodes)));
  const capacity = constant(memo, nodes.number(node, "heat_output_capacity") * units);
  return {
    capacity:
      aliasOf === null
        ? capacity
        : remainingCapacity(memo, capacity, context.supplier(aliasOf).devices.producer, efficiency),
    efficiency,
    volume: bufferVolume(node, units, nodes),
  };
}

/** Its efficiency follows the air temperature. */
function heatPump(node: number, units: number, context: FeverContext): Device {
  const { nodes, curves } = context;
  const { memo } = curves;
  const config = nodes.record(node, "fever");
  const basedOn = textIn(config, "efficiency_based_on")!;
  const temperature = curves.curve("weather/air_temperature", node);
  const cop = [numberIn(config, "base_cop"), numberIn(config, "cop_per_degree")] as const;
  const efficiency = memo.derive(efficiencyByTemperature, [temperature], cop);
  const inputCapacity = mapIn(config, "capacity")[basedOn];
  let capacity: Curve<"april">;
  if (Object.keys(mapIn(config, "capacity")).length > 0) {
    const cutoff = numberIn(config, "cop_cutoff");
    const least = isNil(cutoff) ? 1 : cutoff;
    capacity = memo.derive(capacityOfInput, [efficiency], [Number(inputCapacity) * units, least]);
  } else {
    let heat = nodes.number(node, "heat_output_capacity") * units;
    if (nodes.slots(node, "input").length > 2) {
      heat *=
        nodes.conversion(node, "input", basedOn) +
        nodes.conversion(node, "input", textIn(config, "efficiency_balanced_with")!);
    }
    capacity = constant(memo, heat);
  }
  const aliasOf = textIn(config, "alias_of");
  return {
    capacity:
      aliasOf === null
        ? capacity
        : remainingCapacity(memo, capacity, context.supplier(aliasOf).producerFor(basedOn), efficiency),
    efficiency,
    volume: bufferVolume(node, units, nodes),
  };
}

/** Heat per unit of electricity, at least 1. */
const efficiencyByTemperature = derivation(
  "efficiency by temperature",
  ([temperature]: readonly [Curve<"april">], [baseCop, perDegree]: readonly [baseCop: number, perDegree: number]) =>
    temperature.map((degrees) => {
      const cop = baseCop + perDegree * degrees;
      return cop < 1 ? 1 : cop;
    }),
);

/** Heat from an input capacity (MW), none in hours of an efficiency below the least. */
const capacityOfInput = derivation(
  "heat capacity",
  ([efficiency]: readonly [Curve<"april">], [input, least]: readonly [input: number, least: number]) =>
    efficiency.map((cop) => (cop < least ? 0 : input * cop)),
);

/** MWh; null without a buffer. */
function bufferVolume(node: number, units: number, nodes: EnergyNodes): number | null {
  const volume = numberIn(nodes.record(node, "storage"), "volume");
  return volume > 0 ? volume * units : null;
}

/** The single input that is not free heat. */
function mainCarrierOf(node: number, nodes: EnergyNodes): string {
  const carriers = [...nodes.slots(node, "input")]
    .map((slot) => nodes.carrier(slot))
    .filter((carrier) => !FREE_CARRIERS.has(carrier));
  const carrier = carriers[0];
  if (carriers.length !== 1 || carrier === undefined) {
    throw new HourlyError(
      `${nodes.key(node)} has ${carriers.length} input carriers (${carriers.join(", ")}); expected one to heat with`,
    );
  }
  return carrier;
}

/** Efficiency per carrier as the node's document gives it; 1 when it gives none. */
function efficiencyInDocument(node: number, carrier: string, nodes: EnergyNodes): number {
  const slot = nodes.slot(node, "output", HEAT);
  const share = nodes.topology.definition.slots[slot]?.share;
  if (share?.kind !== "carrier_efficient") return 1;
  const coefficient = share.coefficients[carrier];
  if (coefficient === undefined) throw new HourlyError(`${nodes.key(node)} has no output.${HEAT}.${carrier}`);
  return coefficient;
}

/** Heat per unit of source energy over the year, weighted with the source energy; 0 without load. Plain sums. */
function loadWeightedEfficiency(memo: CurveMemo, { input, efficiency }: HeatProducer): number {
  return input === ZEROS ? 0 : memo.derive(efficiencyOfYear, [input, efficiency], []);
}

type InputAndEfficiency = readonly [input: Curve<"april">, efficiency: Curve<"april">];

const efficiencyOfYear = derivation("load-weighted efficiency", ([input, efficiency]: InputAndEfficiency) => {
  let source = 0;
  let heat = 0;
  for (let h = 0; h < HOURS_PER_YEAR; h++) {
    const energy = input[h]! / efficiency[h]!;
    source += energy;
    heat += energy * efficiency[h]!;
  }
  return source === 0 ? 0 : heat / source;
});

/** Energy from the source over the year, MWh. Plainly added. */
const sourceOfYear = derivation("source of heat", ([input, efficiency]: InputAndEfficiency) => {
  let sum = 0;
  for (let h = 0; h < HOURS_PER_YEAR; h++) sum += input[h]! / efficiency[h]!;
  return sum;
});

const inputOfHeat = derivation(
  "input of heat",
  ([input, efficiency]: InputAndEfficiency, [outputEfficiency]: readonly [number]) => {
    const curve = new Float64Array(HOURS_PER_YEAR);
    for (let h = 0; h < HOURS_PER_YEAR; h++) curve[h] = input[h]! / efficiency[h]! / outputEfficiency;
    return curve;
  },
);

interface Match {
  readonly supplier: HeatSupplier;
  readonly share: number;
  /** Place of its request with the supplier, once the year is run. */
  request: number;
}

/** A consumer of the group, its matches by technology type, and the demand it had. */
export class HeatConsumer {
  readonly node: number;
  readonly key: string;
  readonly matches: ReadonlyMap<string, Match[]>;
  readonly demandCurves = new Map<string, Curve<"april">>();

  readonly #memo: CurveMemo;

  constructor(node: number, { nodes, curves }: FeverContext) {
    this.node = node;
    this.#memo = curves.memo;
    this.key = nodes.key(node);
    this.matches = new Map(Object.keys(mapIn(nodes.record(node, "fever"), "curve")).map((type) => [type, []]));
  }

  /** Records that a supplier covers a share of this consumer. */
  match(supplier: HeatSupplier, share: number, nodes: EnergyNodes): void {
    const matches = this.matches.get(supplier.technology);
    if (matches === undefined) {
      throw new HourlyError(`${this.key} has no curve for technology type ${supplier.technology} of ${supplier.key}`);
    }
    matches.push({ supplier, share, request: -1 });
    this.#writeShare(supplier, share, nodes);
  }

  clearShares(nodes: EnergyNodes): void {
    for (const edge of nodes.edges(nodes.slot(this.node, "input", HEAT))) nodes.state.edgeShare[edge] = 0;
  }

  /** Asks its suppliers for the year's heat. */
  ask(nodes: EnergyNodes, curves: HourlyCurves): void {
    const profiles = mapIn(nodes.record(this.node, "fever"), "curve");
    const demand = nodes.number(this.node, "demand");
    for (const [type, matches] of this.matches) {
      const share = compensatedSum(Float64Array.from(matches, (match) => match.share));
      const curve = scaled(curves.memo, curves.curve(profileName(profiles, type), this.node), demand * share);
      this.demandCurves.set(type, curve);
      for (const match of matches) {
        const { supplier } = match;
        const deferFor = numberIn(nodes.record(supplier.node, "fever"), "defer_for");
        const weight = match.share / share;
        match.request = supplier.ask({ demand: curve, weight, deferFor: deferFor > 0 ? deferFor : 0 });
      }
    }
  }

  inject(nodes: EnergyNodes): void {
    this.clearShares(nodes);
    for (const matches of this.matches.values())
      for (const { supplier, share } of matches) this.#writeShare(supplier, share, nodes);
    nodes.setCurve(this.node, "heat_input_curve", () => derotated(this.#memo, this.demandCurve()));
  }

  /** Demand of all technology types with suppliers, MW in manager order. */
  demandCurve(): Curve<"april"> {
    const served = [...this.matches]
      .filter(([, matches]) => matches.length > 0)
      .map(([type]) => this.demandCurves.get(type)!);
    return sumOf(this.#memo, served);
  }

  productionCurve(): Curve<"april"> {
    const sums: Curve<"april">[] = [];
    for (const matches of this.matches.values()) {
      if (matches.length === 0) continue;
      sums.push(
        sumOf(
          this.#memo,
          matches.map((match) => activityOf(match).productionCurve),
        ),
      );
    }
    return sumOf(this.#memo, sums);
  }

  /** What it gets from one supplier, once the year is run. */
  activityOf(supplier: HeatSupplier): Activity | undefined {
    const match = this.matches.get(supplier.technology)?.find((candidate) => candidate.supplier === supplier);
    return match && activityOf(match);
  }

  #writeShare(supplier: HeatSupplier, share: number, nodes: EnergyNodes): void {
    const from = supplier.supplyingNode;
    for (const edge of nodes.edges(nodes.slot(this.node, "input", HEAT))) {
      if (nodes.topology.supplier[edge] === from) {
        nodes.state.edgeShare[edge] = share;
        return;
      }
    }
    throw new HourlyError(`${this.key} has no ${HEAT} edge from ${nodes.key(from)}, which supplies it`);
  }
}

function activityOf({ supplier, request }: Match): Activity {
  return supplier.activities[request]!;
}

export class HeatGroup {
  readonly name: string;
  readonly suppliers: readonly HeatSupplier[];
  readonly consumers: readonly HeatConsumer[];
  /** Suppliers and consumers in the order in which they write back. */
  readonly members: readonly (HeatSupplier | HeatConsumer)[];
  readonly #memo: CurveMemo;
  #electricity: Curve<"april"> | null = null;

  /** Matches suppliers to consumers, in their orders, and writes the shares into the year. */
  constructor(name: string, supplierKeys: readonly string[], consumerKeys: readonly string[], context: FeverContext) {
    const { nodes } = context;
    this.name = name;
    this.#memo = context.curves.memo;
    const first = supplierKeys.slice(0, 1).map((key) => new HeatSupplier(nodes.index(key), context));
    this.consumers =
      supplierKeys.length === 0 ? [] : consumerKeys.map((key) => new HeatConsumer(nodes.index(key), context));
    this.suppliers = [...first, ...supplierKeys.slice(1).map((key) => new HeatSupplier(nodes.index(key), context))];
    this.members = [...first, ...this.consumers, ...this.suppliers.slice(1)];

    for (const consumer of this.consumers) consumer.clearShares(nodes);
    const units = this.consumers.map((consumer) => nodes.number(consumer.node, "number_of_units"));
    const shares = this.suppliers.map((supplier) => supplier.shareInGroup);
    for (const { supplier, consumer, share } of matchHeat(shares, units)) {
      this.consumers[consumer]!.match(this.suppliers[supplier]!, share, nodes);
    }
  }

  run(nodes: EnergyNodes, curves: HourlyCurves): void {
    for (const consumer of this.consumers) consumer.ask(nodes, curves);
    for (const supplier of this.suppliers) supplier.run();
  }

  /** Electricity the group's devices use, MW in manager order. */
  electricityDemand(nodes: EnergyNodes): Curve<"april"> {
    if (this.#electricity === null) {
      const users = this.members.filter(
        (member): member is HeatSupplier => member instanceof HeatSupplier && member.hasInput("electricity"),
      );
      const devices: HeatProducer[] = [];
      const efficiencies: number[] = [];
      for (const user of users) {
        const device = user.producerFor("electricity");
        if (device === IDLE) continue;
        devices.push(device);
        efficiencies.push(user.outputEfficiency(nodes));
      }
      const curves = devices.flatMap(({ input, efficiency }) => [input, efficiency]);
      this.#electricity = this.#memo.derive(electricityOf, curves, efficiencies);
    }
    return this.#electricity;
  }

  inject(nodes: EnergyNodes): void {
    for (const member of this.members) member.inject(nodes);
  }
}

/** Energy that devices take from their sources, each divided by an output efficiency, MW. */
const electricityOf = derivation(
  "electricity for heat",
  (curves: readonly Curve<"april">[], outputEfficiencies: readonly number[]) => {
    const sum = new Float64Array(HOURS_PER_YEAR);
    for (let d = 0; d < outputEfficiencies.length; d++) {
      const [input, efficiency] = [curves[2 * d]!, curves[2 * d + 1]!];
      const output = outputEfficiencies[d]!;
      // Plainly added: the reference starts this sum from a given 0.0, which switches its compensation off.
      for (let h = 0; h < HOURS_PER_YEAR; h++) sum[h] = sum[h]! + input[h]! / efficiency[h]! / output;
    }
    return sum;
  },
);
