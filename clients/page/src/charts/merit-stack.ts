/** The merit order of an hour as a stack: the next bid at the top, and members that run at any price at the bottom. */
import type { MarketHour } from "@etesian/engine";

export interface Bid {
  readonly node: string;
  /** MW. */
  readonly load: number;
  /** Available capacity in the hour, MW; never below its load. */
  readonly available: number;
  /** Null if it runs at any price. */
  readonly cost: number | null;
  /** `setter` sets the price; `next` is the first bid that does not run. */
  readonly part: "runs" | "setter" | "next";
}

export interface StackRow extends Bid {
  readonly y: number;
  readonly height: number;
  /** Height of the running part. */
  readonly filledHeight: number;
}

/**
 * Bids from the top: the next one, then running ones by descending cost, then members that run at any price by
 * ascending load.
 */
export function bidsOf({ offers, alwaysOnMembers, rule, setter, next }: MarketHour): readonly Bid[] {
  // In an hour of shortage, the scarcity price applies, although the market reports the last producer as the setter.
  const priceSetter = rule === "shortage" ? null : setter;
  const calledBids = offers
    .filter(({ load, node }) => load > 0 || node === next?.node)
    .map(({ node, load, spare, cost }): Bid => ({
      node,
      load,
      available: Number.isFinite(spare) ? load + Math.max(0, spare) : load,
      cost,
      part: load > 0 ? (node === priceSetter ? "setter" : "runs") : "next",
    }));
  const alwaysOn = alwaysOnMembers
    .filter(({ load }) => load > 0)
    .map(({ node, load }): Bid => ({ node, load, available: load, cost: null, part: "runs" }));
  return [...calledBids.toReversed(), ...alwaysOn.toReversed()];
}

const GAP = 2;
/** Minimum height of a row with a name. */
const MIN_HEIGHT = 17;

/** The minimum height in which all bids have a name, in pixels. */
export const minHeightOf = (bids: readonly Bid[]): number => bids.length * (GAP + MIN_HEIGHT);

/**
 * Rows of a stack: their heights show the available capacity, and fit at least one line of text.
 * @param height total height; a long list exceeds it
 */
export function stackOf(bids: readonly Bid[], height: number): readonly StackRow[] {
  const total = bids.reduce((sum, { available }) => sum + available, 0);
  const room = Math.max(0, height - minHeightOf(bids));
  let y = 0;
  return bids.map((bid) => {
    const rowHeight = MIN_HEIGHT + (total > 0 ? (bid.available / total) * room : 0);
    const filledHeight = bid.available > 0 ? rowHeight * Math.min(1, bid.load / bid.available) : 0;
    const row = { ...bid, y, height: rowHeight, filledHeight };
    y += rowHeight + GAP;
    return row;
  });
}
