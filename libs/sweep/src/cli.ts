/** `npm run sweep -- SPEC --out DIR`: calculates many variants of a scenario to a table. */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { shardOf } from "@etesian/explore";
import { commandOf } from "@etesian/service-kit/commands";
import { exitWithUsage, flagsOf, wholeNumber } from "@etesian/service-kit/program";
import { estimateLines } from "./estimate-lines.ts";
import { resolvePath, directories } from "./paths.ts";
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

Calculates many variants of a scenario and writes a row for each, with the settings of its factors, its figures,
and its error if it has one. SPEC is a JSON file with the base scenario, factors, design and outputs; docs/sweeps.md explains it.

While the sweep runs, it writes parts/*.parquet to DIR, and at the end results.parquet with all rows, and manifest.json with
the columns, their units and the files. After an interruption, run the same command to continue.

  --shard K/N      calculate only the Kth of N shards, such as 3/64, to use several machines or jobs; with the parts of all shards
                   in one DIR, the last job joins them. The files are identical for any N
  --csv            also write results.csv
  --estimate       print the number of variants and the estimated time, and exit
  --threads N      number of threads, by default one per processor
  --model DIR      the model, by default the included one
  --data DIR       data directory, whose cache/ shortens the next start, as for npm start
  --help           print this text
`;

const stringFlag = { type: "string" } as const;
const booleanFlag = { type: "boolean", default: false } as const;
const { values: flags, positionals } = flagsOf(
  HELP,
  {
    out: stringFlag,
    shard: stringFlag,
    csv: booleanFlag,
    estimate: booleanFlag,
    threads: stringFlag,
    model: stringFlag,
    data: stringFlag,
    help: booleanFlag,
  },
  { words: true },
);

/** The index (from 0) of the shard that --shard selects, and the number of shards. */
function parseShard(text: string | undefined): readonly [shard: number, count: number] {
  if (text === undefined) return [0, 1];
  const [, shard = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (shard < 1 || shard > count)
    return exitWithUsage(HELP, `--shard is ${JSON.stringify(text)}: expected 1/N to N/N, such as 3/64`);
  return [shard - 1, count];
}

/** @throws SweepSpecError */
function readSpecFile(path: string): SweepFile {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SweepSpecError([`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`]);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SweepSpecError([`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return readSweepFile(json);
}

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? noun : `${noun}s`}`;
const formatSeconds = (duration: number): string => `${duration < 10 ? duration.toFixed(1) : Math.ceil(duration)} s`;

async function run(): Promise<void> {
  const [path, extraArgument] = positionals;
  if (path === undefined) return exitWithUsage(HELP, "expected a specification file");
  if (extraArgument !== undefined) return exitWithUsage(HELP, `unexpected: ${extraArgument}`);
  const { out, csv, estimate: isEstimateOnly } = flags;
  if (out === undefined && !isEstimateOnly) return exitWithUsage(HELP, "expected --out DIR, or --estimate");
  const [shard, shards] = parseShard(flags.shard);
  const threads = wholeNumber(HELP, "threads", flags.threads ?? String(availableParallelism()), 1);
  const file = readSpecFile(resolvePath(path));

  const { model: modelDirectory, cache: cacheDirectory } = directories(flags);
  const { base, ...spec } = file;
  const { area_code: area = null, end_year: endYear, user_values: values } = base;
  const sweep: Sweep = { id: "sweep", spec, base: { kind: "written", area, endYear, values } };
  if (!existsSync(modelDirectory)) return exitWithUsage(HELP, `--model: there is no directory ${modelDirectory}`);
  const pool = new SweepPool(threads, { modelDirectory, cacheDirectory, hasLowPriority: false });
  try {
    const plannedSweep = await pool.plan(sweep);
    if ("problems" in plannedSweep) throw new SweepSpecError(plannedSweep.problems);
    const { outline } = plannedSweep;
    const { rows, dimensions, parts, factors, outputs, omitted } = outline;
    console.log(
      `sweep     ${formatCount(rows, "variant")} of ${plannedSweep.base.area} ${plannedSweep.base.endYear}: ` +
        `${formatCount(factors.length, "factor")}, ${formatCount(dimensions, "coordinate")}, ${formatCount(outputs.length, "output")}`,
    );
    if (omitted.length > 0) console.log(`omitted ${formatCount(omitted.length, "slider")} that cannot vary this way`);
    const origin = { ...plannedSweep.versions, recipe: plannedSweep.base.recipeHash, base, spec };
    const directory = isEstimateOnly ? null : new SweepDirectory(resolvePath(out!), outline, origin);
    const ownParts = shardOf(parts, shard, shards);
    const missingParts = directory?.missingParts(ownParts) ?? ownParts;
    if (missingParts.length > 0) {
      const { millisecondsPerVariant, measuredVariants } = await estimateOf(pool, sweep, outline);
      const openVariants = missingParts.reduce((sum, { from, to }) => sum + to - from, 0);
      const share = openVariants === rows ? "" : ` for the ${formatCount(openVariants, "variant")} of this run`;
      console.log(
        `estimate  ${formatSeconds((millisecondsPerVariant * openVariants) / 1000 / threads)}${share} on ${formatCount(threads, "thread")}: ` +
          `${millisecondsPerVariant.toFixed(1)} ms per variant, measured on ${formatCount(measuredVariants, "variant")}`,
      );
    }
    if (directory === null) return;
    const startTime = performance.now();
    const progress = new Progress(missingParts);
    await pool.calculate(sweep, missingParts, {
      onPart(part, { file: rowsOfPart, failed }) {
        directory.add(part, rowsOfPart);
        progress.add(part.to - part.from, failed);
      },
      onDefect: (error, { from, to }) =>
        progress.print(`variants ${from} to ${to - 1} failed: ${error instanceof Error ? error.stack : String(error)}`),
    });
    progress.clear();
    const duration = (performance.now() - startTime) / 1000;
    console.log(
      `done      ${formatCount(progress.done, "variant")} in ${formatSeconds(duration)}, ${progress.failed} with errors`,
    );
    const finishedSweep = await directory.finish(csv);
    if (finishedSweep !== null) for (const line of estimateLines(finishedSweep.estimates)) console.log(line);
    if (finishedSweep === null)
      console.log(`parts     ${directory.missingParts(parts).length} of ${parts.length} are still missing in ${out}`);
    else
      for (const { file: name, bytes } of finishedSweep.files)
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
