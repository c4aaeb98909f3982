/**
 * Random numbers by index: a number depends only on the seed, the variant and the dimension, so that any part of a
 * design can be computed independently, in any order.
 */

/** A number from 0 (inclusive) to 1 (exclusive), with 53 random bits. */
export function randomAt(seed: number, variant: number, dimension: number): number {
  const hash = hashOf(seed, variant, dimension);
  const high = mixBits(hash ^ 0x27d4eb2f) >>> 6;
  const low = mixBits(hash ^ 0x165667b1) >>> 5;
  return (high * 2 ** 27 + low) / 2 ** 53;
}

/** A random 32-bit integer. */
export const randomBits = (seed: number, variant: number, dimension: number): number =>
  mixBits(hashOf(seed, variant, dimension) ^ 0x27d4eb2f);

/**
 * The position of `index` in a random permutation of 0 to `count` − 1, without a table: a Feistel network of four
 * rounds on the next power of four, repeated until its result is below `count`.
 */
export function permutedAt(seed: number, dimension: number, index: number, count: number): number {
  let half = 1;
  while (4 ** half < count) half++;
  const mask = 2 ** half - 1;
  let position = index;
  do {
    let left = Math.floor(position / 2 ** half);
    let right = position & mask;
    for (let round = 0; round < 4; round++)
      [left, right] = [right, left ^ (randomBits(seed, 4 * right + round, dimension) & mask)];
    position = left * 2 ** half + right;
  } while (position >= count);
  return position;
}

/** A random order of 0 to `count` − 1 (Fisher and Yates), for short lists. */
export function randomOrder(count: number, seed: number, variant: number): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(randomAt(seed, variant, index) * (index + 1));
    [order[index], order[other]] = [order[other]!, order[index]!];
  }
  return order;
}

function hashOf(seed: number, variant: number, dimension: number): number {
  let hash = mixBits((seed ^ 0x9e3779b9) >>> 0);
  hash = mixBits(hash ^ Math.imul(variant + 1, 0x85ebca6b));
  return mixBits(hash ^ Math.imul(dimension + 1, 0xc2b2ae35));
}

/** A bijection on 32-bit integers in which each bit of the result depends on all bits of the argument. */
function mixBits(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
