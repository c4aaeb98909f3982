/**
 * `npm run simulate -- [--seeds N] [--from SEED]`: stories of stores, buses, read models and aggregates in which things go
 * wrong, one per seed; see simulation/. Exit code 1 when a promise was broken, with the seed that tells it again.
 */
import { parseArgs } from "node:util";
import { simulate } from "./simulation/system.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string", default: "100000" }, from: { type: "string", default: "1" } },
});
const [from, seeds] = [Number(values.from), Number(values.seeds)];
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(seeds) || seeds < 1) {
  throw new RangeError(`--from ${values.from} --seeds ${values.seeds}: expected whole numbers, and at least one seed`);
}

const begun = performance.now();
const seconds = (): string => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
let steps = 0;
let broken = 0;
for (let seed = from; seed < from + seeds; seed++) {
  const story = await simulate(seed);
  steps += story.steps;
  if (story.problems.length > 0) {
    broken += 1;
    console.log(`seed ${seed}: ${story.problems.join("\n  ")}`);
  }
  const told = seed - from + 1;
  if (told % 10_000 === 0) console.log(`${told} stories, ${steps} steps, ${broken} broken, ${seconds()}`);
}
console.log(`${seeds} stories from seed ${from}: ${steps} steps in ${seconds()}, ${broken} with a broken promise`);
process.exitCode = broken === 0 ? 0 : 1;
