/** `npm run attribute -- FROM TO --query KEY`: explains why two scenarios differ. */
import { MAX_EXACT } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { attributions, changesBetween } from "./attribution.ts";
import { resolvePath, directories } from "../paths.ts";
import { runCommand } from "./command.ts";
import { figureOf } from "./figure.ts";
import { openCalculation, readScenario } from "./scenarios.ts";

const HELP = `Usage: ${commandOf("attribute")} FROM TO --query KEY [--query KEY …] [options]

Explains a figure's difference between two scenarios by the contribution of each changed slider, share group, area
and end year. The contributions add up to the difference. They are exact for up to ${MAX_EXACT} changes; for more, they
are estimated from random orderings of the changes, with 95% intervals. FROM and TO are JSON files with area_code,
end_year and user_values; docs/sweeps.md explains them.

  --query KEY      a figure, such as dashboard_total_costs; repeat it for several figures
  --pairs N        pairs of random orderings, by default 32; twice as many narrow the intervals by 30%
  --seed N         seed of the random orderings, by default 1
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

const formatFigure = (figure: number): string => figure.toLocaleString("en", { maximumSignificantDigits: 6 });
const formatDifference = (figure: number): string =>
  figure.toLocaleString("en", { maximumSignificantDigits: 4, signDisplay: "exceptZero" });

await runCommand(async () => {
  const [from, to, extraArgument] = positionals;
  if (from === undefined || to === undefined) return exitWithUsage(HELP, "expected two scenario files");
  if (extraArgument !== undefined) return exitWithUsage(HELP, `unexpected: ${extraArgument}`);
  const { query: queries = [] } = flags;
  if (queries.length === 0) return exitWithUsage(HELP, "expected --query KEY");
  const pairs = wholeNumber(HELP, "pairs", flags.pairs ?? "32", 2);
  const seed = wholeNumber(HELP, "seed", flags.seed ?? "1");
  const { model, cache } = directories(flags);
  const calculation = await openCalculation(model, cache);
  const { engine, dataset } = calculation;
  const [firstScenario, secondScenario] = [
    await readScenario(resolvePath(from), calculation),
    await readScenario(resolvePath(to), calculation),
  ];
  const datasets = new Map(
    await Promise.all(
      [firstScenario.area, secondScenario.area].map(async (area) => [area, await dataset(area)] as const),
    ),
  );
  const changes = changesBetween(
    firstScenario,
    secondScenario,
    engine.inputs(datasets.get(firstScenario.area)!, firstScenario.endYear),
  );
  const results = attributions(
    firstScenario,
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
    const figures = results.map(({ from: firstFigure, to: secondFigure, contributions }, index) => ({
      query: queries[index],
      from: firstFigure,
      to: secondFigure,
      contributions: contributions.map((contribution, change) => ({ change: changes[change]!.name, ...contribution })),
    }));
    console.log(JSON.stringify(figures, null, 2));
    return;
  }
  for (const [index, { from: firstFigure, to: secondFigure, contributions }] of results.entries()) {
    console.log(
      `${queries[index]}: ${formatFigure(firstFigure)} to ${formatFigure(secondFigure)}, a difference of ${formatDifference(secondFigure - firstFigure)}`,
    );
    const sorted = contributions
      .map((contribution, change) => ({ name: changes[change]!.name, ...contribution }))
      .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const width = Math.max(0, ...sorted.map(({ name }) => name.length));
    for (const { name, value, within } of sorted) {
      const interval = within === null ? "" : `  (${formatDifference(within.low)} to ${formatDifference(within.high)})`;
      console.log(`  ${name.padEnd(width)}  ${formatDifference(value)}${interval}`);
    }
  }
});
