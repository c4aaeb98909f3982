/**
 * `npm run simulate -- [--seeds N] [--from SEED]`: stories of stores, buses, read models and aggregates in which things go
 * wrong, one per seed; see simulation/. Exit code 1 when a promise was broken, with the seed that tells it again.
 */
import { flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { simulate } from "./system.ts";

const HELP = `Usage: npm run simulate -- [--seeds N] [--from SEED]

Runs stores, buses, read models and aggregates with injected faults, one run for each seed. Exit code 1 when an invariant was
broken, with the seed that repeats it.

  --seeds  how many, 100000 if not given
  --from   the first, 1 if not given
`;

const { values } = flagsOf(HELP, {
  seeds: { type: "string", default: "100000" },
  from: { type: "string", default: "1" },
});
const from = wholeNumber(HELP, "from", values.from);
const seeds = wholeNumber(HELP, "seeds", values.seeds, 1);

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
