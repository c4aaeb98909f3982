/** The programs of the `etesian` package: each is a command of `npx etesian`, and a file in `server/`. */

interface Program {
  /** Path of the source in the repository. */
  readonly source: string;
  readonly about: string;
  /** Whether it calculates in its main thread, which then needs a larger young generation. */
  readonly calculates?: true;
  /** Whether it calculates thousands of scenarios, and therefore does not return memory in between. */
  readonly keepsMemory?: true;
}

export const PROGRAMS = {
  start: {
    source: "services/standalone/src/main.ts",
    about: "start the server and the page (default)",
  },
  model: { source: "tools/model/src/model-cli.ts", about: "create, check and query a model", calculates: true },
  sweep: {
    source: "libs/sweep/src/cli.ts",
    about: "calculate a table of many variants of a scenario",
    keepsMemory: true,
  },
  run: {
    source: "services/standalone/src/workbook/cli.ts",
    about: "calculate the scenarios of a workbook",
  },
  attribute: {
    source: "libs/sweep/src/answers/attribute-cli.ts",
    about: "explain why two scenarios differ",
    calculates: true,
    keepsMemory: true,
  },
  target: {
    source: "libs/sweep/src/answers/target-cli.ts",
    about: "find the position of a slider that reaches a target",
    calculates: true,
    keepsMemory: true,
  },
  backup: { source: "services/standalone/src/backup/cli.ts", about: "create, check and restore backups" },
  migrate: {
    source: "services/standalone/src/migrate/cli.ts",
    about: "migrate compatible scenarios to a model's renamed inputs",
  },
  accounts: { source: "services/accounts/src/cli.ts", about: "create accounts, tokens and admins" },
  audit: { source: "services/standalone/src/audit/cli.ts", about: "show the changes to a scenario or an account" },
  featured: { source: "services/scenarios/src/featured-cli.ts", about: "manage the example scenarios" },
  events: { source: "libs/event-store/src/cli.ts", about: "check stored events, and copy them to another store" },
} as const satisfies { readonly [command: string]: Program };

/** Modules that the programs load by URL, as threads. In the package, each file is named after its source. */
export const THREADS = [
  "services/compute/src/threads/calculation-worker.ts",
  "libs/event-store/src/sqlite/worker.ts",
  "libs/model/src/solve-thread.ts",
  "libs/sweep/src/running/sweep-thread.ts",
] as const;
