/**
 * The Sobol' sequence with the direction numbers of Joe and Kuo, "Constructing Sobol sequences with better
 * two-dimensional projections" (SIAM J. Sci. Comput. 30, 2008; BSD licence, see NOTICE). Unscrambled points equal the
 * points of `scipy.stats.qmc.Sobol(bits=32)` exactly.
 */
import { randomBits } from "../random.ts";
import type { Design } from "./design.ts";
import table from "./joe-kuo.json" with { type: "json" };

const BITS = 32;
/** Each row of the table is a dimension: its polynomial, then its initial direction numbers. */
export const MAX_DIMENSIONS = table.length;

/**
 * Points `skip` to `skip` + `rows` − 1 of the sequence. With a seed they are scrambled (Owen's nested uniform
 * scrambling, by hashing: Burley, "Practical hash-based Owen scrambling", 2020), so that no coordinate is 0 or 1.
 * Throws `RangeError` beyond `MAX_DIMENSIONS`.
 */
export function sobol(rows: number, dimensions: number, seed: number | null, skip = 0): Design {
  if (dimensions > MAX_DIMENSIONS)
    throw new RangeError(`dimensions is ${dimensions}; expected at most ${MAX_DIMENSIONS}`);
  const directions = Array.from({ length: dimensions }, (_, d) => directionsOf(d));
  const seeds = Uint32Array.from({ length: dimensions }, (_, d) => (seed === null ? 0 : randomBits(seed, 0, d)));
  return {
    rows,
    dimensions,
    point(row, target) {
      const index = row + skip;
      const gray = (index ^ (index >>> 1)) >>> 0;
      for (let d = 0; d < dimensions; d++) {
        const direction = directions[d]!;
        let bits = 0;
        for (let k = 0, remainingBits = gray; remainingBits !== 0; k++, remainingBits >>>= 1)
          if ((remainingBits & 1) === 1) bits ^= direction[k]!;
        bits >>>= 0;
        target[d] = seed === null ? bits / 2 ** 32 : (scramble(bits, seeds[d]!) + 0.5) / 2 ** 32;
      }
    },
    blockOf: (row) => row,
  };
}

/** Direction numbers of a dimension, as 32-bit integers. */
function directionsOf(dimension: number): Uint32Array {
  const numbers = new Uint32Array(BITS);
  if (dimension === 0) return numbers.map((_, k) => 2 ** (31 - k));
  const [polynomial, ...initial] = table[dimension]!;
  const degree = initial.length;
  for (let k = 0; k < degree; k++) numbers[k] = (initial[k]! * 2 ** (31 - k)) >>> 0;
  for (let k = degree; k < BITS; k++) {
    let next = numbers[k - degree]! ^ (numbers[k - degree]! >>> degree);
    for (let j = 1; j < degree; j++) if (((polynomial! >>> (degree - j)) & 1) === 1) next ^= numbers[k - j]!;
    numbers[k] = next >>> 0;
  }
  return numbers;
}

/** Flips each bit depending on the higher bits: the Laine–Karras permutation of the reversed bits. */
function scramble(bits: number, seed: number): number {
  let x = reverseBits(bits);
  x ^= Math.imul(x, 0x3d20adea);
  x = (x + seed) | 0;
  x = Math.imul(x, (seed >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return reverseBits(x);
}

function reverseBits(bits: number): number {
  let x = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return ((x >>> 16) | (x << 16)) >>> 0;
}
