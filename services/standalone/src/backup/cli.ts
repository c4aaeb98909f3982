/** `npm run backup -- create | check | restore`: all stores of a deployment as one, of any kinds. */
import { parseArgs } from "node:util";
import { commandOf } from "@etesian/service-kit/commands";
import { openSnapshots, StoreMismatchError, StoreUnavailableError, VersionConflictError } from "@etesian/event-store";
import { check, type Report } from "./check.ts";
import { create } from "./create.ts";
import { deploymentOf, ForeignStreamError, settingsOf, urlsOf } from "./deployment.ts";
import { BackupError } from "./manifest.ts";
import { ProblemsError, reportOf, restore, verified } from "./restore.ts";

const HELP = `Usage: ${commandOf("backup")} COMMAND [--data DIR] [--store URL] [--read-models URL] [--keys URL]

  create DIR    copies all stores, as they are at one moment, into the new directory DIR; Etesian may run
        [--keys-to DIR2]     the keys of people go into a directory of their own
  check DIR     reads a whole backup and compares everything in it; exit code 1 when something is wrong
        [--keys-from DIR2]   with the keys that are there
  check         does the same with the stores of a deployment; Etesian may run
  restore DIR   puts a backup into the stores of a deployment; Etesian must not run. Files that are there are kept under
                another name; databases have to be empty
        [--keys-from DIR2]   the keys are there; without any, those of the deployment stay as they are
        [--erased-from URL]  people who are listed as erased in this former store of keys are erased again
        [--accept-missing-keys] [--accept-problems]
                             restores although people have no key, or stores do not fit each other

Stores are found as by npm start: by these flags, or ETESIAN_DATA, ETESIAN_STORE, ETESIAN_READ_MODELS and ETESIAN_KEYS. A backup
can be restored into stores of another kind than those that it was made of.
`;

/** A mistake in how it was called. */
class UsageError extends Error {}

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  const [command, directory, ...more] = positionals;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (command === undefined) throw new UsageError("expected a command");
  if (more.length > 0) throw new UsageError(`unexpected: ${more.join(" ")}`);
  const allowed = FLAGS[command as keyof typeof FLAGS] as readonly string[] | undefined;
  if (allowed === undefined) throw new UsageError(`unknown command "${command}"`);
  for (const flag of Object.values(FLAGS).flat()) {
    if (values[flag] !== undefined && !allowed.includes(flag)) throw new UsageError(`${command} has no flag --${flag}`);
  }
  if (command === "check") return directory === undefined ? checkDeployment(values) : checkBackup(directory, values);
  if (directory === undefined) throw new UsageError(`${command}: which directory?`);
  return command === "create" ? createBackup(directory, values) : restoreBackup(directory, values);
}

/** Options of some commands only. */
const FLAGS = {
  create: ["keys-to"],
  check: ["keys-from"],
  restore: ["keys-from", "erased-from", "accept-missing-keys", "accept-problems"],
} as const;

type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const on = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        data: text,
        store: text,
        "read-models": text,
        keys: text,
        "keys-to": text,
        "keys-from": text,
        "erased-from": text,
        "accept-missing-keys": on,
        "accept-problems": on,
        help: { ...on, short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function createBackup(directory: string, values: Values): Promise<number> {
  const begun = performance.now();
  const keysDirectory = values["keys-to"] ?? directory;
  const { stores } = await create(deploymentOf(settingsOf(values)), directory, keysDirectory, (line) =>
    console.log(`  ${line}`),
  );
  const files = Object.values(stores);
  const sum = (of: (file: (typeof files)[number]) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  const { stores: written } = await verified({ directory, keysFrom: values["keys-to"] ?? null });
  const report = await reportOf(written);
  // The copy is what there is; a deployment in which something does not fit needs a backup, too.
  for (const problem of report.problems) console.log(`! ${problem}`);
  const apart = values["keys-to"] === undefined ? "" : `, keys in ${values["keys-to"]}`;
  const size = `${sum(({ events }) => events)} events, ${megabytes(sum(({ bytes }) => bytes))}`;
  console.log(`✓ backup in ${directory}${apart}: ${size}, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return 0;
}

async function checkBackup(directory: string, values: Values): Promise<number> {
  const { stores: backup } = await verified({ directory, keysFrom: values["keys-from"] ?? null });
  if (backup.keys === null)
    console.log("the keys are in another directory: name it with --keys-from to compare them, too");
  return printed(await reportOf(backup), directory);
}

async function checkDeployment(values: Values): Promise<number> {
  if (values["keys-from"] !== undefined) throw new UsageError("--keys-from is for a backup: check DIR");
  const deployment = deploymentOf(settingsOf(values));
  const snapshots = await openSnapshots(urlsOf(deployment));
  try {
    return printed(await check(deployment, snapshots), "the deployment");
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
}

async function restoreBackup(directory: string, values: Values): Promise<number> {
  const options = {
    directory,
    keysFrom: values["keys-from"] ?? null,
    erasedFrom: values["erased-from"] ?? null,
    acceptMissingKeys: values["accept-missing-keys"] ?? false,
    acceptProblems: values["accept-problems"] ?? false,
  };
  const { report, kept, erased } = await restore(options, settingsOf(values));
  for (const problem of report.problems) console.log(`! ${problem}`);
  for (const file of kept) console.log(`  the former files are kept as ${file}`);
  if (erased > 0) console.log(`  erased people are erased again at the next start: ${erased}`);
  console.log(`✓ restored: ${countsOf(report)}`);
  return 0;
}

function printed(report: Report, what: string): number {
  for (const problem of report.problems) console.log(`✗ ${problem}`);
  const mark = report.problems.length === 0 ? "✓" : "✗";
  console.log(`${mark} ${what}: ${countsOf(report)}; ${report.problems.length} problems`);
  return report.problems.length === 0 ? 0 : 1;
}

const countsOf = ({ counts }: Report): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Errors whose message is all there is to say. */
const KNOWN = [
  BackupError,
  StoreMismatchError,
  StoreUnavailableError,
  ForeignStreamError,
  VersionConflictError,
  RangeError,
];

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof ProblemsError) for (const problem of error.problems) console.log(`✗ ${problem}`);
  if (error instanceof UsageError) console.error(`${error.message}\n\n${HELP}`);
  else if (KNOWN.some((known) => error instanceof known)) console.error((error as Error).message);
  else throw error;
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
