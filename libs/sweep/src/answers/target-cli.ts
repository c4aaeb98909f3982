/** `npm run target -- SCENARIO --slider KEY --query KEY --value N`: positions of a slider that reach a target. */
import { findTarget } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf } from "@etesian/service-kit/program";
import { SweepSpecError } from "../problems.ts";
import { resolvePath, directories } from "../places.ts";
import { runAnswer } from "./command.ts";
import { openCalculation, readScenario } from "./scenarios.ts";
import { figureAtPosition, rangeOf, toleranceOf } from "./target.ts";

const HELP = `Usage: ${commandOf("target")} SCENARIO --slider KEY --query KEY --value N [options]

Finds the positions of a slider at which a figure has a target value: all that lie apart, a range where the figure stays at the
target, or the positions where it jumps over it. Without any, the position with the nearest figure. Other members of a share group
are adjusted, as on the page. SCENARIO is a JSON file with area_code, end_year and user_values; docs/sweeps.md explains it.

  --slider KEY     the slider to move
  --query KEY      the figure, such as dashboard_total_costs
  --value N        its target, in the unit of the query
  --from N, --to N positions to search between, by default the slider's whole range
  --json           print JSON
  --model DIR      the model, by default the included one
  --data DIR       data directory, whose cache/ shortens the next start, as for npm start
  --help           print this text
`;

const text = { type: "string" } as const;
const { values: flags, positionals } = flagsOf(
  HELP,
  {
    slider: text,
    query: text,
    value: text,
    from: text,
    to: text,
    json: { type: "boolean", default: false },
    model: text,
    data: text,
  },
  { words: true },
);

const DECIMAL_NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function numberIn(flag: "value" | "from" | "to"): number | undefined {
  const written = flags[flag];
  if (written === undefined) return undefined;
  if (DECIMAL_NUMBER.test(written)) return Number(written);
  return exitWithUsage(HELP, `--${flag} is ${JSON.stringify(written)}: expected a number`);
}

await runAnswer(async () => {
  const [file, more] = positionals;
  if (file === undefined) return exitWithUsage(HELP, "expected a scenario file");
  if (more !== undefined) return exitWithUsage(HELP, `unexpected: ${more}`);
  const { slider, query } = flags;
  const [target, lowest, highest] = [numberIn("value"), numberIn("from"), numberIn("to")];
  if (slider === undefined || query === undefined || target === undefined)
    return exitWithUsage(HELP, "expected --slider KEY, --query KEY and --value N");
  const { model, cache } = directories(flags);
  const calculation = await openCalculation(model, cache);
  const recipe = await readScenario(resolvePath(file), calculation);
  const dataset = await calculation.dataset(recipe.area);
  const range = rangeOf(slider, calculation.engine.inputs(dataset, recipe.endYear), { lowest, highest });
  const figureAt = figureAtPosition(slider, query, recipe, calculation.engine, dataset);
  const answer = findTarget(figureAt, { ...range, target, tolerance: toleranceOf(figureAt, range, target) });
  if (flags.json) {
    console.log(JSON.stringify(answer, null, 2));
    return;
  }
  const shown = (figure: number): string => figure.toLocaleString("en", { maximumSignificantDigits: 7 });
  switch (answer.kind) {
    case "reached":
      for (const { from, to } of answer.at)
        console.log(
          `${query} is ${shown(target)} at ${slider} = ${from === to ? shown(from) : `${shown(from)} to ${shown(to)}`}`,
        );
      return;
    case "jumps":
      for (const { at, before, after } of answer.jumps)
        console.log(`${query} jumps from ${shown(before)} to ${shown(after)} at ${slider} = ${shown(at)}`);
      return;
    case "beyond":
      throw new SweepSpecError([
        `${query} is never ${shown(target)}; the nearest figure is ${shown(answer.nearest)}, at ${slider} = ${shown(answer.at)}`,
      ]);
  }
});
