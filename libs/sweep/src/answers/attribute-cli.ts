/** `npm run attribute -- FROM TO --query KEY`: why two scenarios differ. */
import { MAX_EXACT } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { attributions, changesBetween } from "./attribution.ts";
import { resolvePath, directories } from "../places.ts";
import { runAnswer } from "./command.ts";
import { figureOf } from "./figure.ts";
import { openCalculation, readScenario } from "./scenarios.ts";

const HELP = `Usage: ${commandOf("attribute")} FROM TO --query KEY [--query KEY …] [options]

Explains the difference of a figure between two scenarios: a contribution of each changed slider, share group, area and
end year. They add up to the difference. Exact for up to ${MAX_EXACT} changes; beyond, from random orders of the changes, with
intervals of 95 %. FROM and TO are JSON files with area_code, end_year and user_values; docs/sweeps.md explains them.

  --query KEY      the figure, such as dashboard_total_costs; several are calculated together
  --pairs N        pairs of random orders, by default 32; twice as many give intervals shorter by a third
  --seed N         other random orders, by default 1
  --json           print JSON
  --model DIR      the model, by default the included one
  --data DIR       data directory, whose cache/ shortens the next start, as for npm start
  --help           print this text
`;

const text = { type: "string" } as const;
const { values: flags, positionals } = flagsOf(
  HELP,
  {
    query: { type: "string", multiple: true },
    pairs: text,
    seed: text,
    json: { type: "boolean", default: false },
    model: text,
    data: text,
  },
  { words: true },
);

const shown = (figure: number): string => figure.toLocaleString("en", { maximumSignificantDigits: 6 });
const signed = (figure: number): string =>
  figure.toLocaleString("en", { maximumSignificantDigits: 4, signDisplay: "exceptZero" });

await runAnswer(async () => {
  const [from, to, more] = positionals;
  if (from === undefined || to === undefined) return exitWithUsage(HELP, "expected two scenario files");
  if (more !== undefined) return exitWithUsage(HELP, `unexpected: ${more}`);
  const { query: queries = [] } = flags;
  if (queries.length === 0) return exitWithUsage(HELP, "expected --query KEY");
  const pairs = wholeNumber(HELP, "pairs", flags.pairs ?? "32", 2);
  const seed = wholeNumber(HELP, "seed", flags.seed ?? "1");
  const { model, cache } = directories(flags);
  const calculation = await openCalculation(model, cache);
  const { engine, dataset } = calculation;
  const [before, after] = [
    await readScenario(resolvePath(from), calculation),
    await readScenario(resolvePath(to), calculation),
  ];
  const datasets = new Map(
    await Promise.all([before.area, after.area].map(async (area) => [area, await dataset(area)] as const)),
  );
  const changes = changesBetween(before, after, engine.inputs(datasets.get(before.area)!, before.endYear));
  const found = attributions(
    before,
    changes,
    (recipe) => {
      const solution = engine.solve(datasets.get(recipe.area)!, recipe);
      try {
        return queries.map((query) => figureOf(solution, query));
      } finally {
        solution.release();
      }
    },
    { pairs, seed },
  );
  if (flags.json) {
    const figures = found.map(({ from: one, to: other, contributions }, place) => ({
      query: queries[place],
      from: one,
      to: other,
      contributions: contributions.map((contribution, change) => ({ change: changes[change]!.name, ...contribution })),
    }));
    console.log(JSON.stringify(figures, null, 2));
    return;
  }
  for (const [place, { from: one, to: other, contributions }] of found.entries()) {
    console.log(`${queries[place]}: ${shown(one)} to ${shown(other)}, a difference of ${signed(other - one)}`);
    const sorted = contributions
      .map((contribution, change) => ({ name: changes[change]!.name, ...contribution }))
      .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const width = Math.max(0, ...sorted.map(({ name }) => name.length));
    for (const { name, value, within } of sorted) {
      const interval = within === null ? "" : `  (${signed(within.low)} to ${signed(within.high)})`;
      console.log(`  ${name.padEnd(width)}  ${signed(value)}${interval}`);
    }
  }
});
