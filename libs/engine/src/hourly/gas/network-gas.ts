/**
 * Hourly network gas without a merit order. Supply and demand curves are added up after all other calculations. Imports
 * and exports close the year's balance, and an unlimited storage closes the hourly balance. All curves count from 1
 * January, MW.
 */
import { HOURS_PER_YEAR, isNil, MJ_PER_MWH, sum } from "@etesian/numeric";
import type { AnyCurve, Curve } from "../curves/curve.ts";
import { nodesWithBlock } from "../../graph/documented-nodes.ts";
import { ZEROS } from "../curves/arithmetic.ts";
import { addBorrowed, negativePart, positivePart, scaleCurve, totalOf } from "../curves/derived.ts";
import { type AssignedCurve, ResolvedCurve } from "../curves/assigned-curve.ts";
import type { HourlyCurves } from "../hourly-curves.ts";
import { type CurveMemo, declareDerivation, declareFormula, declareComputation } from "../curves/memo.ts";
import { type EnergyNodes, HourlyError, textIn, textsIn } from "../energy-nodes.ts";
import type { AllocateCurve } from "../../reused-memory.ts";

const CARRIER = "network_gas";
const OWN_CARRIER: readonly string[] = [CARRIER];
/** Smaller imbalances are rounding errors, MW. */
export const NEGLIGIBLE_GAS = 1e-5;

type GasRole = "consumer" | "producer" | "import" | "export" | "storage" | "transformation";

interface GasMember {
  readonly node: number;
  readonly role: GasRole;
  readonly profile: string;
  /**
   * Set for consumers that are subordinate to a power-to-heat node: that node, and the demands of both before the
   * second pass.
   */
  readonly leader: {
    readonly node: number;
    readonly demand: number;
    readonly ownDemand: number;
    readonly output: string;
  } | null;
  /** MJ; transformations have both an input and an output, the others one of them. */
  input: number;
  output: number;
  inputCurve: AnyCurve<"january">;
  outputCurve: AnyCurve<"january">;
}

export class NetworkGas {
  readonly #nodes: EnergyNodes;
  readonly #curves: HourlyCurves;
  readonly #memo: CurveMemo;
  readonly #members: readonly GasMember[];

  /** Called after the first pass: stores the demands that power-to-heat may replace. */
  constructor(nodes: EnergyNodes, curves: HourlyCurves) {
    this.#nodes = nodes;
    this.#curves = curves;
    this.#memo = curves.memo;
    // Grouped as in the reference: by type, types in order of appearance.
    const byRole = new Map<GasRole, GasMember[]>();
    for (const node of nodesWithBlock(nodes.topology.definition, CARRIER)) {
      const member = this.#member(node);
      const roleMembers = byRole.get(member.role);
      if (roleMembers === undefined) byRole.set(member.role, [member]);
      else roleMembers.push(member);
    }
    this.#members = [...byRole.values()].flat();
  }

  #member(node: number): GasMember {
    const nodes = this.#nodes;
    const config = nodes.record(node, CARRIER);
    const leaderKey = textIn(config, "behavior") === "subordinate" ? textIn(config, "subordinate_to") : null;
    const leader = leaderKey === null ? null : nodes.index(leaderKey);
    return {
      node,
      role: (textIn(config, "type") ?? "") as GasRole,
      profile: (textIn(config, "profile") ?? "").trim(),
      leader:
        leader === null
          ? null
          : {
              node: leader,
              demand: nodes.number(leader, "demand"),
              ownDemand: this.#demand(node) * this.#conversion(node, "input"),
              output: textIn(config, "subordinate_to_output") ?? "",
            },
      input: 0,
      output: 0,
      inputCurve: ZEROS,
      outputCurve: ZEROS,
    };
  }

  /** Called after the second pass: all demands, curves and the storage. */
  finish(): void {
    const members = this.#members;
    for (const member of members) if (isStatic(member)) this.#settle(member);
    for (const member of members) if (isDynamic(member)) this.#settle(member);
    const balance = this.#yearlyBalance();
    for (const member of members) {
      if (member.role === "import") this.#setFlow(member, balance < 0 ? -balance : 0, "output");
      if (member.role === "export") this.#setFlow(member, balance > 0 ? balance : 0, "input");
    }
    const surplus = this.#surplus();
    for (const member of members) this.#inject(member, surplus);
  }

  /** Annual demand of a node (MJ); nil counts as 0 for nodes without units. */
  #demand(node: number): number {
    const demand = this.#nodes.number(node, "demand");
    if (!isNil(demand)) return demand;
    if (this.#nodes.number(node, "number_of_units") === 0) return 0;
    throw new HourlyError(`${this.#nodes.key(node)} has no demand; its role in network gas needs one`);
  }

  /** Conversion of the slot of `demand_carrier`; the sum if it names several carriers. */
  #conversion(node: number, side: "input" | "output"): number {
    const nodes = this.#nodes;
    const names = textsIn(nodes.record(node, CARRIER), "demand_carrier");
    const carriers = names.length === 0 ? OWN_CARRIER : names;
    const singleSlot = carriers.length === 1 ? nodes.slot(node, side, carriers[0]!) : -1;
    if (singleSlot >= 0) return nodes.slotConversion(singleSlot);
    const slots = carriers.map((carrier) => nodes.slot(node, side, carrier)).filter((slot) => slot >= 0);
    if (slots.length === 0) {
      throw new HourlyError(
        `${nodes.key(node)} has no ${side} of ${carriers.join(", ")}; its role in network gas needs one`,
      );
    }
    return slots.length === 1 ? nodes.slotConversion(slots[0]!) : sum(slots.map((slot) => nodes.slotConversion(slot)));
  }

  /** Spreads a demand (MJ) over the year in proportion to the member's profile, or to a curve of its node. */
  #curve(member: GasMember, demand: number): AnyCurve<"january"> {
    const nodes = this.#nodes;
    if (demand === 0 || nodes.number(member.node, "demand") === 0) return ZEROS;
    if (!member.profile.startsWith("self"))
      return scaleCurve(this.#memo, this.#curves.fromJanuary(member.profile, member.node), demand);
    const name = member.profile.slice("self:".length).trim();
    const curve = nodes.anyCurve(member.node, name);
    if (curve === null) throw new HourlyError(`${nodes.key(member.node)} has no ${name} to use as profile`);
    const energy = totalOf(this.#memo, curve);
    return energy === 0
      ? scaleCurve(this.#memo, curve, demand)
      : this.#memo.lazy(spreadDemand, [curve], [demand, energy * MJ_PER_MWH]);
  }

  #settle(member: GasMember): void {
    const demand = this.#demand(member.node);
    switch (member.role) {
      case "consumer":
        if (member.leader !== null) return this.#settleSubordinate(member, member.leader);
        member.input = demand * this.#conversion(member.node, "input");
        member.inputCurve = this.#curve(member, member.input);
        return;
      case "producer":
        member.output = demand * this.#conversion(member.node, "output");
        member.outputCurve = this.#curve(member, member.output);
        return;
      case "transformation":
        member.input = demand * this.#conversion(member.node, "input");
        member.output = demand * this.#conversion(member.node, "output");
        member.inputCurve = this.#curve(member, member.input);
        member.outputCurve = this.#curve(member, member.output);
        return;
      case "import":
      case "export":
      case "storage":
        return;
    }
  }

  /** Sets the demand to the part that the leader's heat does not cover. */
  #settleSubordinate(member: GasMember, leader: NonNullable<GasMember["leader"]>): void {
    const nodes = this.#nodes;
    const original = this.#curve(member, leader.ownDemand);
    const leaderDemand = nodes.number(leader.node, "demand");
    if (leaderDemand === leader.demand || (isNil(leaderDemand) && isNil(leader.demand))) {
      member.input = leader.ownDemand;
      member.inputCurve = original;
      return;
    }
    const heat = nodes.anyCurve(leader.node, `${leader.output}_output_curve`);
    if (heat === null) throw new HourlyError(`${nodes.key(leader.node)} has no ${leader.output}_output_curve`);
    const factor =
      nodes.conversion(member.node, "input", CARRIER) / nodes.conversion(member.node, "output", leader.output);
    member.inputCurve = this.#memo.derive(uncoveredDemand, [original, heat], [factor]);
    member.input = totalOf(this.#memo, member.inputCurve) * MJ_PER_MWH;
  }

  #setFlow(member: GasMember, amount: number, side: "input" | "output"): void {
    member[side] = amount;
    member[`${side}Curve`] = this.#curve(member, amount);
  }

  #installedMembers(role: GasRole): GasMember[] {
    const members: GasMember[] = [];
    for (const member of this.#members)
      if (member.role === role && Math.max(member.input, member.output) > 0) members.push(member);
    return members;
  }

  /** Production minus consumption before imports and exports, MJ. */
  #yearlyBalance(): number {
    const transformations = this.#installedMembers("transformation");
    const consumption =
      sum(this.#installedMembers("consumer").map((m) => m.input)) + sum(transformations.map((m) => m.input));
    const production =
      sum(this.#installedMembers("producer").map((m) => m.output)) + sum(transformations.map((m) => m.output));
    return production - consumption;
  }

  /** Supply minus demand in each hour; rounding errors count as 0. */
  #surplus(): AnyCurve<"january"> {
    const transformations = this.#installedMembers("transformation");
    const demands = [...this.#installedMembers("consumer"), ...this.#installedMembers("export"), ...transformations];
    const supplies = [...this.#installedMembers("producer"), ...this.#installedMembers("import"), ...transformations];
    const demandCurves = demands.map((m) => m.inputCurve);
    const supplyCurves = supplies.map((m) => m.outputCurve);
    return this.#memo.recall(SURPLUS, [...demandCurves, ...supplyCurves], [demandCurves.length], (buffers, read) => {
      const demand = addBorrowed(demandCurves, buffers, read);
      const supply = addBorrowed(supplyCurves, buffers, read);
      return writeSurplus(buffers.year(), demand, supply);
    });
  }

  #inject(member: GasMember, surplus: AnyCurve<"january">): void {
    const nodes = this.#nodes;
    if (member.role === "storage") {
      this.#injectStorage(member.node, surplus);
      return;
    }
    if (member.role !== "producer" && member.role !== "import")
      nodes.assignCurve(member.node, `${CARRIER}_input_curve`, loadOf(member.inputCurve));
    if (member.role !== "consumer" && member.role !== "export")
      nodes.assignCurve(member.node, `${CARRIER}_output_curve`, loadOf(member.outputCurve));
  }

  /**
   * Writes the operation of an unlimited storage for a surplus (MW): its loads, yearly demand (MJ), volume and content
   * (MWh).
   */
  #injectStorage(node: number, surplus: AnyCurve<"january">): void {
    const nodes = this.#nodes;
    const memo = this.#memo;
    const output = negativePart(memo, surplus);
    const demand = totalOf(memo, output) * MJ_PER_MWH;
    const isUsed = demand !== 0;
    const [min, max] = isUsed ? memo.derive(rangeOfContent, [surplus], []) : [0, 0];
    nodes.set(node, "demand", demand);
    nodes.setCurve(node, `${CARRIER}_input_curve`, () => (isUsed ? positivePart(memo, surplus) : ZEROS));
    nodes.setCurve(node, `${CARRIER}_output_curve`, () => (isUsed ? output : ZEROS));
    nodes.setEntry(node, "storage", "volume", max - min);
    nodes.setCurve(node, "storage_curve", () => (isUsed ? memo.lazy(storageContent, [surplus], [min]) : ZEROS));
  }
}

const NO_LOAD = new ResolvedCurve(ZEROS);

const loadOf = (curve: AnyCurve<"january">): AssignedCurve => (curve === ZEROS ? NO_LOAD : new ResolvedCurve(curve));

const SURPLUS = declareComputation("surplus");

function writeSurplus(surplus: Float64Array, demand: Curve, supply: Curve): Curve<"january"> {
  for (let h = 0; h < HOURS_PER_YEAR; h++) {
    const value = -demand[h]! + supply[h]!;
    surplus[h] = Math.abs(value) < NEGLIGIBLE_GAS ? 0 : value;
  }
  return surplus;
}

/** Spreads a demand (MJ) over the year in proportion to a curve (MW) whose energy is `all` (MJ). */
const spreadDemand = declareFormula(
  "spread",
  (hours, [curve]: readonly [Curve<"january">], [demand, all]: readonly [demand: number, all: number]) => {
    for (let h = 0; h < HOURS_PER_YEAR; h++) hours[h] = (curve[h]! / all) * demand;
  },
);

/** The part of a demand that heat × factor does not cover. */
const uncoveredDemand = declareDerivation(
  "demand without heat",
  (
    [demand, heat]: readonly [demand: Curve<"january">, heat: Curve<"january">],
    [factor]: readonly [number],
    allocateCurve: AllocateCurve,
  ) => {
    const result = allocateCurve();
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      const remainder = demand[h]! - heat[h]! * factor;
      result[h] = remainder > 0 ? remainder : 0;
    }
    return result;
  },
);

/** The minimum and maximum content (MWh) of a storage that is empty on 1 January and may go below 0. */
const rangeOfContent = declareDerivation(
  "range of content",
  ([surplus]: readonly [Curve<"january">]): readonly [number, number] => {
    let running = 0;
    let min = Infinity;
    let max = -Infinity;
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      running = h === 0 ? surplus[h]! : surplus[h]! + running;
      min = Math.min(min, running);
      max = Math.max(max, running);
    }
    return [min, max];
  },
);

/** The content of a storage after each hour (MWh), shifted so that its minimum is 0. */
const storageContent = declareFormula(
  "content",
  (hours, [surplus]: readonly [Curve<"january">], [min]: readonly [number]) => {
    let running = 0;
    for (let h = 0; h < HOURS_PER_YEAR; h++) {
      running = h === 0 ? surplus[h]! : surplus[h]! + running;
      hours[h] = running - min;
    }
  },
);

function isDynamic(member: GasMember): boolean {
  return (member.profile.startsWith("self") || member.leader !== null) && member.role !== "storage";
}

function isStatic(member: GasMember): boolean {
  return !isDynamic(member) && member.role !== "storage" && member.role !== "import" && member.role !== "export";
}
