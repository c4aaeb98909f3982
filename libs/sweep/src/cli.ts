/** `npm run sweep -- SPEC --out DIR`: calculates many variants of a scenario to a table. */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { shardOf } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { estimateLines } from "./estimate-lines.ts";
import { resolvePath, directories } from "./places.ts";
import { Progress } from "./progress.ts";
import {
  estimateOf,
  readSweepFile,
  type Sweep,
  SweepDirectory,
  SweepDirectoryError,
  type SweepFile,
  SweepPool,
  SweepSpecError,
} from "./running/index.ts";

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
    throw new SweepSpecError([`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
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
  const file = fileAt(resolvePath(path));

  const { model: modelDirectory, cache: cacheDirectory } = directories(flags);
  const { base, ...spec } = file;
  const { area_code: area = null, end_year: endYear, user_values: values } = base;
  const sweep: Sweep = { id: "sweep", spec, base: { kind: "written", area, endYear, values } };
  if (!existsSync(modelDirectory)) return exitWithUsage(HELP, `--model: there is no directory ${modelDirectory}`);
  const pool = new SweepPool(threads, { modelDirectory, cacheDirectory, isBehind: false });
  try {
    const planned = await pool.plan(sweep);
    if ("problems" in planned) throw new SweepSpecError(planned.problems);
    const { outline } = planned;
    const { rows, dimensions, parts, factors, outputs, leftOut } = outline;
    console.log(
      `sweep     ${counted(rows, "variant")} of ${planned.base.area} ${planned.base.endYear}: ` +
        `${counted(factors.length, "factor")}, ${counted(dimensions, "coordinate")}, ${counted(outputs.length, "output")}`,
    );
    if (leftOut.length > 0) console.log(`left out  ${counted(leftOut.length, "slider")} that cannot vary this way`);
    const about = { ...planned.versions, recipe: planned.base.recipeHash, base, spec };
    const directory = onlyEstimate ? null : new SweepDirectory(resolvePath(out!), outline, about);
    const own = shardOf(parts, shard, shards);
    const missing = directory?.missing(own) ?? own;
    if (missing.length > 0) {
      const { perVariant, measured } = await estimateOf(pool, sweep, outline);
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
    await pool.calculate(sweep, missing, {
      onPart(part, { file: rowsOfPart, failed }) {
        directory.add(part, rowsOfPart);
        progress.add(part.to - part.from, failed);
      },
      onDefect: (error, { from, to }) =>
        progress.print(`variants ${from} to ${to - 1} failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
    progress.clear();
    const took = (performance.now() - started) / 1000;
    console.log(`done      ${counted(progress.done, "variant")} in ${seconds(took)}, ${progress.failed} with errors`);
    const finished = await directory.finish(csv);
    if (finished !== null) for (const line of estimateLines(finished.estimates)) console.log(line);
    if (finished === null)
      console.log(`parts     ${directory.missing(parts).length} of ${parts.length} are still missing in ${out}`);
    else
      for (const { file: name, bytes } of finished.files)
        console.log(`results   ${join(out!, name)}: ${Math.ceil(bytes / 1000).toLocaleString("en")} kB`);
  } finally {
    await pool.close();
  }
}

try {
  await run();
} catch (error) {
  if (error instanceof SweepSpecError) for (const problem of error.problems) console.error(problem);
  else if (error instanceof SweepDirectoryError) console.error(error.message);
  else throw error;
  process.exitCode = error instanceof SweepSpecError ? 2 : 1;
}
