/** `npm run test:changed`: runs the tests that a branch's changes can affect. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { exitCodeOf, type Flags, UsageError } from "@etesian/service-kit/program";
import { dependenciesOf } from "./dependencies.ts";
import { affectedTests, select, type AffectedTest, type TestFile } from "./selection.ts";

const HELP = `Usage: npm run test:changed [-- [BASE] [options]]

Runs the tests that your changes can affect: tests whose modules, or the programs and documents that they name, depend on
a changed file. The tests nearest to the changes run first, for about two minutes on two cores; other affected files are
counted, but run only in npm test and npm run test:whole. Considers committed and uncommitted changes since BASE; by
default, since the branch diverged from main (origin/main).

  BASE           a commit: HEAD~1 selects the tests of the last commit
  --all          runs every affected file, without a time limit
  --minutes N    the time limit; default: 2
  --list         prints the files and runs nothing
`;

const MINUTES = 2;

const OPTIONS = {
  all: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  minutes: { type: "string", default: String(MINUTES) },
} as const;

function run(values: Flags<typeof OPTIONS>, positionals: readonly string[]): number {
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new UsageError(`--minutes: expected a number above 0, found "${values.minutes}"`);
  if (positionals.length > 1) throw new UsageError(`unexpected argument "${positionals[1]}"`);
  const base = positionals[0] ?? forkPoint();
  const changedFiles = changesSince(base);
  if (changedFiles.length === 0) {
    console.log(`nothing has changed since ${base}: npm run test:changed -- HEAD~1 tests the last commit`);
    return 0;
  }
  const files = lines(runGit("ls-files", "--cached", "--others", "--exclude-standard")).concat(changedFiles);
  const tests = affectedTests(testFiles(), changedFiles, dependenciesOf([...new Set(files)], textOf));
  const seconds = values.all ? Number.POSITIVE_INFINITY : minutes * 60;
  const { selected, omitted } = select(tests, seconds, Math.min(availableParallelism(), 2));
  if (values.list) {
    for (const { file } of selected) console.log(file);
    return 0;
  }
  console.log(
    `${countText(changedFiles.length, "changed file")} since ${base}: ${countText(tests.length, "affected test file")}`,
  );
  if (omitted.length > 0)
    console.log(`${omitted.length} of them run only in npm run test:whole, or with --all: ${byLane(omitted)}`);
  if (selected.length === 0) {
    console.log("no test depends on them");
    return 0;
  }
  const bootstrap = [join(PROJECT, "scripts/bootstrap.mjs"), "test", ...selected.map(({ file }) => file)];
  return spawnSync(process.execPath, bootstrap, { cwd: PROJECT, stdio: "inherit" }).status ?? 1;
}

const runGit = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: PROJECT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");

/** The commit at which the branch diverged from main. */
function forkPoint(): string {
  for (const main of ["origin/main", "main"]) {
    try {
      return runGit("merge-base", "HEAD", main).slice(0, 12);
    } catch {
      // This checkout has no such branch.
    }
  }
  throw new UsageError("there is no main branch to compare with: specify a commit");
}

/** Files that differ from a commit: in commits, in the working tree, new or deleted. */
function changesSince(base: string): readonly string[] {
  try {
    runGit("rev-parse", "--verify", "--quiet", `${base}^{commit}`);
  } catch {
    throw new UsageError(`"${base}" is not a commit`);
  }
  const tracked = lines(runGit("diff", "--name-only", "--no-renames", base));
  return [...new Set([...tracked, ...lines(runGit("ls-files", "--others", "--exclude-standard"))])];
}

/** Null for a deleted file. */
function textOf(file: string): string | null {
  try {
    return readFileSync(join(PROJECT, file), "utf8");
  } catch {
    return null;
  }
}

/** All test files, with the lanes in which vitest finds them. */
function testFiles(): readonly TestFile[] {
  const vitest = join(PROJECT, "node_modules/vitest/vitest.mjs");
  const output = execFileSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], {
    cwd: PROJECT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    // Includes files that only `npm run test:whole` runs.
    env: { ...process.env, ETESIAN_TEST_RUN: "whole" },
  });
  const tests = JSON.parse(output) as readonly { readonly file: string; readonly projectName: string }[];
  return tests.map(({ file, projectName }) => ({
    file: relative(PROJECT, file).replaceAll("\\", "/"),
    lane: projectName,
  }));
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "12 system, 3 browser". */
const byLane = (tests: readonly AffectedTest[]): string =>
  [...Map.groupBy(tests, ({ lane }) => lane)].map(([lane, members]) => `${members.length} ${lane}`).join(", ");

process.exitCode = await exitCodeOf({ help: HELP, options: OPTIONS }, run);
