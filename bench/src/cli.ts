/** `npm run bench -- <what>`: how fast, how large. Exit code 1 when a figure is beyond its limit. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { annualBenchmark } from "./annual.ts";
import { areasBenchmark } from "./areas.ts";
import { clientsBenchmark } from "./clients.ts";
import { compare } from "./compare.ts";
import { dashboardsBenchmark } from "./dashboards.ts";
import { determinismBenchmark } from "@etesian/calculation/determinism";
import { eventStoreDbBenchmark } from "./eventstoredb.ts";
import { firstMinuteBenchmark } from "./first-minute.ts";
import { hourlyBenchmark } from "./hourly.ts";
import { httpBenchmark } from "./http.ts";
import { listenersBenchmark } from "./listeners.ts";
import { listsBenchmark } from "./lists.ts";
import { longMemoryBenchmark, memoryBenchmark } from "./memory.ts";
import { movesBenchmark } from "./moves.ts";
import { type Bench, type Figure, printed } from "@etesian/workbench/report";
import { rightsBenchmark } from "./rights.ts";
import { savedBenchmark } from "./saved.ts";
import { sweepBenchmark } from "@etesian/calculation/sweep";
import { transfersBenchmark } from "./transfers.ts";
import { variantsBenchmark } from "./variants.ts";
import { walkBenchmark } from "./walk.ts";

const BENCHES: { readonly [name: string]: Bench } = {
  annual: annualBenchmark,
  dashboards: dashboardsBenchmark,
  hourly: hourlyBenchmark,
  areas: areasBenchmark,
  variants: variantsBenchmark,
  "first-minute": firstMinuteBenchmark,
  http: httpBenchmark,
  saved: savedBenchmark,
  clients: clientsBenchmark,
  moves: movesBenchmark,
  listeners: listenersBenchmark,
  transfers: transfersBenchmark,
  rights: rightsBenchmark,
  lists: listsBenchmark,
  eventstoredb: eventStoreDbBenchmark,
  memory: memoryBenchmark,
  "memory-long": longMemoryBenchmark,
  walk: walkBenchmark,
  sweep: sweepBenchmark,
  determinism: determinismBenchmark,
};

const HELP = `Usage: npm run bench -- [--json] [name …]            all when none is named, but for those marked with *
       npm run bench -- compare DIRECTORY name …     in turn with another checkout: ratios of wall and processor time

${Object.entries(BENCHES)
  .map(([name, { about, isProof }]) => `  ${`${name}${isProof ? " *" : ""}`.padEnd(16)} ${about}`)
  .join("\n")}

--json writes figures, limits and verdicts as one list when all is done, and what is going on to standard error.
Measured on the reference data in ETESIAN_REFERENCE_DIR, else in ../shared beside the repository; without them on the
model in models/starter, where ratios and limits mean nothing.
`;

/** Those that have a name of their own in package.json, whose help is about them alone. */
const OWN_NAMES: readonly string[] = ["sweep", "determinism"];

const helpOf = (names: readonly string[]): string => {
  const [name = ""] = names;
  if (!OWN_NAMES.includes(name)) return HELP;
  return `Usage: npm run ${name} [-- --json]\n\n${BENCHES[name]!.about}.\nExit code 1 when something is not so.\n`;
};

/** What became of a benchmark; `within` is null where none of its figures has a limit on this model. */
interface Outcome {
  readonly name: string;
  readonly about: string;
  readonly within: boolean | null;
  readonly seconds: number;
  readonly figures: readonly Figure[];
}

async function main(args: readonly string[]): Promise<number> {
  const given = parse(args);
  if (given === null) return 2;
  const { names, json } = given;
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(helpOf(names));
    return 0;
  }
  if (names[0] === "compare") {
    return (await compare(names.slice(1), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
  }
  const unknown = names.filter((name) => BENCHES[name] === undefined);
  if (unknown.length > 0) {
    process.stderr.write(`unknown: ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const chosen = Object.keys(BENCHES).filter((name) =>
    names.length > 0 ? names.includes(name) : !BENCHES[name]!.isProof,
  );
  const output = json ? process.stderr : process.stdout;
  const outcomes: Outcome[] = [];
  for (const [index, name] of chosen.entries()) {
    const place = chosen.length === 1 ? "" : ` (${index + 1} of ${chosen.length})`;
    if (process.send === undefined) output.write(`\n${name}${place}: ${BENCHES[name]!.about}\n`);
    outcomes.push(chosen.length === 1 ? await runHere(name, output) : await runAlone(name, output));
  }
  // The process that runs several benchmarks prints the titles and what became of all.
  if (process.send !== undefined) process.send(outcomes[0]!, () => process.disconnect?.());
  else if (json) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  else process.stdout.write(`\n${outcomes.map(verdictOf).join(", ")}\n`);
  return outcomes.some(({ within }) => within === false) ? 1 : 0;
}

function verdictOf({ name, within }: Outcome): string {
  if (within === null) return `${name} measured, with nothing to hold it against`;
  return `${name} ${within ? "within its limits" : "BEYOND A LIMIT"}`;
}

function parse(args: readonly string[]): { readonly names: readonly string[]; readonly json: boolean } | null {
  const options = { json: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    return { names: positionals, json: values.json };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${helpOf(args)}`);
    return null;
  }
}

async function runHere(name: string, output: NodeJS.WriteStream): Promise<Outcome> {
  const { about, isProof = false, run } = BENCHES[name]!;
  const started = performance.now();
  const held = await run((line) => output.write(`  ${line}\n`));
  const isJudged = isProof || !held || printed.some(({ within }) => within !== null);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { name, about, within: isJudged ? held : null, seconds, figures: [...printed] };
}

/** In a process of its own: what another benchmark has left in memory, and what it had compiled for, makes no difference. */
async function runAlone(name: string, output: NodeJS.WriteStream): Promise<Outcome> {
  const args = [...process.execArgv, import.meta.filename, name];
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit", "ipc"] });
  let outcome: Outcome | null = null;
  child.on("message", (message) => (outcome = message as Outcome));
  child.stdout!.pipe(output, { end: false });
  await once(child, "close");
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return outcome ?? { name, about: BENCHES[name]!.about, within: false, seconds, figures: [] };
}

process.exitCode = await main(process.argv.slice(2));
