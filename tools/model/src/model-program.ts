/** The program behind `npm run model`, for maintainers of a model. */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type AreaDataset,
  AreaNotComputableError,
  UnknownAreaError,
  describeProblem,
  type GraphDefinition,
  type Model,
  ModelDirectoryError,
  type OnProgress,
  openModel,
} from "@etesian/model";
import { ImportError } from "./importing/index.ts";
import { DEFAULT_DATA } from "@etesian/service-kit";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { outcomeLines, evaluateQuery, type AdHocQuery } from "./evaluate-query.ts";
import { checkModel, openAndCheck } from "./check-model.ts";
import { auditFigures } from "./figures/audit.ts";
import { CHECK_NAMES, type CheckName, CHECKS } from "./figures/checks.ts";
import { openFaults, reportLines } from "./figures/report.ts";
import { END_YEAR } from "./figures/scenarios.ts";
import { ETSOURCE, FetchError, fetchedModel, fetchModel } from "@etesian/compute/fetch-model";
import { importFrontEnd, importLines } from "./import-interface.ts";
import { interfaceOf } from "@etesian/compute/interface-of";
import { inputLines, listInputs, listQueries, queryLines } from "./list-model.ts";
import { createModel } from "./new-model.ts";

const checkLines = (): string =>
  Object.entries(CHECKS)
    .map(([name, { proves }]) => `                       ${name.padEnd(13)}${proves}`)
    .join("\n");

const HELP = `Usage: npm run model -- <command> [options]

  check DIR          Read all documents and datasets and list errors and warnings: file, line, key, expected value.
                     With errors (a part of the model is omitted, or a query can never have a result), the
                     exit code is 1; with only warnings, it is 0.
                     With --figures: calculate scenarios and check that their displayed figures add up: charts, headline
                     numbers, exports and units. Faults are printed with chart, hour and missing amount, and the exit code is 1.
  list [inputs|queries] [DIR]
                     List the inputs, with unit, range and start value in an area, or the queries, with their authors'
                     notes. By default, list the inputs of the included model.
  areas DIR          List the areas: group, start year, and the reason if an area cannot be computed.
  solve DIR AREA     Compute the start year of an area and print a summary with its warnings.
  query DIR AREA GQL Evaluate a query, such as 'SUM(V(G(households), demand))', for the start year and the end year of an
                     area. The exit code is 1 if it has no result.
  new DIR            Write a minimal model to a new directory, as a starting point.
  weather            Regenerate the included model's hourly curves: three synthetic weather years, and the curves derived
                     from them.
  fetch [DIR]        Fetch ETSource, the data behind the Energy Transition Model, into a new directory with Git (about
                     400 MB), and check it. DIR is models/etsource in the data directory by default, where
                     npm start -- --model etsource looks for it.
  interface FROM [DIR]
                     Import slides, titles and charts of a model from FROM, a checkout of the Energy Transition Model's
                     front end (quintel/etmodel), and report omissions with their reasons. They are written to interface/
                     and charts/ of DIR, with a NOTICE; DIR is the fetched model by default.

Options
  --all              check: also solve the start year of every area (about a second each), and compare start values of
                     inputs with their ranges there; by default only in the default area.
  --figures          check: figures instead of documents.
  --only NAME,…      check --figures: only these checks:
${checkLines()}
  --set INPUT=VALUE  query: set an input first; may be repeated.
  --end-year YEAR    query: default 2050.
  --whole            check --figures: also check each technology switched on alone; takes minutes.
  --json             check, list, interface, query: print JSON.
  --area AREA        list inputs: an area other than the default. check --figures: check this area; may be
                     repeated. By default, the default area and the first area of each other group are checked.
  --from URL         fetch: the repository, another URL or a path.
  --commit HASH      fetch: a commit other than the verified one.
  --cache DIR        Read and write cached data in this directory.
  --help             Print this text.
`;

const COMMANDS = ["check", "list", "areas", "solve", "query", "new", "weather", "fetch", "interface"];
const EXPECTED = `expected one of ${COMMANDS.join(", ")}`;

const INCLUDED_MODEL = resolve(import.meta.dirname, "../../../models/starter");

const OPTIONS = {
  all: { type: "boolean", default: false },
  cache: { type: "string" },
  json: { type: "boolean", default: false },
  area: { type: "string", multiple: true, default: [] as string[] },
  figures: { type: "boolean", default: false },
  only: { type: "string" },
  set: { type: "string", multiple: true, default: [] as string[] },
  "end-year": { type: "string", default: String(END_YEAR) },
  whole: { type: "boolean", default: false },
  from: { type: "string", default: ETSOURCE.url },
  commit: { type: "string", default: ETSOURCE.commit },
} as const;
type ModelFlags = Flags<typeof OPTIONS>;

async function run(values: ModelFlags, positionals: readonly string[]): Promise<number> {
  const [command, ...commandArgs] = positionals;
  if (command === undefined) throw new UsageError(`a command is missing: ${EXPECTED}`);
  if (!COMMANDS.includes(command)) throw new UsageError(`unknown command "${command}": ${EXPECTED}`);
  const kind =
    command === "list" && (commandArgs[0] === "inputs" || commandArgs[0] === "queries")
      ? commandArgs.shift()!
      : "inputs";
  if (command === "list") commandArgs[0] ??= INCLUDED_MODEL;
  if (command === "weather") {
    refuseExtraArgument(commandArgs[0]);
    // A separate program, so that the model needs nothing but Node.
    const script = pathToFileURL(join(INCLUDED_MODEL, "make-curves.mjs")).href;
    const { makeCurves } = (await import(script)) as { readonly makeCurves: () => void };
    makeCurves();
    console.log(`${join(INCLUDED_MODEL, "datasets/*/curves")}: written`);
    return 0;
  }
  const fetched = fetchedModel(DEFAULT_DATA);
  if (command === "fetch") commandArgs[0] ??= fetched;
  const checkout = command === "interface" ? commandArgs.shift() : undefined;
  if (command === "interface") commandArgs[0] ??= fetched;
  const [directory, area, ...otherArgs] = commandArgs;
  if (directory === undefined) throw new UsageError(`${command}: expected a model directory`);
  const progress = new ProgressLine();
  const open = (read: typeof openModel = openModel): Promise<Model> =>
    read(relativeToCaller(directory), {
      cacheDirectory: values.cache === undefined ? null : relativeToCaller(values.cache),
      onProgress: progress.show,
    }).finally(progress.clear);
  switch (command) {
    case "check":
      refuseExtraArgument(area);
      return values.figures
        ? checkFigures(await open(), values, progress)
        : check(await open(openAndCheck), values, progress);
    case "list":
      refuseExtraArgument(area);
      return list(await open(), kind, values);
    case "areas":
      refuseExtraArgument(area);
      return listAreas(await open());
    case "new":
      refuseExtraArgument(area);
      return writeNewModel(relativeToCaller(directory));
    case "interface":
      if (checkout === undefined) throw new UsageError("interface: expected a checkout of the front end");
      refuseExtraArgument(area);
      return importInto(await open(), relativeToCaller(checkout), values, progress);
    case "fetch":
      refuseExtraArgument(area);
      await fetch(relativeToCaller(directory), values, progress);
      return check(await open(openAndCheck), values, progress);
    case "query": {
      const [query, extraArgument] = otherArgs;
      if (area === undefined || query === undefined)
        throw new UsageError("query: expected an area and a query after the directory");
      refuseExtraArgument(extraArgument);
      return evaluate(await open(), { area, query, ...parseQueryFlags(values) }, values);
    }
    default:
      if (area === undefined) throw new UsageError("solve: expected an area after the directory");
      refuseExtraArgument(otherArgs[0]);
      return solve(await open(), area);
  }
}

function refuseExtraArgument(argument: string | undefined): void {
  if (argument !== undefined) throw new UsageError(`unexpected argument "${argument}"`);
}

/**
 * Paths are relative to the directory in which the user typed `npm run`, not to the project's root, where npm runs the
 * program.
 */
function relativeToCaller(path: string): string {
  return resolve(process.env["INIT_CWD"] ?? process.cwd(), path);
}

function writeNewModel(directory: string): number {
  if (!createModel(directory)) {
    console.error(`${directory} exists: expected the name of a new directory`);
    return 1;
  }
  console.log(`${directory}: a minimal model; serve it with npm start -- --model ${directory}`);
  return 0;
}

/** Rejects with `FetchError`. */
async function fetch(directory: string, { from, commit }: ModelFlags, progress: ProgressLine): Promise<void> {
  const isNew = await fetchModel({ to: directory, from, commit, onProgress: (line) => progress.print(line) }).finally(
    progress.clear,
  );
  console.error(`${directory}: ${isNew ? "fetched" : "already present"}, commit ${commit}`);
}

async function check(model: Model, { all, json }: ModelFlags, progress: ProgressLine): Promise<number> {
  const problems = await checkModel(model, all, progress.show);
  progress.clear();
  const errors = problems.filter((problem) => problem.severity === "error").length;
  if (json) {
    console.log(JSON.stringify({ errors, warnings: problems.length - errors, problems }, null, 2));
    return errors === 0 ? 0 : 1;
  }
  for (const problem of problems) console.log(describeProblem(problem));
  const { energy, molecules, carriers, inputs, gqueries } = model.definition;
  const count = (number: number, singular: string, plural = `${singular}s`): string =>
    `${number.toLocaleString("en")} ${number === 1 ? singular : plural}`;
  const graph = ({ nodes, edges }: GraphDefinition, name: string): string =>
    `${count(nodes.length, `${name} node`)} and ${count(edges.length, "edge")}`;
  console.log(
    [
      graph(energy, "energy"),
      graph(molecules, "molecule"),
      count(carriers.length, "carrier"),
      count(inputs.length, "input"),
      count(gqueries.length, "gquery", "gqueries"),
      count(model.areas.length, "area"),
    ].join(", "),
  );
  console.log(`${count(errors, "error")}, ${count(problems.length - errors, "warning")}`);
  return errors === 0 ? 0 : 1;
}

async function checkFigures(
  model: Model,
  { only, area, whole, json }: ModelFlags,
  progress: ProgressLine,
): Promise<number> {
  const names = only === undefined ? CHECK_NAMES : only.split(",").map(parseCheckName);
  const areas = area.length > 0 ? area : areasOfEachGroup(model);
  const report = await auditFigures(model, { checks: names, areas, withAllVariants: whole, onProgress: progress.show });
  progress.clear();
  for (const line of json ? [JSON.stringify(report, null, 2)] : reportLines(report)) console.log(line);
  return openFaults(report).length === 0 ? 0 : 1;
}

function parseCheckName(name: string): CheckName {
  const checkName = CHECK_NAMES.find((check) => check === name);
  if (checkName === undefined)
    throw new UsageError(`--only: unknown check "${name}": expected some of ${CHECK_NAMES.join(", ")}`);
  return checkName;
}

/** The default area, and the first area of each other group: a country, a province, a municipality. */
function areasOfEachGroup({ areas, definition: { defaultArea } }: Model): readonly string[] {
  const computableAreas = areas.filter(({ problem }) => problem === null);
  const first = computableAreas.find(({ area }) => area === defaultArea);
  const areaByGroup = new Map(computableAreas.map(({ group, area }) => [group, area] as const).toReversed());
  areaByGroup.delete(first?.group ?? null);
  return [defaultArea, ...areaByGroup.values()];
}

/** @throws ImportError */
function importInto(model: Model, checkout: string, { json }: ModelFlags, progress: ProgressLine): number {
  progress.print(`reading ${checkout}`);
  const report = importFrontEnd(model, checkout);
  progress.clear();
  const problems = interfaceOf(model).problems;
  if (json) console.log(JSON.stringify({ ...report, problems }, null, 2));
  else for (const line of importLines(report)) console.log(line);
  for (const problem of problems) console.error(describeProblem(problem));
  console.error(`${join(model.directory, "interface")}: written`);
  return problems.some(({ severity }) => severity === "error") ? 1 : 0;
}

async function list(model: Model, kind: string, { json, area }: ModelFlags): Promise<number> {
  if (kind === "queries") {
    const queries = listQueries(model);
    console.log(json ? JSON.stringify(queries, null, 2) : queryLines(queries).join("\n"));
    return 0;
  }
  const inputs = await listInputs(model, area[0] ?? model.definition.defaultArea);
  console.log(json ? JSON.stringify(inputs, null, 2) : inputLines(inputs).join("\n"));
  return 0;
}

function listAreas(model: Model): number {
  const width = Math.max(4, ...model.areas.map(({ area }) => area.length));
  for (const { area, group, startYear, problem } of model.areas) {
    const remark = problem === null ? "" : `not computable: ${problem}`;
    console.log(`${area.padEnd(width)}  ${String(startYear)}  ${(group ?? "").padEnd(12)}  ${remark}`.trimEnd());
  }
  const computableCount = model.areas.filter((summary) => summary.useable).length;
  console.log(`${model.areas.length} areas, ${computableCount} computable; default ${model.definition.defaultArea}`);
  return 0;
}

async function solve(model: Model, area: string): Promise<number> {
  const startTime = performance.now();
  const dataset = await model.dataset(area);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(2);
  const size = (graph: AreaDataset["energy"], nodes: number): string =>
    `${nodes} nodes × ${graph.nodeColumns.length} values, ${graph.slotConversion.length} slots, ${graph.edgeShare.length} edges`;
  console.log(`${dataset.area}, start year ${dataset.startYear}, solved in ${seconds} s`);
  if (dataset.scaling !== null) console.log(`derived: ${dataset.scaling.factor} of its base dataset`);
  console.log(`energy:    ${size(dataset.energy, model.definition.energy.nodes.length)}`);
  console.log(`molecules: ${size(dataset.molecules, model.definition.molecules.nodes.length)}`);
  for (const warning of dataset.warnings) console.log(`warning: ${warning}`);
  return 0;
}

function parseQueryFlags({ set, "end-year": text }: ModelFlags): Pick<AdHocQuery, "values" | "endYear"> {
  const values = set.map((assignment) => {
    const index = assignment.indexOf("=");
    if (index < 1) throw new UsageError(`--set ${assignment}: expected INPUT=VALUE`);
    return [assignment.slice(0, index), assignment.slice(index + 1)] as const;
  });
  if (!/^\d{4}$/.test(text)) throw new UsageError(`--end-year ${text}: expected a year, such as 2050`);
  return { values: Object.fromEntries(values), endYear: Number(text) };
}

async function evaluate(model: Model, adHocQuery: AdHocQuery, { json }: ModelFlags): Promise<number> {
  const outcome = await evaluateQuery(model, adHocQuery);
  if ("errors" in outcome) {
    for (const error of outcome.errors) console.error(error);
    return 1;
  }
  for (const warning of outcome.warnings) console.error(`warning: ${warning}`);
  for (const line of json ? [JSON.stringify(outcome, null, 2)] : outcomeLines(outcome)) console.log(line);
  return 0;
}

/** Shows the current step on one line of the terminal, after the first two seconds. */
class ProgressLine {
  readonly #startTime = performance.now();
  #isShown = false;
  #lastUpdate = 0;

  readonly show: OnProgress = (step, done) => this.print(`${String(Math.floor(done * 100)).padStart(3)} %  ${step}`);

  print(line: string): void {
    const now = performance.now();
    if (now - this.#startTime < 2000 || (process.stderr.isTTY && now - this.#lastUpdate < 100)) return;
    if (!process.stderr.isTTY && now - this.#lastUpdate < 5000) return;
    this.#lastUpdate = now;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    this.#isShown = true;
  }

  readonly clear = (): void => {
    if (this.#isShown && process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    this.#isShown = false;
  };
}

/** Runs the program with its arguments; resolves to its exit code. */
export const runModelProgram = (args: readonly string[]): Promise<number> =>
  exitCodeOf({ help: HELP, options: OPTIONS, knownErrors: USER_ERRORS, args }, run);

/** Errors that are printed without a stack trace. */
const USER_ERRORS = [ModelDirectoryError, AreaNotComputableError, UnknownAreaError, FetchError, ImportError];
