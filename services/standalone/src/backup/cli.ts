/** `npm run backup -- create | check | restore`: backups of all stores of a deployment, of any kind. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commandOf } from "@etesian/service-kit/commands";
import { openSnapshots, StoreMismatchError, StoreUnavailableError, VersionConflictError } from "@etesian/event-store";
import { check, type Report } from "./check.ts";
import { create } from "./create.ts";
import { deploymentOf, ForeignStreamError, settingsOf, urlsOf } from "./deployment.ts";
import { deleteOlder, nameOf } from "./old-backups.ts";
import { BackupError } from "./manifest.ts";
import { ProblemsError, reportOf, restore, verifyBackup } from "./restore.ts";

const HELP = `Usage: ${commandOf("backup")} COMMAND [--data DIR] [--store URL] [--read-models URL] [--keys URL]

  create DIR    copies a consistent snapshot of all stores into the new directory DIR; Etesian may be running
        [--keys-to DIR2]     writes people's keys into a separate directory
        [--keep N]           creates it within DIR (and DIR2), named by its time, and deletes the oldest beyond N
  check DIR     reads a backup and checks that its stores are consistent; exit code 1 when there are problems
        [--keys-from DIR2]   directory of separately stored keys
  check         does the same with the stores of a deployment; Etesian may be running
  restore DIR   restores a backup into the stores of a deployment; Etesian must be stopped. Existing files are kept under
                another name; databases must be empty
        [--keys-from DIR2]   directory of separately stored keys; without it, the deployment's keys are kept if the backup has none
        [--erased-from URL]  erases people again who are listed as erased in this former store of keys
        [--accept-missing-keys] [--accept-problems]
                             restores even if people have no key, or stores are inconsistent

Stores are located as for npm start: by these flags, or ETESIAN_DATA, ETESIAN_STORE, ETESIAN_READ_MODELS and ETESIAN_KEYS. A
backup can be restored into stores of another kind than those it was created from.
`;

/** Invalid command-line arguments. */
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
  if (directory === undefined) throw new UsageError(`${command}: missing directory`);
  return command === "create" ? createBackup(directory, values) : restoreBackup(directory, values);
}

/** Flags that only some commands accept. */
const FLAGS = {
  create: ["keys-to", "keep"],
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
        keep: text,
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
  const startedAt = performance.now();
  const { keep, "keys-to": keysTo } = values;
  if (keep !== undefined) return createDated(directory, keep, values);
  const keysDirectory = keysTo ?? directory;
  const { stores } = await create(deploymentOf(settingsOf(values)), directory, keysDirectory, (line) =>
    console.log(`  ${line}`),
  );
  const files = Object.values(stores);
  const sum = (of: (file: (typeof files)[number]) => number): number =>
    files.reduce((total, file) => total + of(file), 0);
  const { stores: written } = await verifyBackup({ directory, keysFrom: values["keys-to"] ?? null });
  const report = await reportOf(written);
  // The backup is kept even if stores are inconsistent: such a deployment needs a backup, too.
  for (const problem of report.problems) console.log(`! ${problem}`);
  const apart = values["keys-to"] === undefined ? "" : `, keys in ${values["keys-to"]}`;
  const size = `${sum(({ events }) => events)} events, ${megabytes(sum(({ bytes }) => bytes))}`;
  console.log(`✓ backup in ${directory}${apart}: ${size}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return 0;
}

/** Creates a backup within a directory, and deletes the oldest ones. */
async function createDated(directory: string, keep: string, values: Values): Promise<number> {
  if (!/^[1-9]\d{0,5}$/.test(keep))
    throw new UsageError(`--keep is "${keep}": expected the number of backups that stay`);
  const { keep: _, "keys-to": keysTo, ...others } = values;
  const name = nameOf(new Date());
  const apart = keysTo === undefined ? {} : { "keys-to": join(keysTo, name) };
  await createBackup(join(directory, name), { ...others, ...apart });
  for (const each of keysTo === undefined ? [directory] : [directory, keysTo])
    for (const old of deleteOlder(each, Number(keep))) console.log(`  deleted ${join(each, old)}`);
  return 0;
}

async function checkBackup(directory: string, values: Values): Promise<number> {
  const { stores: backup } = await verifyBackup({ directory, keysFrom: values["keys-from"] ?? null });
  if (backup.keys === null) console.log("the keys are in another directory: add --keys-from to check them, too");
  return printed(await reportOf(backup), directory);
}

async function checkDeployment(values: Values): Promise<number> {
  if (values["keys-from"] !== undefined) throw new UsageError("--keys-from requires a backup: check DIR");
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
  for (const file of kept) console.log(`  the previous file is kept as ${file}`);
  if (erased > 0) console.log(`  people to be erased again at the next start: ${erased}`);
  console.log(`✓ restored: ${countsOf(report)}`);
  return 0;
}

function printed(report: Report, action: string): number {
  for (const problem of report.problems) console.log(`✗ ${problem}`);
  const mark = report.problems.length === 0 ? "✓" : "✗";
  console.log(`${mark} ${action}: ${countsOf(report)}; ${report.problems.length} problems`);
  return report.problems.length === 0 ? 0 : 1;
}

const countsOf = ({ counts }: Report): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Errors that are printed as their message alone. */
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
