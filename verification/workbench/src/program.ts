/** Programs that run benchmarks by name: verdicts as text or JSON, and exit codes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { exitCodeOf, UsageError } from "@etesian/service-kit/program";
import { type Benchmark, type Figure, printedFigures } from "./report.ts";

/** A benchmark's outcome; `within` is null if none of its figures has a limit on this model. */
interface Outcome {
  readonly name: string;
  readonly about: string;
  readonly within: boolean | null;
  readonly seconds: number;
  readonly figures: readonly Figure[];
}

/** A program that runs benchmarks by name. */
export interface Program {
  readonly benches: { readonly [name: string]: Benchmark };
  /** The help for these benchmark names. */
  readonly helpOf: (words: readonly string[]) => string;
}

/**
 * Runs the benchmarks named by the arguments, or all except the proofs, and prints verdicts or JSON. Returns the exit
 * code: 0, 1 or 2.
 */
export function runProgram({ benches, helpOf }: Program, args: readonly string[]): Promise<number> {
  return exitCodeOf({ help: helpOf(args), options: OPTIONS, args }, ({ json }, names) => run(benches, names, json));
}

const OPTIONS = { json: { type: "boolean", default: false } } as const;

async function run(benches: Program["benches"], names: readonly string[], json: boolean): Promise<number> {
  const unknown = names.filter((name) => benches[name] === undefined);
  if (unknown.length > 0) throw new UsageError(`unknown: ${unknown.join(", ")}`);
  const selected = Object.entries(benches).filter(([name, { isProof }]) =>
    names.length > 0 ? names.includes(name) : !isProof,
  );
  const output = json ? process.stderr : process.stdout;
  const outcomes: Outcome[] = [];
  for (const [index, [name, bench]] of selected.entries()) {
    const position = selected.length === 1 ? "" : ` (${index + 1} of ${selected.length})`;
    if (process.send === undefined) output.write(`\n${name}${position}: ${bench.about}\n`);
    outcomes.push(await (selected.length === 1 ? runInThisProcess : runInOwnProcess)(name, bench, output));
  }
  // When several benchmarks run, the parent process prints the titles and the outcomes.
  if (process.send !== undefined) process.send(outcomes[0]!, () => process.disconnect?.());
  else if (json) process.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`);
  else process.stdout.write(`\n${outcomes.map(verdictOf).join(", ")}\n`);
  return outcomes.some(({ within }) => within === false) ? 1 : 0;
}

function verdictOf({ name, within }: Outcome): string {
  if (within === null) return `${name} measured, without a limit`;
  return `${name} ${within ? "within its limits" : "BEYOND A LIMIT"}`;
}

async function runInThisProcess(
  name: string,
  { about, isProof = false, run }: Benchmark,
  output: NodeJS.WriteStream,
): Promise<Outcome> {
  const startedAt = performance.now();
  const isWithinLimits = await run((line) => output.write(`  ${line}\n`));
  const isAssessed = isProof || !isWithinLimits || printedFigures.some(({ within }) => within !== null);
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { name, about, within: isAssessed ? isWithinLimits : null, seconds, figures: [...printedFigures] };
}

/** Runs a benchmark in its own process, independent of the memory and the compiled code of others. */
async function runInOwnProcess(name: string, { about }: Benchmark, output: NodeJS.WriteStream): Promise<Outcome> {
  const args = [...process.execArgv, process.argv[1]!, name];
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["inherit", "pipe", "inherit", "ipc"] });
  let outcome: Outcome | null = null;
  child.on("message", (message) => (outcome = message as Outcome));
  child.stdout!.pipe(output, { end: false });
  await once(child, "close");
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return outcome ?? { name, about, within: false, seconds, figures: [] };
}
