/**
 * Tests are in six lanes; `npm test -- --project NAME` runs one of them. Files that no other lane names are `unit`:
 * rules tested on models of a few nodes, in memory. Files of a lane share processes and loaded modules, so they must
 * not change state that outlives a test. Files of `alone` have a process each.
 *
 * `npm test` omits files named `*.whole.test.ts`, and all stores but the first of files named `*.stores.test.ts`.
 * `npm test -- --rest` runs these files and stores, and `npm run test:whole` everything.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LANES = {
  /** Tests with databases, brokers, files, and processes that are killed. */
  stores: ["libs/event-store/**", "libs/event-bus/**", "examples/*/**"],
  /** The page and the engine in a browser, with servers that all files share. */
  browser: ["verification/browser/**"],
  /** Whole programs: servers, threads, command lines. */
  system: [
    "services/standalone/**",
    "verification/{conformance,system}/**",
    "tools/release/**",
    "services/compute/src/{calculator,model/*,parts/*}.test.ts",
    "tools/model/src/*.test.ts",
    "services/gateway/src/{http,operations}/*.test.ts",
    "libs/service-kit/src/rpc/rpc.test.ts",
    "libs/model/src/{cache,open}.test.ts",
    "libs/service-kit/src/operations/operations.test.ts",
    "services/scenarios/src/{featured-cli.whole,modules,start}.test.ts",
    "services/scenarios/src/handlers/handlers*.stores.test.ts",
    "services/saved-scenarios/src/{handlers,saved-scenario-list}.stores.test.ts",
    "services/accounts/src/{cli.whole,people/accounts.stores,people/vault-schema}.test.ts",
    "services/accounts/src/sign-in/*.stores.test.ts",
    "services/curves/src/{handlers.stores,killed.whole}.test.ts",
  ],
  /** Whole models: the bundled one, and the reference with its results. Files in the same process share them. */
  fidelity: [
    "verification/{calculation,fidelity,simulation}/**",
    "**/{golden,real-model,starter-*}.test.ts",
    "libs/model/src/start-year/start-year.test.ts",
    "libs/engine/src/scenario/queries.test.ts",
    "libs/engine/src/hourly/fever/heat-supplier.test.ts",
  ],
  /** Tests that need their own process: they count work or objects, trace, or end the process. */
  alone: [
    "bench/**",
    "clients/engine/**",
    "verification/faults/**",
    "libs/engine/src/hourly/{work,markets/replacing}.test.ts",
    "libs/engine/src/reused-memory.test.ts",
    "libs/engine/src/hourly/merit/dispatch.test.ts",
    "verification/system/src/traces.test.ts",
  ],
};

/** Setup and teardown of lanes: databases and brokers, servers with the page. */
const SETUPS: { readonly [lane: string]: string } = {
  stores: "libs/testing/src/test-servers.ts",
  system: "libs/testing/src/test-servers.ts",
  browser: "verification/browser/src/shared-servers.ts",
};

const TESTS = [
  "{libs,services,clients,examples,verification,tools}/*/src/**/*.test.ts",
  "bench/src/**/*.test.ts",
  "scripts/**/*.test.ts",
];
const elsewhere = "**/node_modules/**";

const WHOLE = "**/*.whole.test.ts";

/** Files that the run omits. `ETESIAN_TEST_RUN` is described at `TestRun` in `libs/testing/src/sample.ts`. */
function excludedTests(): readonly string[] {
  switch (process.env["ETESIAN_TEST_RUN"] ?? "") {
    case "":
      return [WHOLE];
    case "rest":
      return ["**/!(*.whole|*.stores).test.ts"];
    default:
      return [];
  }
}
const EXCLUDED = excludedTests();

/**
 * Lanes with the longest waits come first, so that other lanes calculate meanwhile; short lanes come last, so that all
 * end at about the same time.
 */
const ORDER = ["stores", "browser", "system", "alone", "fidelity", "unit"];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const laneIndex = ({ project }: TestSpecification): number => ORDER.indexOf(project.name);
    return longestFirst.toSorted((a, b) => laneIndex(a) - laneIndex(b));
  }
}

/** The test files of a lane, whose patterns name files or whole folders. */
const lane = (name: string, include: readonly string[], others: readonly string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include: include.map((pattern) => pattern.replace(/\/\*\*$/, "/src/**/*.test.ts")),
    exclude: [elsewhere, ...EXCLUDED, ...others],
    isolate: name === "alone",
    globalSetup: SETUPS[name] === undefined ? [] : [join(import.meta.dirname, SETUPS[name])],
  },
});

export default defineConfig({
  test: {
    // Test processes are short-lived: a large young generation avoids most garbage collection.
    execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"],
    // A wait ends when its condition holds. Even a busy machine of a tenth of the speed stays far below these limits.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { interval: 50, timeout: 240_000 } },
    // More workers than cores, because many files wait for processes, disks or brokers. Percentages cannot exceed the
    // number of cores.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: SlowestFirst },
    // Node loads the sources directly, as in production; another loader would only cost time.
    experimental: { viteModuleRunner: false },
    env: {
      // Servers in tests answer few requests, so that a warm-up would take longer than the answers.
      ETESIAN_NO_WARM_UP: "true",
    },
    projects: [
      lane("unit", TESTS, Object.values(LANES).flat()),
      // A file that several lanes name belongs to the last of them.
      ...Object.entries(LANES).map(([name, include], index, all) =>
        lane(
          name,
          include,
          all.slice(index + 1).flatMap(([, others]) => others),
        ),
      ),
    ],
  },
});
