/**
 * Compares equal memory with `sameBytes`, in Node and in browsers, and with slower alternatives. A solve finds 2.4 to
 * 5 MB of equal memory.
 */
import { sameBytes, sameBytesByWord } from "@etesian/numeric";
import { type Benchmark, printDistribution, printFigure } from "@etesian/workbench/report";

/** Number of values that a solve compares in all its states. */
const NUMBERS = 600_000;
const WARM_UP = 50;
const ROUNDS = 200;
/** A comparison slower than this many GB/s costs more than a tenth of a solve. */
const MIN_GB_PER_SECOND = 2;

function haveSameBytesOneByOne(one: Float64Array, other: Float64Array): boolean {
  const [a, b] = [new Uint8Array(one.buffer), new Uint8Array(other.buffer)];
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export const equalMemoryBenchmark: Benchmark = {
  about: `comparing ${(NUMBERS * 8) / 1e6} MB of equal memory`,
  run: async (print) => {
    const one = Float64Array.from({ length: NUMBERS }, (_, index) => (index % 7 === 0 ? Number.NaN : index / 3));
    const other = one.slice();
    const comparisons = {
      "in Node": sameBytes,
      "in a browser": sameBytesByWord,
      "a byte at a time": haveSameBytesOneByOne,
    };
    let isWithinLimits = true;
    for (const [name, isSame] of Object.entries(comparisons)) {
      const wall: number[] = [];
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        const startedAt = performance.now();
        if (!isSame(one, other)) throw new Error(`${name}: equal copies were reported as different`);
        if (round >= WARM_UP) wall.push(performance.now() - startedAt);
      }
      printDistribution(print, name, { wall });
      const best = (NUMBERS * 8) / 1e6 / Math.min(...wall);
      const limit = isSame === sameBytesByWord ? { atLeast: MIN_GB_PER_SECOND } : {};
      isWithinLimits = printFigure(print, "  best", best, "GB/s", limit) && isWithinLimits;
    }
    return isWithinLimits;
  },
};
