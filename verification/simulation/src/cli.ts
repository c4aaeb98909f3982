/**
 * `npm run simulate -- [--seeds N] [--from SEED]`: one run per seed of stores, buses, read models and aggregates with
 * injected faults. Exits with 1 when an invariant was broken, and prints the seed that reproduces it.
 */
import { flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { simulate } from "./system.ts";

const HELP = `Usage: npm run simulate -- [--seeds N] [--from SEED]

Runs stores, buses, read models and aggregates with injected faults, one run for each seed. Exits with 1 when an invariant was
broken, and prints the seed that reproduces it.

  --seeds  number of seeds, default 100000
  --from   the first seed, default 1
`;

const { values } = flagsOf(HELP, {
  seeds: { type: "string", default: "100000" },
  from: { type: "string", default: "1" },
});
const from = wholeNumber(HELP, "from", values.from);
const seeds = wholeNumber(HELP, "seeds", values.seeds, 1);

const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;
let steps = 0;
let broken = 0;
for (let seed = from; seed < from + seeds; seed++) {
  const run = await simulate(seed);
  steps += run.steps;
  if (run.problems.length > 0) {
    broken += 1;
    console.log(`seed ${seed}: ${run.problems.join("\n  ")}`);
  }
  const runs = seed - from + 1;
  if (runs % 10_000 === 0) console.log(`${runs} runs, ${steps} steps, ${broken} broken, ${seconds()}`);
}
console.log(`${seeds} runs from seed ${from}: ${steps} steps in ${seconds()}, ${broken} with a broken invariant`);
process.exitCode = broken === 0 ? 0 : 1;
