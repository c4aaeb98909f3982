/** A range as a bar. */
import type { Spread } from "./spreads.ts";

/** A band with its inner half, its median, and the current value. */
export function RangeStrip({
  spread,
  at,
  now,
}: {
  readonly spread: Spread;
  /** Converts a value to its position in percent. */
  readonly at: (value: number) => number;
  readonly now: number | null;
}) {
  const part = (from: number, to: number) => ({ left: `${at(from)}%`, width: `${at(to) - at(from)}%` });
  return (
    <span className="barRow">
      <i className="outer" style={part(spread.low, spread.high)} />
      <i className="inner" style={part(spread.lowerQuartile, spread.upperQuartile)} />
      <i className="median" style={{ left: `${at(spread.median)}%` }} />
      {now !== null && <i className="now" style={{ left: `${at(now)}%` }} />}
    </span>
  );
}
