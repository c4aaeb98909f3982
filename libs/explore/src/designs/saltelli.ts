/**
 * The design for Sobol' indices of Saltelli et al., "Variance based sensitivity analysis of model output" (Comput.
 * Phys. Commun. 181, 2010): groups of k + 2 points: A, then A with each of the factors 1 to k in turn from B, then B.
 */
import { coordinatesOf } from "./coordinates.ts";
import type { Design } from "./design.ts";

/**
 * Groups for factors whose numbers of dimensions are `sizes`. Each point of `pairs` is A followed by B, and so has
 * twice the factors' total number of dimensions.
 */
export function saltelli(pairs: Design, sizes: readonly number[]): Design {
  const { starts, dimensions } = coordinatesOf(sizes);
  if (pairs.dimensions !== 2 * dimensions)
    throw new RangeError(`pairs has ${pairs.dimensions} dimensions; expected ${2 * dimensions}`);
  const length = sizes.length + 2;
  const pair = new Float64Array(2 * dimensions);
  return {
    rows: pairs.rows * length,
    dimensions,
    point(row, target) {
      pairs.point(Math.floor(row / length), pair);
      const index = row % length;
      const isSecondMatrix = index === length - 1;
      target.set(pair.subarray(isSecondMatrix ? dimensions : 0, isSecondMatrix ? 2 * dimensions : dimensions));
      if (isSecondMatrix || index === 0) return;
      const start = starts[index - 1]!;
      for (let d = start; d < start + sizes[index - 1]!; d++) target[d] = pair[dimensions + d]!;
    },
    blockOf: (row) => Math.floor(row / length),
  };
}
