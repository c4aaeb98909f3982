/** A producer of a heat group: its devices after the calculation, and its write-back. */
import { MJ_PER_MWH, HOURS_PER_YEAR, sum as compensatedSum } from "@etesian/numeric";
import { ZEROS } from "../curves/arithmetic.ts";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { totalOf } from "../curves/derived.ts";
import { CurveFromApril } from "../curves/assigned-curve.ts";
import { type CurveMemo, declareDerivation } from "../curves/memo.ts";
import { type EnergyNodes, HourlyError, textIn } from "../energy-nodes.ts";
import { type Devices, efficiencyInDocument, type FeverContext, HEAT, runDevices } from "./heat-devices.ts";
import { heatEdge, type MatchedSupplier } from "./matched-group.ts";
import { type Activity, type HeatProducer, type HeatRequest, IDLE } from "./producers.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

/** Carriers for which nodes have input curves. */
const CURVE_CARRIERS = new Set(["electricity", "hydrogen", "heat", "network_gas", "steam_hot_water", "useable_heat"]);

export class HeatSupplier {
  readonly node: number;
  readonly key: string;
  readonly units: number;
  readonly technology: string;
  readonly #context: FeverContext;
  readonly #requests: HeatRequest[] = [];
  #devices: Devices | null = null;

  constructor({ node, key, units, technology }: MatchedSupplier, context: FeverContext) {
    this.node = node;
    this.key = key;
    this.units = units;
    this.technology = technology;
    this.#context = context;
  }

  /** The devices, calculated on first access, when all requests are known. Without requests they do not run. */
  get devices(): Devices {
    return (this.#devices ??= runDevices(this.node, this.units, this.#requests, this.#context));
  }

  get #memo(): CurveMemo {
    return this.#context.curves.memo;
  }

  /** Its activities, in the order of the requests. */
  get activities(): readonly Activity[] {
    return this.devices.activities;
  }

  /**
   * Adds a consumer's demand for the year; returns its index. Years of heat are cached and shared, so this throws once
   * the devices have run.
   */
  addRequest(request: HeatRequest): number {
    if (this.#devices !== null) throw new HourlyError(`${this.key} has run its year and accepts no more requests`);
    return this.#requests.push(request) - 1;
  }

  hasInput(carrier: string): boolean {
    return this.devices.secondaryCarrier === null
      ? this.#context.nodes.slot(this.node, "input", carrier) >= 0
      : carrier === this.devices.mainCarrier || carrier === this.devices.secondaryCarrier;
  }

  /** The device that uses a carrier. */
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

  /** Heat per unit of a carrier, according to the node's document. */
  documentEfficiency(carrier: string): number {
    return efficiencyInDocument(this.node, carrier, this.#context.nodes);
  }

  /** Input of a carrier, MW. */
  inputCurve(carrier: string, outputEfficiency: number): AnyCurve<"april"> {
    const producer = this.producerFor(carrier);
    if (producer === IDLE) return ZEROS;
    return this.#memo.derive(inputOfHeat, [producer.input, producer.efficiency], [outputEfficiency]);
  }

  /** Sum of the conversions of all outputs except losses; 1 without outputs, and for hybrids. */
  outputEfficiency(nodes: EnergyNodes): number {
    if (this.devices.secondaryCarrier !== null) return 1;
    const usefulSlots = [...nodes.slots(this.node, "output")].filter((slot) => nodes.carrier(slot) !== "loss");
    return usefulSlots.length === 0
      ? 1
      : compensatedSum(Float64Array.from(usefulSlots, (slot) => nodes.slotConversion(slot)));
  }

  /** Writes demand, full load hours, conversions and curves into the year before the second pass. */
  inject(nodes: EnergyNodes): void {
    const { devices, node } = this;
    const config = nodes.record(node, "fever");
    const basedOn = textIn(config, "efficiency_based_on");
    const isHybrid = devices.secondaryCarrier !== null;
    const hasVariableEfficiency = !isHybrid && basedOn !== null;
    const basedOnSlot = hasVariableEfficiency ? nodes.slot(node, "input", basedOn) : -1;
    const balancedSlot = hasVariableEfficiency
      ? nodes.slot(node, "input", textIn(config, "efficiency_balanced_with")!)
      : -1;
    const combinedConversion = hasVariableEfficiency
      ? nodes.slotConversion(basedOnSlot) + nodes.slotConversion(balancedSlot)
      : 0;
    if (isHybrid) nodes.setConversion(nodes.slot(node, "output", HEAT), 1);

    const efficiency = this.outputEfficiency(nodes);
    const memo = this.#memo;
    const production = totalOf(memo, devices.producer.output);
    if (nodes.isInGroup(node, "aggregator_producer")) {
      const demand = compensatedSum(Float64Array.from(this.activities, (activity) => activity.demand));
      nodes.setShare(heatEdge(nodes, node), demand > 0 ? production / demand : 0);
    }
    const demand = (production * MJ_PER_MWH) / efficiency;
    nodes.set(node, "demand", demand);
    if (production > 0) {
      const fullLoadHours = production / (nodes.number(node, "heat_output_capacity") * this.units);
      nodes.setFullLoadHours(node, fullLoadHours);
    }
    nodes.assignCurve(node, "heat_output_curve", new CurveFromApril(memo, () => devices.producer.output));
    for (const carrier of isHybrid ? [devices.mainCarrier, devices.secondaryCarrier] : [devices.mainCarrier]) {
      if (CURVE_CARRIERS.has(carrier)) {
        const load = new CurveFromApril(memo, () => this.inputCurve(carrier, efficiency));
        nodes.assignCurve(node, `${carrier}_input_curve`, load);
      }
    }

    if (hasVariableEfficiency) {
      const loadEfficiency = loadWeightedEfficiency(memo, devices.producer);
      if (loadEfficiency !== 0) {
        const share = 1 / loadEfficiency;
        nodes.setConversion(basedOnSlot, share * combinedConversion);
        nodes.setConversion(balancedSlot, (1 - share) * combinedConversion);
      }
    }
    if (isHybrid && demand !== 0) this.#injectHybridInputs(nodes, demand);
  }

  #injectHybridInputs(nodes: EnergyNodes, demand: number): void {
    const { primary, secondary, secondaryCarrier, secondaryEfficiency } = this.devices;
    const primaryHeat = totalOf(this.#memo, primary!.input);
    const primarySource = this.#memo.derive(sourceOfYear, [primary!.input, primary!.efficiency], []);
    const secondarySource = totalOf(this.#memo, secondary!.input) / secondaryEfficiency;
    nodes.setConversion(nodes.slot(this.node, "input", "electricity"), (primarySource * MJ_PER_MWH) / demand);
    nodes.setConversion(
      nodes.slot(this.node, "input", "ambient_heat"),
      ((primaryHeat - primarySource) * MJ_PER_MWH) / demand,
    );
    nodes.setConversion(nodes.slot(this.node, "input", secondaryCarrier!), (secondarySource * MJ_PER_MWH) / demand);
  }
}

/** Heat per unit of source energy over the year, weighted with the source energy; 0 without load. Plain sums. */
function loadWeightedEfficiency(memo: CurveMemo, { input, efficiency }: HeatProducer): number {
  return input === ZEROS ? 0 : memo.derive(efficiencyOfYear, [input, efficiency], []);
}

type InputAndEfficiency = readonly [input: Curve<"april">, efficiency: Curve<"april">];

const efficiencyOfYear = declareDerivation("load-weighted efficiency", ([input, efficiency]: InputAndEfficiency) => {
  let source = 0;
  let heat = 0;
  for (let h = 0; h < HOURS_PER_YEAR; h++) {
    const energy = input[h]! / efficiency[h]!;
    source += energy;
    heat += energy * efficiency[h]!;
  }
  return source === 0 ? 0 : heat / source;
});

/** Energy from the source over the year, MWh. Summed without compensation. */
const sourceOfYear = declareDerivation("source of heat", ([input, efficiency]: InputAndEfficiency) => {
  let sum = 0;
  for (let h = 0; h < HOURS_PER_YEAR; h++) sum += input[h]! / efficiency[h]!;
  return sum;
});

const inputOfHeat = declareDerivation(
  "input of heat",
  ([input, efficiency]: InputAndEfficiency, [outputEfficiency]: readonly [number], allocateCurve: AllocateCurve) => {
    const curve = allocateCurve();
    for (let h = 0; h < HOURS_PER_YEAR; h++) curve[h] = input[h]! / efficiency[h]! / outputEfficiency;
    return curve;
  },
);
