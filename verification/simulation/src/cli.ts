/**
 * `npm run simulate -- [--seeds N] [--from SEED]`: simulates stores, buses, read models and aggregates with injected
 * faults, one run per seed. Exits with code 1 if an invariant was broken, and prints the seed that reproduces the run.
 */
import { flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { simulate } from "./system.ts";

const HELP = `Usage: npm run simulate -- [--seeds N] [--from SEED]

Runs stores, buses, read models and aggregates with injected faults, one run per seed. If an invariant is broken,
prints the seed that reproduces the run and exits with 1.

  --seeds  number of seeds, default 100000
  --from   the first seed, default 1
`;

const { values } = flagsOf(HELP, {
  seeds: { type: "string", default: "100000" },
  from: { type: "string", default: "1" },
});
const firstSeed = wholeNumber(HELP, "from", values.from);
const seeds = wholeNumber(HELP, "seeds", values.seeds, 1);

const startedAt = performance.now();
const formatElapsed = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
let steps = 0;
let brokenRuns = 0;
for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
  const run = await simulate(seed);
  steps += run.steps;
  if (run.problems.length > 0) {
    brokenRuns += 1;
    console.log(`seed ${seed}: ${run.problems.join("\n  ")}`);
  }
  const runs = seed - firstSeed + 1;
  if (runs % 10_000 === 0) console.log(`${runs} runs, ${steps} steps, ${brokenRuns} broken, ${formatElapsed()}`);
}
console.log(
  `${seeds} runs from seed ${firstSeed}: ${steps} steps in ${formatElapsed()}, ${brokenRuns} with a broken invariant`,
);
process.exitCode = brokenRuns === 0 ? 0 : 1;
