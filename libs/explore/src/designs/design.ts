/** Designs: lists of points in the unit cube. Each point is computed independently from its row number. */

export interface Design {
  /** The number of points. */
  readonly rows: number;
  readonly dimensions: number;
  /** Writes point `row` to `target`: `dimensions` numbers from 0 to 1, inclusive. */
  readonly point: (row: number, target: Float64Array) => void;
  /**
   * The block of a point. Its points share most coordinates, or an estimate needs all of its points, so a part of a
   * sweep should contain whole blocks. Blocks are consecutive and ascending; sweeps store them in the column `unit`.
   */
  readonly blockOf: (row: number) => number;
}

const blockOfOneRow = (row: number): number => row;

/**
 * The points in a list. Throws `RangeError` for a point outside the unit cube or with another number of coordinates.
 */
export function listedPoints(points: readonly (readonly number[])[]): Design {
  const dimensions = points[0]?.length ?? 0;
  for (const [row, point] of points.entries()) {
    if (point.length !== dimensions)
      throw new RangeError(`point ${row} has ${point.length} coordinates; expected ${dimensions}`);
    const index = point.findIndex((coordinate) => !(coordinate >= 0 && coordinate <= 1));
    if (index >= 0) throw new RangeError(`coordinate ${index} of point ${row} is ${point[index]}; expected 0 to 1`);
  }
  return { rows: points.length, dimensions, point: (row, target) => target.set(points[row]!), blockOf: blockOfOneRow };
}

/**
 * All combinations of evenly spaced levels, including both ends; a dimension with one level is fixed at its midpoint.
 * The first dimension varies slowest.
 */
export function grid(levels: readonly number[]): Design {
  const invalidCount = levels.find((count) => !Number.isInteger(count) || count < 1);
  if (invalidCount !== undefined)
    throw new RangeError(`a dimension has ${invalidCount} levels; expected an integer of 1 or more`);
  const rows = levels.reduce((product, count) => product * count, 1);
  return {
    rows,
    dimensions: levels.length,
    point(row, target) {
      let remainder = row;
      for (let d = levels.length - 1; d >= 0; d--) {
        const count = levels[d]!;
        target[d] = count === 1 ? 0.5 : (remainder % count) / (count - 1);
        remainder = Math.floor(remainder / count);
      }
    },
    blockOf: blockOfOneRow,
  };
}

/** The base point, then each factor at `levels` evenly spaced positions, with all others at the base point. */
export function oneAtATime(base: readonly number[], levels: number): Design {
  if (!Number.isInteger(levels) || levels < 2)
    throw new RangeError(`levels is ${levels}; expected an integer of 2 or more`);
  return {
    rows: 1 + base.length * levels,
    dimensions: base.length,
    point(row, target) {
      target.set(base);
      if (row > 0) target[Math.floor((row - 1) / levels)] = ((row - 1) % levels) / (levels - 1);
    },
    blockOf: (row) => (row === 0 ? 0 : 1 + Math.floor((row - 1) / levels)),
  };
}
