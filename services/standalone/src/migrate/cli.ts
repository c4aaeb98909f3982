/** `npm run migrate -- --model DIR`: migrates scenarios to a changed model and writes a report. */
import { appendFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandOf } from "@etesian/service-kit/commands";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { openEventStore } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { ModelDirectoryError } from "@etesian/model";
import { DATA_DIRECTORY } from "@etesian/service-kit";
import { type MigratedScenario, migrate } from "./migrate.ts";
import { openCalculation } from "./results.ts";

const HELP = `Usage: ${commandOf("migrate")} --model DIR [--before DIR] [--queries a,b] [--report FILE] [--at-most N] [--trial]
                          [--data DIR] [--store URL]

Applies the input changes in the model's config/model_changes.yml to every scenario with keep_compatible, and reports changed
results. You can stop it at any time; when started again, it continues. Etesian may be running.

  --model DIR     the new model
  --before DIR    the previous model, to compare results with. Without it, they are compared with the results of the
                  unmigrated scenario in the new model
  --queries a,b   key prefixes of the queries to compare; default: dashboard_
  --report FILE   file to which one line of JSON per scenario is appended; default: migration.jsonl in the data directory
  --at-most N     stops after N scenarios
  --trial         reports the changes without storing them

Attached curves are left out of all results. The store is located as for npm start: --store or ETESIAN_STORE, else files in
--data or ETESIAN_DATA or .etesian.
`;

const text = { type: "string" } as const;
const toggle = { type: "boolean" } as const;
const OPTIONS = {
  model: text,
  before: text,
  queries: text,
  report: text,
  "at-most": text,
  trial: toggle,
  data: text,
  store: text,
} as const;

async function run(flags: Flags<typeof OPTIONS>, [unexpectedArgument]: readonly string[]): Promise<number> {
  if (unexpectedArgument !== undefined) throw new UsageError(`unexpected: ${unexpectedArgument}`);
  if (flags.model === undefined) throw new UsageError("--model is missing");
  const atMost = Number(flags["at-most"] ?? Number.MAX_SAFE_INTEGER);
  if (!Number.isSafeInteger(atMost) || atMost < 1)
    throw new UsageError(`--at-most is "${flags["at-most"]}": expected 1 or more`);
  const data = resolve(flags.data ?? (process.env["ETESIAN_DATA"] || DATA_DIRECTORY.fallback!));
  const cache = join(data, "cache");
  const currentModel = await openCalculation(resolve(flags.model), cache);
  const previousModel = flags.before === undefined ? null : await openCalculation(resolve(flags.before), cache);
  const queries = currentModel.keys((flags.queries ?? "dashboard_").split(","));
  const report = resolve(flags.report ?? join(data, "migration.jsonl"));
  const store = await openEventStore(
    await storeUrl({ data, store: flags.store ?? (process.env["ETESIAN_STORE"] || null) }),
  );
  const counts = new Map<string, number>();
  const print = (migration: MigratedScenario): void => {
    if (flags.trial !== true) appendFileSync(report, `${JSON.stringify(migration)}\n`);
    for (const key of Object.keys(migration.moved)) counts.set(key, (counts.get(key) ?? 0) + 1);
    console.log(describe(migration, queries.length));
  };
  try {
    const isTrial = flags.trial ?? false;
    const { checked, migrated, unaffected } = await migrate(store, {
      current: currentModel,
      previous: previousModel,
      queries,
      atMost,
      isTrial,
      report: print,
    });
    const verb = isTrial ? "would be migrated" : "migrated";
    console.log(`${checked} scenarios: ${migrated} ${verb}, ${unaffected} with keep_compatible needed no change`);
    for (const [key, count] of [...counts].toSorted(([, a], [, b]) => b - a))
      console.log(`  ${key} changed in ${count}`);
    if (migrated > 0 && !isTrial) console.log(`report: ${report}`);
    return 0;
  } finally {
    await store.close();
  }
}

function describe({ scenario, version, inputs, moved, problem }: MigratedScenario, queries: number): string {
  const inputChanges = `values removed: ${Object.keys(inputs.removed).length}, set: ${Object.keys(inputs.added).length}`;
  const results = problem ?? `${Object.keys(moved).length} of ${queries} results changed`;
  return `scenario ${scenario} to ${version}: ${inputChanges}; ${results}`;
}

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS, knownErrors: [ModelDirectoryError] }, run);
