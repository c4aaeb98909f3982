/** `npm run sweep -- SPEC --out DIR`: calculates many variants of a scenario to a table. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { Engine } from "@etesian/engine";
import { engineVersion } from "@etesian/engine-version";
import { shardOf } from "@etesian/explore";
import { AreaNotComputableError, curveSource, ModelDirectoryError, openModel, UnknownAreaError } from "@etesian/model";
import { DEFAULT_DATA, PROJECT } from "@etesian/service-kit";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { blankRecipe, recipeHash } from "@etesian/sliders";
import { baseRecipe, type Calculation, planOf, readSweepFile, type SweepFile, SweepSpecError } from "./index.ts";
import { Progress } from "./progress.ts";
import { estimateOf, type Sweep, SweepDirectory, SweepDirectoryError, SweepPool } from "./running/index.ts";

const HELP = `Usage: ${commandOf("sweep")} SPEC --out DIR [options]

Calculates many variants of a scenario and writes a row for each: the settings of its factors, its figures, and its error
if it has one. SPEC is a JSON file with base scenario, factors, design and outputs; docs/sweeps.md explains it.

DIR receives parts/*.parquet while it runs; in the end results.parquet with all rows, and manifest.json with the columns,
their units and the files. After an interruption the same command continues.

  --shard K/N      calculate the Kth of N shares only, such as 3/64, on several machines or jobs; with the parts of all shards
                   in one DIR, the last one joins them. The files are the same, to the byte, for any N
  --csv            also write results.csv
  --estimate       print the number of variants and the time that they will take, and end
  --threads N      threads to calculate with, by default one per processor
  --model DIR      the model, by default the included one
  --data DIR       data directory, whose cache/ shortens the next start, as for npm start
  --help           print this text
`;

const text = { type: "string" } as const;
const on = { type: "boolean", default: false } as const;
const { values: flags, positionals } = flagsOf(
  HELP,
  { out: text, shard: text, csv: on, estimate: on, threads: text, model: text, data: text, help: on },
  { words: true },
);

/** Paths are relative to the directory in which the command was typed. */
const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

/** The share that --shard names, from 0, and the number of shares. */
function shardIn(written: string | undefined): readonly [shard: number, count: number] {
  if (written === undefined) return [0, 1];
  const [, shard = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(written) ?? []).map(Number);
  if (shard < 1 || shard > count)
    return exitWithUsage(HELP, `--shard is ${JSON.stringify(written)}: expected 1/N to N/N, such as 3/64`);
  return [shard - 1, count];
}

/** @throws SweepSpecError */
function fileAt(path: string): SweepFile {
  let written: string;
  try {
    written = readFileSync(path, "utf8");
  } catch (error) {
    throw new SweepSpecError([`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`]);
  }
  let json: unknown;
  try {
    json = JSON.parse(written);
  } catch (error) {
    throw new SweepSpecError([`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return readSweepFile(json);
}

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;
const seconds = (duration: number): string => `${duration < 10 ? duration.toFixed(1) : Math.ceil(duration)} s`;

async function run(): Promise<void> {
  const [path, more] = positionals;
  if (path === undefined) return exitWithUsage(HELP, "expected a specification file");
  if (more !== undefined) return exitWithUsage(HELP, `unexpected: ${more}`);
  const { out, csv, estimate: onlyEstimate } = flags;
  if (out === undefined && !onlyEstimate) return exitWithUsage(HELP, "expected --out DIR, or --estimate");
  const [shard, shards] = shardIn(flags.shard);
  const threads = wholeNumber(HELP, "threads", flags.threads ?? String(availableParallelism()), 1);
  const file = fileAt(here(path));

  const modelDirectory = flags.model === undefined ? join(PROJECT, "models/starter") : here(flags.model);
  const data = flags.data === undefined ? (process.env["ETESIAN_DATA"] ?? DEFAULT_DATA) : here(flags.data);
  const cacheDirectory = join(data, "cache");
  const model = await openModel(modelDirectory, { cacheDirectory });
  const { definition } = model;
  const calculation: Calculation = {
    engine: new Engine(definition, curveSource(model)),
    dataset: (area) => model.dataset(area),
  };
  const { base, ...spec } = file;
  const area = base.area_code ?? definition.defaultArea;
  const dataset = await model.dataset(area);
  if (base.end_year <= dataset.startYear)
    throw new SweepSpecError([`base.end_year is ${base.end_year}; expected a year after ${dataset.startYear}`]);
  const table = calculation.engine.inputs(dataset, base.end_year);
  const recipe = baseRecipe(blankRecipe(area, base.end_year), base.user_values, table);
  const plan = await planOf(spec, recipe, calculation);
  const { rows, dimensions } = plan.design;
  console.log(
    `sweep     ${counted(rows, "variant")} of ${area} ${base.end_year}: ${counted(plan.space.factors.length, "factor")}, ` +
      `${counted(dimensions, "coordinate")}, ${counted(plan.outputs.length, "output")}`,
  );
  if (plan.leftOut.length > 0) console.log(`left out  ${counted(plan.leftOut.length, "slider")} that cannot vary so`);

  const about = {
    engine: engineVersion(),
    model: definition.hash,
    base,
    recipe: recipeHash(recipe, dataset.hash),
    spec,
  };
  const directory = onlyEstimate ? null : new SweepDirectory(here(out!), plan, about);
  const own = shardOf(plan.parts, shard, shards);
  const missing = directory?.missing(own) ?? own;
  const sweep: Sweep = { id: "sweep", spec, recipe };
  const pool = new SweepPool(threads, { modelDirectory, cacheDirectory });
  try {
    if (missing.length > 0) {
      const { perVariant, measured } = await estimateOf(pool, sweep, plan);
      const open = missing.reduce((sum, { from, to }) => sum + to - from, 0);
      const share = open === rows ? "" : ` for the ${counted(open, "variant")} of this run`;
      console.log(
        `estimate  ${seconds((perVariant * open) / 1000 / threads)}${share} on ${counted(threads, "thread")}: ` +
          `${perVariant.toFixed(1)} ms per variant, measured on ${counted(measured, "variant")}`,
      );
    }
    if (directory === null) return;
    const started = performance.now();
    const progress = new Progress(missing);
    await pool.calculate(sweep, plan, missing, {
      onTable(part, { table: rowsOfPart }) {
        directory.add(part, rowsOfPart);
        progress.add(rowsOfPart.rows, rowsOfPart.errors.size);
      },
      onDefect: (error, { from, to }) =>
        progress.print(`variants ${from} to ${to - 1} failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
    progress.clear();
    const took = (performance.now() - started) / 1000;
    console.log(`done      ${counted(progress.done, "variant")} in ${seconds(took)}, ${progress.failed} with errors`);
    const finished = await directory.finish(csv);
    if (finished === null)
      console.log(
        `parts     ${directory.missing(plan.parts).length} of ${plan.parts.length} are still missing in ${out}`,
      );
    else
      for (const { file: name, bytes } of finished.files)
        console.log(
          `results   ${join(out!, name)}: ${counted(finished.variants, "row")}, ${Math.ceil(bytes / 1000)} kB`,
        );
  } finally {
    await pool.close();
  }
}

/** Errors that are printed as their message alone. */
const KNOWN = [ModelDirectoryError, AreaNotComputableError, UnknownAreaError, SweepDirectoryError];

try {
  await run();
} catch (error) {
  if (error instanceof SweepSpecError) for (const problem of error.problems) console.error(problem);
  else if (KNOWN.some((known) => error instanceof known)) console.error((error as Error).message);
  else throw error;
  process.exitCode = error instanceof SweepSpecError ? 2 : 1;
}
