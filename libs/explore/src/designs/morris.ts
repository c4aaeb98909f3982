/**
 * Morris trajectories: "Factorial sampling plans for preliminary computational experiments" (Technometrics 33, 1991).
 * Each changes one factor at a time, in random order, by a step of the unit interval.
 */
import { randomAt, randomOrder } from "../random.ts";
import { coordinatesOf } from "./coordinates.ts";
import type { Design } from "./design.ts";

export interface Trajectories extends Design {
  /** The factor that changed since the previous point; −1 for the first point of a trajectory. */
  readonly changedFactorAt: (row: number) => number;
  /** The change in the factor's first coordinate since the previous point: plus or minus the step. */
  readonly stepAt: (row: number) => number;
}

/**
 * Creates `count` trajectories of k + 1 points for k factors, whose numbers of dimensions are `sizes`; all dimensions
 * of a factor change together. `levels`: an even number of grid levels, usually 4.
 */
export function morris(count: number, sizes: readonly number[], seed: number, levels = 4): Trajectories {
  if (levels % 2 !== 0 || levels < 2) throw new RangeError(`levels is ${levels}; expected an even number of 2 or more`);
  const factors = sizes.length;
  const { starts, dimensions } = coordinatesOf(sizes);
  const step = levels / (2 * (levels - 1));
  const length = factors + 1;
  const lowCoordinate = (trajectory: number, d: number): number =>
    Math.floor(randomAt(seed, trajectory, d) * (levels / 2)) / (levels - 1);
  const ascends = (trajectory: number, d: number): boolean => randomAt(seed, trajectory, dimensions + d) < 0.5;
  // Caches the last trajectory, because callers mostly compute its rows consecutively.
  let lastTrajectory = { trajectory: -1, order: [] as readonly number[] };
  const factorAt = (trajectory: number, turn: number): number => {
    if (lastTrajectory.trajectory !== trajectory)
      lastTrajectory = { trajectory, order: randomOrder(factors, seed + 1, trajectory) };
    return lastTrajectory.order[turn]!;
  };
  return {
    rows: count * length,
    dimensions,
    point(row, target) {
      const trajectory = Math.floor(row / length);
      const turns = row % length;
      for (let d = 0; d < dimensions; d++)
        target[d] = lowCoordinate(trajectory, d) + (ascends(trajectory, d) ? 0 : step);
      for (let turn = 0; turn < turns; turn++) {
        const factor = factorAt(trajectory, turn);
        for (let d = starts[factor]!; d < starts[factor]! + sizes[factor]!; d++)
          target[d] = lowCoordinate(trajectory, d) + (ascends(trajectory, d) ? step : 0);
      }
    },
    blockOf: (row) => Math.floor(row / length),
    changedFactorAt: (row) => (row % length === 0 ? -1 : factorAt(Math.floor(row / length), (row % length) - 1)),
    stepAt(row) {
      const trajectory = Math.floor(row / length);
      return ascends(trajectory, starts[factorAt(trajectory, (row % length) - 1)]!) ? step : -step;
    },
  };
}
