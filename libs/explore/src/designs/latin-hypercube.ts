import { permutedAt, randomAt } from "../random.ts";
import type { Design } from "./design.ts";

/** A Latin hypercube: each of the `rows` equal intervals in every dimension has one point, at a random position. */
export const latinHypercube = (rows: number, dimensions: number, seed: number): Design => ({
  rows,
  dimensions,
  point(row, target) {
    for (let d = 0; d < dimensions; d++) target[d] = (permutedAt(seed, d, row, rows) + randomAt(seed, row, d)) / rows;
  },
  blockOf: (row) => row,
});
