/**
 * Entry point of `npm start`, `npm test` and the other scripts. Runs on Node 18 or newer without dependencies.
 *
 *     bootstrap.mjs start [flags]         the server: all services in one process
 *     bootstrap.mjs service NAME [flags]  one service in its own process
 *     bootstrap.mjs cluster [flags]       every service in its own processes
 *     bootstrap.mjs dev [vite …]          the page with hot reload, for a running server
 *     bootstrap.mjs test [vitest …]       all checks and tests; arguments select tests;
 *                                         --whole runs all test files and stores,
 *                                         --rest the files and stores that a default run omits,
 *                                         --exhaustive all cases instead of a sample
 *     bootstrap.mjs watch [vitest …]      the selected tests, again after every relevant change
 *     bootstrap.mjs check                 types, lint, format, dead code, generated code, words
 *     bootstrap.mjs run FILE [args]       a program of the project
 *     bootstrap.mjs sweep FILE [args]     like run, for thousands of scenarios: memory is not returned to the system
 *
 * It installs the job's missing dependencies from the lockfile and then runs the job. Servers and programs for operators
 * use the installed Node from version 24 on; other jobs use Node 26 from the lockfile. If nothing has changed since the
 * last run, it neither uses the network nor starts pnpm.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PNPM = "pnpm@12.21.0";
const OLDEST_NODE = 18;
/** Servers run from this Node on: older ones lack `using` and `randomUUIDv7`. */
const SERVER_NODE = 24;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const ENVIRONMENT = {
  // Settings of the C library's memory. By default it uses one heap per thread, which costs the server 90 MB without
  // benefit, and delays the return of blocks as large as a curve (70 kB). Other libraries ignore these settings.
  ...JSON.parse(readFileSync(join(root, "libs/runtime/src/environment.json"), "utf8")),
  // Keeps compiled code between starts, including that of threads. As an environment variable it also applies to the
  // first module, so the TypeScript parser, which takes 70 ms to load, is not needed.
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled"),
};

/** For thousands of scenarios: without returning memory they take a sixth less CPU time, and 180 MB more. */
const KEEPING_MEMORY = JSON.parse(readFileSync(join(root, "libs/runtime/src/keeping-memory.json"), "utf8"));

const VITEST = "node_modules/vitest/vitest.mjs";
/** Result of the last type check; the next one only checks changes. */
const TYPES = "node_modules/.cache/types.tsbuildinfo";

/**
 * For the type checks, which are Go programs. Several checkers do not share types, and the default garbage collection
 * takes a third of the time. Together these settings halve the CPU time.
 */
const TYPE_CHECK_ENVIRONMENT = { GOMAXPROCS: "1", GOGC: "400" };

const isWindows = process.platform === "win32";
const LOCKED_NODE = join(root, "node_modules/node/bin", isWindows ? "node.exe" : "node");
/** The Node that runs the job; set by the installation. */
let node = LOCKED_NODE;

/**
 * See docs/performance.md. The flags also silence the warning about Node's experimental calls of the C library
 * (`heap.ts`).
 */
const SERVER_FLAGS = JSON.parse(readFileSync(join(root, "libs/runtime/src/server-flags.json"), "utf8"));
/** Other programs calculate in their main thread, which gets the young generation of a server's calculating threads. */
const programFlags = (youngMegabytes) => [
  ...SERVER_FLAGS.map((flag) => flag.replace(/^--max-semi-space-size=.*/, `--max-semi-space-size=${youngMegabytes}`)),
  // Lets `npm run audit … | head` end with `head`.
  `--import=${new URL("closed-pipe.mjs", import.meta.url)}`,
];
/** Size of the young generation by purpose; docs/performance.md describes the effect of each. */
const YOUNG_GENERATION = JSON.parse(readFileSync(join(root, "libs/runtime/src/young-generation.json"), "utf8"));

/** Colours only for terminals: pipes and files get plain text, unless `FORCE_COLOR` is set. */
const COLOUR_ENVIRONMENT = process.stdout.isTTY || process.env.FORCE_COLOR !== undefined ? {} : { NO_COLOR: "1" };

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  fail(`Etesian's set-up needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node} (${process.execPath}).`);
}

const SERVICES = readdirSync(join(root, "services")).filter((name) =>
  existsSync(join(root, "services", name, "src/main.ts")),
);
/** Help for jobs whose programs have none. */
const HELP = {
  service: `Usage: npm run service -- NAME [flags]

Runs one service in its own process: ${SERVICES.join(", ")}.
npm run service -- NAME --help lists its flags.`,
  test: `Usage: npm test [-- [--whole | --rest | --exhaustive] [PATH … | flags of vitest]]

Runs all checks and tests: about four minutes on two idle cores. With paths, only the test files whose names contain one of them, and no checks.
Ends with "N passed, N failed"; exits with code 1 on a failure. npm run test:fast runs the unit tests in half a minute.

  --whole       also runs the files (*.whole.test.ts) and stores (of *.stores.test.ts) that npm test omits: npm run test:whole
  --rest        only runs these; CI runs them after npm test
  --exhaustive  all files and stores, and all cases of tests that otherwise run a sample of them; takes hours`,
  watch: `Usage: npm run watch [-- PATH …]

Runs the test files whose names contain one of these paths, and again after every relevant change.`,
  check: `Usage: npm run check [-- WORD …]

Checks types, lint, format, dead code, generated code and words without running tests, in about a minute.
With words, only the checks whose names contain one of them: npm run check -- types format.
Exits with code 1 when a check fails.`,
};

/** Extents of an installation; each includes the previous ones. Servers need no compilers, linters or test tools. */
const EXTENTS = ["production", "tools", "tests"];
/** Projects excluded from an extent. `production` also omits development dependencies. */
const EXCLUDED = {
  production: [
    "./verification/*",
    "./bench",
    "./examples/*",
    "./tools/changed",
    "./tools/generate",
    "./tools/release",
    "./clients/site",
  ],
  // The browser for tests is 67 MB.
  tools: ["./verification/browser", "./bench"],
  tests: [],
};

/** Programs that need only the servers' dependencies. */
const OPERATOR_PROGRAM = /^(?:services|libs|tools\/model)\//;

const [job, ...args] = process.argv.slice(2);
if (HELP[job] !== undefined && ["--help", "-h"].includes(args[0])) {
  console.log(HELP[job]);
  process.exit(0);
}
switch (job) {
  case "start":
    node = await install("production");
    process.exit(await serve([join(root, "services/standalone/src/main.ts"), ...args]));
  case "cluster":
    node = await install("production");
    process.exit(await serve([join(root, "services/standalone/src/cluster/main.ts"), ...args]));
  case "service":
    if (!SERVICES.includes(args[0]))
      refuse(args[0] === undefined ? "Which service?" : `There is no service ${args[0]}.`);
    node = await install("production");
    process.exit(
      await serve(
        [join(root, "services", args[0], "src/main.ts"), ...args.slice(1)],
        args[0] === "batch" ? KEEPING_MEMORY : {},
      ),
    );
  case "run":
  case "sweep":
    if (args[0] === undefined) fail(`${job}: which file?`);
    // Benchmarks also open pages.
    node = await install(
      args[0].startsWith("bench/") ? "tests" : OPERATOR_PROGRAM.test(args[0]) ? "production" : "tools",
    );
    process.exit(
      await run(
        node,
        [...programFlags(YOUNG_GENERATION.semiSpaceMegabytes[job]), join(root, args[0]), ...args.slice(1)],
        job === "sweep" ? KEEPING_MEMORY : {},
      ),
    );
  case "test":
    node = await install("tests");
    process.exit(await test(args));
  case "dev":
    node = await install("tools");
    process.exit(await run(node, ["clients/page/node_modules/vite/bin/vite.js", "clients/page", ...args]));
  case "watch":
    node = await install("tests");
    process.exit(await run(node, [VITEST, "watch", ...args], { ETESIAN_TEST_RUN: "named" }));
  case "check": {
    node = await install("tests");
    const { passed, failed } = await check({ words: args });
    if (passed + failed === 0) refuse(`No check has ${args.join(" or ")} in its name.`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  }
  default:
    fail(`Unknown job "${job ?? ""}": expected start, service, cluster, dev, test, watch, check, run or sweep.`);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Exits like other programs after a usage error. */
function refuse(message) {
  console.error(`${message}\n\n${HELP[job]}`);
  process.exit(2);
}

/**
 * Installs the dependencies in the lockfile, unless the last installation used the same lockfile and contains `extent`.
 * @returns the Node to run with
 */
async function install(extent) {
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(join(root, file)));
  const fingerprint = `${process.platform}-${process.arch} ${hash.digest("hex")}`;
  const stamp = join(root, "node_modules/.etesian-installed");
  const [installedFingerprint = "", installedExtent = ""] = existsSync(stamp)
    ? readFileSync(stamp, "utf8").trim().split(" with ")
    : [];
  // After an update of the lockfile, the tools of an earlier installation are needed again.
  const requiredExtent = EXTENTS[Math.max(EXTENTS.indexOf(extent), EXTENTS.indexOf(installedExtent))];
  if (installedFingerprint !== fingerprint || requiredExtent !== installedExtent) {
    console.error("Etesian: installing dependencies (only after a change; the first time takes about 15 seconds) …");
    const startedAt = Date.now();
    const filters = EXCLUDED[requiredExtent].flatMap((path) => ["--filter", `!${path}`]);
    const kind = requiredExtent === "production" ? ["--prod"] : [];
    // The lockfile has a hash of every package. Without the second flag, pnpm downloads the list of all versions of each
    // package (171 MB) to check its release date, which it also does when a maintainer changes the lockfile.
    const lockfileFlags = ["--frozen-lockfile", "--config.trustLockfile=true"];
    const code = await run("npx", ["--yes", PNPM, "install", ...lockfileFlags, ...kind, ...filters]);
    if (code !== 0)
      fail(`Etesian: the installation failed (exit code ${code}); see above. It needs access to an npm registry.`);
    writeFileSync(stamp, `${fingerprint} with ${requiredExtent}\n`);
    console.error(`Etesian: installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
  }
  if (existsSync(LOCKED_NODE)) return LOCKED_NODE;
  if (requiredExtent !== "production")
    fail(`Etesian: the registry has no Node for ${process.platform}-${process.arch} (${LOCKED_NODE} is missing).`);
  return Number(process.versions.node.split(".")[0]) >= SERVER_NODE ? process.execPath : fetchNode();
}

/** The path of the lockfile's Node in npm's cache; npm downloads it once. */
async function fetchNode() {
  const [, version] = /^nodeVersion: (\S+)/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"));
  const cacheFile = join(root, "node_modules/.etesian-node");
  const cachedNode = existsSync(cacheFile) ? readFileSync(cacheFile, "utf8") : "";
  if (cachedNode.startsWith(`${version} `) && existsSync(cachedNode.slice(version.length + 1)))
    return cachedNode.slice(version.length + 1);
  console.error(
    `Etesian: Node ${process.versions.node} is too old for the server; fetching Node ${version} (55 MB, once) …`,
  );
  const { code, output } = await capture("npx", [
    "--yes",
    "-p",
    `node@${version}`,
    "--",
    "node",
    "-p",
    "process.execPath",
  ]);
  // The output may include notices from npm.
  const path = output.split("\n").find((line) => line !== "" && existsSync(line));
  if (code !== 0 || path === undefined) fail(`Etesian: Node ${version} could not be fetched: ${output.trim()}`);
  writeFileSync(cacheFile, `${version} ${path}`);
  return path;
}

/**
 * Runs a server. Its IPC channel closes when this process ends for any reason, so that the server never keeps its
 * port.
 */
function serve(args, environment = {}) {
  return run(node, [...SERVER_FLAGS, ...args], environment, ["inherit", "inherit", "inherit", "ipc"]);
}

/**
 * Runs a program in the project's root with our terminal; resolves to its exit code. Signals sent only to this
 * process are passed on; an interrupt from the keyboard also reaches the program directly.
 */
function run(command, args, environment = {}, stdio = "inherit") {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio,
      env: { ...ENVIRONMENT, ...COLOUR_ENVIRONMENT, ...process.env, ...environment },
      // npx is a script, which needs a shell on Windows.
      shell: isWindows && command === "npx",
    });
    const forward = (signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, forward);
    // The shell between npm and this process does not forward signals; its exit is the only sign.
    const parent = process.ppid;
    const parentCheck = setInterval(() => process.ppid === parent || child.kill("SIGTERM"), 250);
    child.on("error", (error) => fail(`${command}: ${error.message}`));
    child.on("close", (code, signal) => {
      clearInterval(parentCheck);
      for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(name, forward);
      resolve(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1));
    });
  });
}

/** Runs a program and captures its output; resolves to its exit code and output. */
function capture(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...ENVIRONMENT, ...TYPE_CHECK_ENVIRONMENT, ...process.env },
      shell: isWindows && command === "npx",
    });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.on("error", (error) => resolve({ code: 1, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString() }));
  });
}

/**
 * Runs static checks, a limited number at a time; counts passed and failed checks. Lint with types takes most of the
 * time.
 */
async function check({ words = [], withTypes = true, concurrency = Math.min(2, cpus().length), print = console.log }) {
  const tool = (path) => join(root, "node_modules", path);
  const types = [tool("typescript/bin/tsc"), "--noEmit", "--singleThreaded"];
  const queue = [
    {
      name: withTypes ? "lint, with types" : "lint",
      command: [tool("oxlint/bin/oxlint"), "--deny-warnings", ...(withTypes ? ["--type-aware"] : [])],
    },
    { name: "types", command: [...types, "--incremental", "--tsBuildInfoFile", TYPES] },
    { name: "types without Node's, for browsers", command: [...types, "-p", "tsconfig.browser.json"] },
    { name: "types of the page", command: [...types, "-p", "clients/page"] },
    { name: "format", command: [tool("oxfmt/bin/oxfmt"), "--check"] },
    { name: "dead code", command: [tool("knip/bin/knip.js"), "--no-progress"] },
    { name: "generated code is current", command: [join(root, "tools/generate/generate.mjs"), "--check"] },
    { name: "words", command: [join(root, "scripts/words.ts")] },
  ].filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  let passed = 0;
  let failed = 0;
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, command } = next;
      const startedAt = Date.now();
      const { code, output } = await capture(node, command);
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      if (code === 0) passed += 1;
      else failed += 1;
      print(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
      if (code !== 0) print(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { passed, failed };
}

/** Runs all tests and checks; prints "N passed, N failed" last and returns the exit code. */
async function test(args) {
  const EXTENT_FLAGS = ["--whole", "--rest", "--exhaustive"];
  const selection = args.filter((argument) => !EXTENT_FLAGS.includes(argument));
  const extentFlag = EXTENT_FLAGS.findLast((flag) => args.includes(flag));
  const isPath = (argument, index) => !argument.startsWith("-") && !/^--[^=]+$/.test(selection[index - 1] ?? "");
  const extent = extentFlag?.slice("--".length) ?? (selection.some(isPath) ? "named" : "");
  // The output of the checks is printed together after the tests.
  const lines = [];
  const checks =
    selection.length === 0
      ? check({
          words: extent === "rest" ? ["lint"] : [],
          withTypes: extent !== "",
          concurrency: 1,
          print: (line) => lines.push(line),
        })
      : { passed: 0, failed: 0 };

  const directory = mkdtempSync(join(tmpdir(), "etesian-test-"));
  const report = join(directory, "vitest.json");
  const reporters = ["default", "./libs/testing/src/outcome-reporter.ts", "json"].map(
    (reporter) => `--reporter=${reporter}`,
  );
  const vitest = [VITEST, "run", ...reporters, `--outputFile.json=${report}`];
  const code = await run(node, [...vitest, ...selection], { ETESIAN_TEST_RUN: extent });
  let { passed, failed } = await checks;
  for (const line of lines) console.log(line);
  let results = null;
  if (existsSync(report)) results = JSON.parse(readFileSync(report, "utf8"));
  rmSync(directory, { recursive: true, force: true });
  if (results === null) {
    console.log("✗ vitest did not finish");
    failed += 1;
  } else {
    passed += results.numPassedTests;
    failed += results.numFailedTests;
    // A file that cannot be loaded, or an error outside tests, fails the run without a failed test.
    const brokenFileCount = results.testResults.filter(
      (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
    ).length;
    failed += brokenFileCount > 0 ? brokenFileCount : code !== 0 && results.numFailedTests === 0 ? 1 : 0;
    const skipped = results.numPendingTests + results.numTodoTests;
    if (skipped > 0) console.log(`${skipped} skipped (each named above with the reason)`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
