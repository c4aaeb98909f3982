/** `npm run target -- SCENARIO --slider KEY --query KEY --value N`: finds positions of a slider that reach a target. */
import { findTarget } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf } from "@etesian/service-kit/program";
import { SweepSpecError } from "../problems.ts";
import { resolvePath, directories } from "../paths.ts";
import { runCommand } from "./command.ts";
import { openCalculation, readScenario } from "./scenarios.ts";
import { figureAtPosition, rangeOf, toleranceOf } from "./target.ts";

const HELP = `Usage: ${commandOf("target")} SCENARIO --slider KEY --query KEY --value N [options]

Finds the positions of a slider at which a figure has a target value: every separate position, a range where the figure
stays at the target, or the positions where the figure jumps over it. If there are none, finds the position with the nearest
figure. Other members of a share group are adjusted, as on the page. SCENARIO is a JSON file with area_code, end_year
and user_values; docs/sweeps.md explains it.

  --slider KEY     the slider to move
  --query KEY      the figure, such as dashboard_total_costs
  --value N        its target, in the unit of the query
  --from N, --to N range to search, by default the slider's whole range
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

function numberOfFlag(flag: "value" | "from" | "to"): number | undefined {
  const text = flags[flag];
  if (text === undefined) return undefined;
  if (DECIMAL_NUMBER.test(text)) return Number(text);
  return exitWithUsage(HELP, `--${flag} is ${JSON.stringify(text)}: expected a number`);
}

await runCommand(async () => {
  const [file, extraArgument] = positionals;
  if (file === undefined) return exitWithUsage(HELP, "expected a scenario file");
  if (extraArgument !== undefined) return exitWithUsage(HELP, `unexpected: ${extraArgument}`);
  const { slider, query } = flags;
  const [target, lowest, highest] = [numberOfFlag("value"), numberOfFlag("from"), numberOfFlag("to")];
  if (slider === undefined || query === undefined || target === undefined)
    return exitWithUsage(HELP, "expected --slider KEY, --query KEY and --value N");
  const { model, cache } = directories(flags);
  const calculation = await openCalculation(model, cache);
  const recipe = await readScenario(resolvePath(file), calculation);
  const dataset = await calculation.dataset(recipe.area);
  const range = rangeOf(slider, calculation.engine.inputs(dataset, recipe.endYear), { lowest, highest });
  const figureAt = figureAtPosition((position) => ({ [slider]: position }), query, recipe, calculation.engine, dataset);
  const answer = findTarget(figureAt, { ...range, target, tolerance: toleranceOf(figureAt, range, target) });
  if (flags.json) {
    console.log(JSON.stringify(answer, null, 2));
    return;
  }
  const formatFigure = (figure: number): string => figure.toLocaleString("en", { maximumSignificantDigits: 7 });
  switch (answer.kind) {
    case "reached":
      for (const { from, to } of answer.at)
        console.log(
          `${query} is ${formatFigure(target)} at ${slider} = ${from === to ? formatFigure(from) : `${formatFigure(from)} to ${formatFigure(to)}`}`,
        );
      return;
    case "jumps":
      for (const { at, before, after } of answer.jumps)
        console.log(
          `${query} jumps from ${formatFigure(before)} to ${formatFigure(after)} at ${slider} = ${formatFigure(at)}`,
        );
      return;
    case "beyond":
      throw new SweepSpecError([
        `${query} is never ${formatFigure(target)}; the nearest figure is ${formatFigure(answer.nearest)}, at ${slider} = ${formatFigure(answer.at)}`,
      ]);
  }
});
