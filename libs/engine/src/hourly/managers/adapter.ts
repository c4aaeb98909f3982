/**
 * An adapter stands between a node and its participants in a merit order: it reads capacities and costs after the first
 * pass, and writes what the hours gave into the year before the second pass.
 *
 * "source" is the node the configuration delegates to (the vehicles behind a charging battery), else the node itself;
 * "target" is always the node itself.
 */
import { isNil } from "@etesian/numeric";
import type { Curve } from "../curves/curve.ts";
import { EdgeType } from "../../graph/kinds.ts";
import type { StoredRecord } from "../../graph/state.ts";
import { derotated } from "../curves/derived.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { type EnergyNodes, HourlyError, numberIn, textIn } from "../energy-nodes.ts";
import type { Participant } from "../merit/participant.ts";
import type { Manager } from "./manager.ts";

export interface Adapter {
  readonly member: Member;
  /** In the order in which they are added. */
  readonly participants: readonly Participant[];
  /** Whether the participants take part in the order. All adapters write back, installed or not. */
  readonly installed: boolean;
  inject(): void;
}

/** A node in its role in a manager, with the configuration of the moment of set-up. */
export class Member {
  readonly manager: Manager;
  readonly target: number;
  readonly source: number;
  readonly key: string;
  readonly config: StoredRecord;
  readonly type: string;
  readonly subtype: string;
  readonly group: string;
  /** Whether the load follows another calculation of the same node. */
  readonly followsSelf: boolean;

  constructor(manager: Manager, node: number, config: StoredRecord = manager.config(node)) {
    const { nodes } = manager;
    this.manager = manager;
    this.target = node;
    this.key = nodes.key(node);
    this.config = config;
    const delegate = textIn(this.config, "delegate");
    this.source = delegate === null ? node : nodes.index(delegate);
    this.type = textIn(this.config, "type") ?? "";
    this.subtype = textIn(this.config, "subtype") ?? "generic";
    this.group = textIn(this.config, "group") ?? "";
    this.followsSelf = this.group.startsWith("self");
  }

  get nodes(): EnergyNodes {
    return this.manager.nodes;
  }

  get memo(): CurveMemo {
    return this.manager.memo;
  }

  get carrier(): string {
    return this.manager.carrier;
  }

  get units(): number {
    return this.nodes.required(this.source, "number_of_units");
  }

  get availability(): number {
    return this.nodes.required(this.target, "availability");
  }

  /** The rule unless an adapter says otherwise: some units, and available. */
  get isInstalled(): boolean {
    return this.units > 0 && this.availability > 0;
  }

  /** Conversion of the target's slot of the manager's carrier; NaN without the slot. */
  inputConversion(carrier: string = this.carrier): number {
    return this.nodes.conversion(this.target, "input", carrier);
  }

  outputConversion(carrier: string = this.carrier): number {
    return this.nodes.conversion(this.target, "output", carrier);
  }

  /** Its curve in manager order. */
  curve(name: string = this.group): Curve<"april"> {
    return this.manager.curve(name, this.target);
  }

  number(key: string): number {
    return numberIn(this.config, key);
  }

  /** Writes `<carrier>_<side>_curve`, made from manager order when somebody asks. */
  injectCurve(side: "input" | "output", curve: () => Curve<"april">): void {
    this.nodes.setCurve(this.target, `${this.carrier}_${side}_curve`, () => derotated(this.memo, curve()));
  }

  injectNamedCurve(name: string, curve: () => Curve<"april">): void {
    this.nodes.setCurve(this.target, name, () => derotated(this.memo, curve()));
  }

  /** First edge of the target's slot of a carrier. */
  firstEdge(side: "input" | "output", carrier: string = this.carrier): number {
    const slot = this.nodes.slot(this.target, side, carrier);
    const edge = slot < 0 ? undefined : this.nodes.edges(slot)[0];
    if (edge === undefined)
      throw new HourlyError(
        `${this.key} has no ${side} edge of ${carrier}; its role in ${this.manager.name} needs one`,
      );
    return edge;
  }

  /** The edge of any carrier to a consumer. */
  edgeTo(consumer: number): number {
    for (const edge of this.nodes.outputEdges(this.target)) {
      if (this.nodes.topology.consumer[edge] === consumer) return edge;
    }
    throw new HourlyError(
      `${this.key} has no edge to ${this.nodes.key(consumer)}; its role in ${this.manager.name} needs one`,
    );
  }

  /** Fixes the energy through an edge (MJ), so that the calculation leaves it alone. */
  presetEdge(edge: number, value: number): void {
    this.nodes.state.edgeValue[edge] = value;
    this.nodes.state.edgeCalculated[edge] = 1;
  }

  /** Fixes the energy (MJ) through the first input edge where that edge is inversed flexible: it would take the rest. */
  presetInversedEdge(value: number): void {
    const edge = this.firstEdge("input");
    if (this.nodes.topology.edgeType[edge] === EdgeType.InversedFlexible) this.presetEdge(edge, value);
  }

  /** A node named in `relations`. */
  related(role: string): number {
    const relations = this.config["relations"];
    const key =
      typeof relations === "object" && relations !== null && !Array.isArray(relations)
        ? (relations as { [role: string]: unknown })[role]
        : undefined;
    if (typeof key !== "string")
      throw new HourlyError(`${this.key} has no relations.${role} in its ${this.manager.attribute}`);
    return this.nodes.index(key);
  }
}

/** Full load hours as they are written: NaN counts as 0. */
export function orZero(hours: number): number {
  return isNil(hours) ? 0 : hours;
}

/** a / b, 0 where either is 0. */
export function safeDivide(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a / b;
}

/** A share kept between 0 and 1. */
export function clampShare(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
