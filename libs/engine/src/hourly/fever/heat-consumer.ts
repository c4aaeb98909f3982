/** A consumer of a heat group: its requests to suppliers, and its write-back. */
import { sum as compensatedSum } from "@etesian/numeric";
import type { AnyCurve } from "../curves/curve.ts";
import { scaleCurve, sumOf } from "../curves/derived.ts";
import { CurveFromApril } from "../curves/assigned-curve.ts";
import type { HourlyCurves } from "../hourly-curves.ts";
import type { CurveMemo } from "../curves/memo.ts";
import { type EnergyNodes, mapIn, numberIn, profileName } from "../energy-nodes.ts";
import type { HeatSupplier } from "./heat-supplier.ts";
import { type HeatShare, type MatchedConsumer, writeShares } from "./matched-group.ts";
import type { Activity } from "./producers.ts";

export class HeatConsumer {
  readonly node: number;
  readonly key: string;
  readonly #matchedConsumer: MatchedConsumer;
  readonly #suppliers: readonly HeatSupplier[];
  readonly #memo: CurveMemo;
  /** Demand by technology type, MW. */
  readonly #demand = new Map<string, AnyCurve<"april">>();
  /** For each match, its index among the supplier's requests. */
  readonly #requests = new Map<HeatShare, number>();

  /** `suppliers` are all suppliers of the group. */
  constructor(matchedConsumer: MatchedConsumer, suppliers: readonly HeatSupplier[], memo: CurveMemo) {
    this.node = matchedConsumer.node;
    this.key = matchedConsumer.key;
    this.#matchedConsumer = matchedConsumer;
    this.#suppliers = suppliers;
    this.#memo = memo;
  }

  /** Requests the year's heat from its suppliers. */
  addRequests(nodes: EnergyNodes, curves: HourlyCurves): void {
    const profiles = mapIn(nodes.record(this.node, "fever"), "curve");
    const demand = nodes.number(this.node, "demand");
    for (const [type, matches] of this.#matchedConsumer.matches) {
      const share = compensatedSum(Float64Array.from(matches, (match) => match.share));
      const curve = scaleCurve(curves.memo, curves.curve(profileName(profiles, type), this.node), demand * share);
      this.#demand.set(type, curve);
      for (const match of matches) {
        const supplier = this.#suppliers[match.supplier]!;
        const deferFor = numberIn(nodes.record(supplier.node, "fever"), "defer_for");
        const weight = match.share / share;
        const request = supplier.addRequest({ demand: curve, weight, deferFor: deferFor > 0 ? deferFor : 0 });
        this.#requests.set(match, request);
      }
    }
  }

  inject(nodes: EnergyNodes): void {
    writeShares(nodes, this.#matchedConsumer);
    nodes.assignCurve(this.node, "heat_input_curve", new CurveFromApril(this.#memo, () => this.demandCurve()));
  }

  /** Demand of all technology types with suppliers, MW in manager order. */
  demandCurve(): AnyCurve<"april"> {
    const servedDemands = [...this.#matchedConsumer.matches]
      .filter(([, matches]) => matches.length > 0)
      .map(([type]) => this.#demand.get(type)!);
    return sumOf(this.#memo, servedDemands);
  }

  productionCurve(): AnyCurve<"april"> {
    const sums: AnyCurve<"april">[] = [];
    for (const matches of this.#matchedConsumer.matches.values()) {
      if (matches.length === 0) continue;
      sums.push(
        sumOf(
          this.#memo,
          matches.map((match) => this.#activity(match).productionCurve),
        ),
      );
    }
    return sumOf(this.#memo, sums);
  }

  /** Its heat from one supplier, after the year has run. */
  activityOf(supplier: HeatSupplier): Activity | undefined {
    const index = this.#suppliers.indexOf(supplier);
    const match = this.#matchedConsumer.matches
      .get(supplier.technology)
      ?.find((candidate) => candidate.supplier === index);
    return match && this.#activity(match);
  }

  #activity(match: HeatShare): Activity {
    return this.#suppliers[match.supplier]!.activities[this.#requests.get(match)!]!;
  }
}
