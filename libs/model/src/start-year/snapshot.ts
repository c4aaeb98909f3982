/** A start year between two stages as plain data by key, for inspection and comparison. TJ (kton), shares, hours. */
import { type Rational, toNumber } from "@etesian/numeric/rational";
import type { Side } from "../definition.ts";
import type { InitialValues, PreparedModel } from "./initial-values.ts";

/** The value that had been set or derived before the snapshot, and the value that follows from all known values. */
export interface PropagatedValue {
  readonly set: number | null;
  readonly derived: number | null;
}

export interface NodeSnapshot {
  readonly demand: number | null;
  /** Values besides demand, set by queries and graph values. */
  readonly attributes: { readonly [name: string]: number | null };
  readonly slots: { readonly [side in Side]: { readonly [carrier: string]: PropagatedValue } };
}

export interface EdgeSnapshot {
  readonly demand: number | null;
  readonly maxDemand: number | null;
  readonly childShare: PropagatedValue;
  readonly parentShare: PropagatedValue;
}

export interface StartYearSnapshot {
  readonly nodes: { readonly [key: string]: NodeSnapshot };
  readonly edges: { readonly [key: string]: EdgeSnapshot };
}

/** Takes a snapshot. Shares derived for it remain in `flows`; see `startYearStages`. */
export function snapshotOf({ network }: PreparedModel, { flows, attributes }: InitialValues): StartYearSnapshot {
  const asNumber = (value: Rational | null | undefined): number | null =>
    value === null || value === undefined ? null : toNumber(value);
  const slotsAsSet = flows.slotShare.map(asNumber);
  const childSharesAsSet = flows.childShare.map(asNumber);
  const parentSharesAsSet = flows.parentShare.map(asNumber);
  const limitsAsSet = [...flows.edgeLimit];

  const slots = (list: readonly number[]): { [carrier: string]: PropagatedValue } =>
    Object.fromEntries(
      list.map((slot) => [
        network.slots[slot]!.carrier,
        { set: slotsAsSet[slot] ?? null, derived: asNumber(flows.shareOfSlot(slot)) },
      ]),
    );
  return {
    nodes: Object.fromEntries(
      network.nodes.map(({ key, inSlots, outSlots }, node) => [
        key,
        {
          demand: asNumber(flows.nodeDemand[node]),
          attributes: Object.fromEntries(attributes[node]!),
          slots: { input: slots(inSlots), output: slots(outSlots) },
        },
      ]),
    ),
    edges: Object.fromEntries(
      network.edges.map(({ key }, edge) => [
        key,
        {
          demand: asNumber(flows.edgeDemand[edge]),
          maxDemand: limitsAsSet[edge] ?? null,
          childShare: {
            set: childSharesAsSet[edge] ?? null,
            derived: asNumber(flows.shareOfEdge(edge, "childShare")),
          },
          parentShare: {
            set: parentSharesAsSet[edge] ?? null,
            derived: asNumber(flows.shareOfEdge(edge, "parentShare")),
          },
        },
      ]),
    ),
  };
}
