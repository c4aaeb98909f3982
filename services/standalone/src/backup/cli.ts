/** `npm run backup -- create | check | restore`: backups of all stores of a deployment, of any kind. */
import { join } from "node:path";
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { openSnapshots, VersionConflictError } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { check, type Report } from "./check.ts";
import { create } from "./create.ts";
import { deploymentOf, settingsOf, urlsOf } from "./deployment.ts";
import { deleteOlder, nameOf } from "./old-backups.ts";
import { ProblemsError, reportOf, restore, withBackup } from "./restore.ts";

const HELP = `Usage: ${commandOf("backup")} COMMAND [--data DIR] [--store URL] [--read-models URL] [--keys URL]

  create DIR    copies a consistent snapshot of all stores into the new directory DIR; Etesian may be running
        [--keys-to DIR2]     writes people's keys into a separate directory
        [--keep N]           creates the backup within DIR (and DIR2), named by its time, and deletes all but the newest N
  check DIR     reads a backup and checks that its stores are consistent; exit code 1 if there are problems
        [--keys-from DIR2]   directory of separately stored keys
  check         does the same with the stores of a deployment; Etesian may be running
  restore DIR   restores a backup into the stores of a deployment; Etesian must be stopped. Existing files are kept under
                another name; databases must be empty
        [--keys-from DIR2]   directory of separately stored keys; without it, existing keys are kept if the backup has none
        [--erased-from URL]  erases people who are listed as erased in this previous key store
        [--accept-missing-keys] [--accept-problems]
                             restores even if people have no key, or stores are inconsistent

Stores are located as for npm start: by these flags, or ETESIAN_DATA, ETESIAN_STORE, ETESIAN_READ_MODELS and ETESIAN_KEYS. A
backup can be restored into stores of a different kind.
`;

const text = { type: "string" } as const;
const toggle = { type: "boolean" } as const;
const OPTIONS = {
  data: text,
  store: text,
  "read-models": text,
  keys: text,
  "keys-to": text,
  keep: text,
  "keys-from": text,
  "erased-from": text,
  "accept-missing-keys": toggle,
  "accept-problems": toggle,
} as const;
type Values = Flags<typeof OPTIONS>;

async function run(values: Values, words: readonly string[]): Promise<number> {
  const [command, directory, ...extraArguments] = words;
  if (command === undefined) throw new UsageError("expected a command");
  if (extraArguments.length > 0) throw new UsageError(`unexpected: ${extraArguments.join(" ")}`);
  const allowedFlags = FLAGS[command as keyof typeof FLAGS] as readonly string[] | undefined;
  if (allowedFlags === undefined) throw new UsageError(`unknown command "${command}"`);
  for (const flag of Object.values(FLAGS).flat()) {
    if (values[flag] !== undefined && !allowedFlags.includes(flag))
      throw new UsageError(`${command} has no flag --${flag}`);
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

async function createBackup(directory: string, values: Values): Promise<number> {
  const startedAt = performance.now();
  const { keep, "keys-to": keysTo } = values;
  if (keep !== undefined) return createDated(directory, keep, values);
  const keysDirectory = keysTo ?? directory;
  const settings = settingsOf(values);
  await storeUrl(settings);
  const { stores } = await create(deploymentOf(settings), directory, keysDirectory, (line) => console.log(`  ${line}`));
  const files = Object.values(stores);
  const sum = (count: (file: (typeof files)[number]) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  const report = await withBackup({ directory, keysFrom: values["keys-to"] ?? null }, (backup) =>
    reportOf(backup.stores),
  );
  // The backup is kept even if stores are inconsistent, because such a deployment also needs a backup.
  for (const problem of report.problems) console.log(`! ${problem}`);
  const keysText = values["keys-to"] === undefined ? "" : `, keys in ${values["keys-to"]}`;
  const size = `${sum(({ events }) => events)} events, ${megabytes(sum(({ bytes }) => bytes))}`;
  console.log(`✓ backup in ${directory}${keysText}: ${size}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return 0;
}

/** Creates a backup within a directory, and deletes the oldest ones. */
async function createDated(directory: string, keep: string, values: Values): Promise<number> {
  if (!/^[1-9]\d{0,5}$/.test(keep)) throw new UsageError(`--keep is "${keep}": expected the number of backups to keep`);
  const { keep: _, "keys-to": keysTo, ...otherValues } = values;
  const name = nameOf(new Date());
  const keysOption = keysTo === undefined ? {} : { "keys-to": join(keysTo, name) };
  await createBackup(join(directory, name), { ...otherValues, ...keysOption });
  for (const path of keysTo === undefined ? [directory] : [directory, keysTo])
    for (const name of deleteOlder(path, Number(keep))) console.log(`  deleted ${join(path, name)}`);
  return 0;
}

async function checkBackup(directory: string, values: Values): Promise<number> {
  return withBackup({ directory, keysFrom: values["keys-from"] ?? null }, async ({ stores: backup }) => {
    if (backup.keys === null) console.log("the keys are in another directory: add --keys-from to also check them");
    return printReport(await reportOf(backup), directory);
  });
}

async function checkDeployment(values: Values): Promise<number> {
  if (values["keys-from"] !== undefined) throw new UsageError("--keys-from requires a backup: check DIR");
  const settings = settingsOf(values);
  await storeUrl(settings);
  const deployment = deploymentOf(settings);
  const snapshots = await openSnapshots(urlsOf(deployment));
  try {
    return printReport(await check(deployment, snapshots), "the deployment");
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
  const { report, renamedFiles, erasedCount } = await restore(options, settingsOf(values)).catch((error: unknown) => {
    if (error instanceof ProblemsError) for (const problem of error.problems) console.log(`✗ ${problem}`);
    throw error;
  });
  for (const problem of report.problems) console.log(`! ${problem}`);
  for (const file of renamedFiles) console.log(`  the previous file is kept as ${file}`);
  if (erasedCount > 0) console.log(`  people to be erased again at the next start: ${erasedCount}`);
  console.log(`✓ restored: ${countsOf(report)}`);
  return 0;
}

function printReport(report: Report, subject: string): number {
  for (const problem of report.problems) console.log(`✗ ${problem}`);
  const { length } = report.problems;
  const mark = length === 0 ? "✓" : "✗";
  console.log(`${mark} ${subject}: ${countsOf(report)}; ${length} ${length === 1 ? "problem" : "problems"}`);
  return length === 0 ? 0 : 1;
}

const countsOf = ({ counts }: Report): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(", ");

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS, knownErrors: [VersionConflictError] }, run);
