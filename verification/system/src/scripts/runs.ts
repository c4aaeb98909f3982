/** The smallest run of every script in package.json: its arguments and the expected output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import manifest from "../../../../package.json" with { type: "json" };

export const PROJECT = resolve(import.meta.dirname, "../../../..");

export type Script = keyof typeof manifest.scripts;

/** A running server with twelve scenarios, and an account. */
export interface ScriptContext {
  readonly url: string;
  readonly data: string;
  /** A token with all rights to its owner's resources. */
  readonly token: string;
  /** An empty directory. */
  readonly directory: string;
}

export interface Run {
  readonly args?: (context: ScriptContext) => readonly string[];
  readonly prints: RegExp;
  /** Allowed exit codes; only 0 if absent. */
  readonly codes?: readonly number[];
  /** The script runs until the test stops it, after the expected output. */
  readonly isServer?: true;
  /** `npm test` includes this run; `npm run test:whole` includes all. */
  readonly isFrequent?: true;
  readonly environment?: (context: ScriptContext) => Readonly<Record<string, string>>;
}

/** Exit code of tools that are stopped by a signal. */
const STOPPED_CODES = [143];
/** The verdict includes time limits, which a busy machine exceeds. */
const BENCHMARK_CODES = [0, 1];
/** A test file that takes a few milliseconds. */
const ONE_TEST = "libs/numeric/src/nil.test.ts";
const dataFlags = ({ data }: ScriptContext): readonly string[] => ["--data", data];
/** Uses the included model instead of the reference model, which is much larger. */
const withoutReference = () => ({ ETESIAN_REFERENCE_DIR: "/nonexistent" });
const reference = process.env["ETESIAN_REFERENCE_DIR"] ?? join(PROJECT, "../shared");

/** A script with several important parts has several runs; a script with its own test names the test's file. */
export const RUNS: { readonly [script in Script]: readonly Run[] | { readonly testedIn: string } } = {
  start: { testedIn: "verification/system/src/scripts/scripts.test.ts" },
  service: [
    {
      args: ({ directory }) => ["curves", "--data", join(directory, "curves")],
      environment: () => ({ ETESIAN_TOKEN: "of the test" }),
      prints: /^Etesian is listening on 127[^]*^ {2}ready /m,
      isServer: true,
    },
  ],
  cluster: { testedIn: "services/standalone/src/cluster/cluster.test.ts" },
  dev: [
    {
      args: () => ["--port", "0"],
      environment: ({ url }) => ({ ETESIAN_URL: url }),
      prints: /Local: +http:\/\/localhost:\d+/,
      isServer: true,
      codes: STOPPED_CODES,
    },
  ],
  test: [{ args: () => [ONE_TEST], prints: /^\d+ passed, 0 failed$/m, isFrequent: true }],
  "test:fast": [{ args: () => [ONE_TEST], prints: /^\d+ passed, 0 failed$/m }],
  "test:whole": [{ args: () => [ONE_TEST], prints: /^\d+ passed, 0 failed$/m }],
  "test:changed": [{ args: () => ["HEAD", "--list"], prints: /^nothing has changed since HEAD|^\S+\.test\.ts$/m }],
  watch: [{ args: () => [ONE_TEST], prints: /Waiting for file changes/, isServer: true, codes: STOPPED_CODES }],
  check: [{ args: () => ["format"], prints: /^✓ format .*\n[^]*^1 passed, 0 failed$/m, isFrequent: true }],
  model: [
    { args: () => ["check", "models/minimal"], prints: /^0 errors, 0 warnings$/m },
    { args: () => ["list", "models/minimal"], prints: /^demand:\n {2}households_/m },
  ],
  fidelity: existsSync(join(reference, "golden"))
    ? [{ args: () => ["start-year", "nl2023"], prints: /all exactly/ }]
    : [
        {
          args: () => ["start-year", "nl2023"],
          prints: /there is no reference data; set ETESIAN_REFERENCE_DIR/,
          codes: [2],
        },
      ],
  bench: [
    {
      args: () => ["equal-memory"],
      environment: withoutReference,
      prints: /^equal-memory /m,
      codes: BENCHMARK_CODES,
    },
  ],
  release: [{ args: () => [], prints: /^expected --dry-run$/m, codes: [2] }],
  pictures: [{ args: ({ directory }) => [directory, "--only", "drag"], prints: /^drag\.png: \d+ frames, \d+ bytes$/m }],
  sweep: { testedIn: "libs/sweep/src/cli.whole.test.ts" },
  run: { testedIn: "services/standalone/src/workbook/workbook.whole.test.ts" },
  attribute: { testedIn: "libs/sweep/src/answers/answers.whole.test.ts" },
  target: { testedIn: "libs/sweep/src/answers/answers.whole.test.ts" },
  "slider-ends": [
    {
      args: () => ["--share", "20"],
      environment: withoutReference,
      prints: /\d+ sliders, \d+ positions: \d+ refusals, 0 problems/,
    },
  ],
  determinism: [
    {
      args: () => ["--share", "100"],
      environment: withoutReference,
      prints: /100 visits .* bit-identical/,
    },
  ],
  accounts: [{ args: (context) => ["list", ...dataFlags(context)], prints: /somebody@example\.org/, isFrequent: true }],
  backup: [
    {
      args: (context) => ["create", join(context.directory, "backup"), ...dataFlags(context)],
      prints: /^ {2}events: \d+ events, \d+ curve numbers$/m,
      isFrequent: true,
    },
    {
      args: (context) => ["check", ...dataFlags(context)],
      prints: /^✓ the deployment: .* 0 problems$/m,
    },
  ],
  audit: [
    {
      args: (context) => ["scenario", "1", ...dataFlags(context)],
      prints: /^\S+ {2}1 {2}anonymous {2}ScenarioCreated /m,
    },
  ],
  conformance: [
    {
      args: ({ directory }) => ["village", join(directory, "village")],
      prints: /npm run cluster -- --model /,
    },
    { args: () => ["featured"], prints: /\d+/ },
  ],
  featured: [{ args: (context) => ["list", ...dataFlags(context)], prints: /^12 {2}\w+ {2}scenario 12 /m }],
  events: [{ args: (context) => ["parked", ...dataFlags(context)], prints: /^nothing is parked$/m }],
  faults: [{ args: () => ["--rounds", "1", "no-broker"], prints: /✓ nothing lost or duplicated/ }],
  fuzz: [
    {
      args: () => ["--requests", "100", "--worst", "GET /api/v1/versions ?tag", "--model", "models/minimal"],
      prints: /^100 requests and \d+ hostile inputs in /m,
      codes: BENCHMARK_CODES,
    },
  ],
  migrate: [
    {
      args: (context) => ["--model", "models/starter", "--trial", ...dataFlags(context)],
      prints: /^\d+ scenarios: 0 would be migrated/m,
    },
  ],
  client: [{ prints: /^npm install clients\/typescript\/dist\/client-\w+\.tgz$/m }],
  docs: [{ prints: /clients\/site\/dist$/m }],
  python: [{ prints: /^pip install clients\/python\/dist\/etesian-\S+\.whl$/m }],
  engine: [{ prints: /^npm install clients\/engine\/dist\/\S+\.tgz$/m }],
  smoke: [{ args: ({ url, token }) => ["--url", url, "--token", token], prints: /delete/ }],
  simulate: [
    {
      args: () => ["--seeds", "2"],
      prints: /^2 runs from seed 1: \d+ steps .* 0 with a broken invariant$/m,
    },
  ],
  generate: [{ args: () => ["--check"], prints: /^$/ }],
};

export interface ScriptResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a script as npm does; arguments follow the manifest's. */
export function start(script: Script, args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const [, ...words] = manifest.scripts[script].split(" ");
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  return spawn(process.execPath, [...words, ...args], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, ...environment },
  });
}

/** Runs a script until it exits, or until it has printed the expected output. */
export async function runScript(script: Script, run: Run, context: ScriptContext): Promise<ScriptResult> {
  const child = start(script, run.args?.(context) ?? [], run.environment?.(context));
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  const closed = once(child, "close") as Promise<[number | null]>;
  if (run.isServer === true) {
    const isOver = closed.then(() => true);
    while (!run.prints.test(output.stdout) && !(await Promise.race([isOver, sleep(50, false)])));
    child.kill("SIGTERM");
  }
  const [code] = await closed;
  return { code, ...output };
}
