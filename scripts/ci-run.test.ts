/**
 * Tests which directories and programs `.ci/run` finds next to a checkout and passes to `npm test`, and how it adds
 * up its two runs. A fake npm is used.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let directory: string;
let checkout: string;
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "etesian-ci-")));
  checkout = join(directory, "here/checkout");
  mkdirSync(join(checkout, ".ci"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "../.ci/run"), join(checkout, ".ci/run"));
  writeProgram("bin/npm", 'echo "$ETESIAN_REFERENCE_DIR|$EVENTSTORE_COMMAND|$*"; echo "3 passed, 0 failed"');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function writeProgram(path: string, line: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), `#!/bin/sh\n${line}\n`);
  chmodSync(join(directory, path), 0o755);
}

/** An environment with the fake npm and without paths of this machine. */
function environmentWith(environment: { readonly [name: string]: string } = {}): NodeJS.ProcessEnv {
  const { ETESIAN_REFERENCE_DIR: _reference, EVENTSTORE_COMMAND: _command, ...ownVariables } = process.env;
  const origin = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "remote.origin.url",
    GIT_CONFIG_VALUE_0: join(directory, "there/origin"),
  };
  const PATH = `${join(directory, "bin")}:${ownVariables["PATH"]}`;
  return { ...ownVariables, ...origin, PATH, ...environment };
}

/** The reference results, EventStoreDB program and arguments that the first run receives. */
function runFirst(environment: { readonly [name: string]: string } = {}): readonly string[] {
  const output = execFileSync(join(checkout, ".ci/run"), { env: environmentWith(environment), encoding: "utf8" });
  return output.split("\n")[0]!.split("|");
}

test("a checkout without reference data runs only the tests", () => {
  expect(runFirst()).toEqual(["", "", "test --silent"]);
});

test.each(["here", "there"])("reference data are found next to the checkout or its origin (%s)", (place) => {
  mkdirSync(join(directory, "there/origin"), { recursive: true });
  mkdirSync(join(directory, place, "shared/golden"), { recursive: true });
  writeProgram(`${place}/shared/servers/eventstoredb/run`, "");
  const shared = join(directory, place, "shared");
  expect(runFirst()).toEqual([shared, `${shared}/servers/eventstoredb/run`, "test --silent"]);
});

test("a program next to the origin is found even if the reference results are elsewhere", () => {
  mkdirSync(join(directory, "there/origin"), { recursive: true });
  writeProgram("there/shared/servers/eventstoredb/run", "");
  mkdirSync(join(directory, "here/shared/golden"), { recursive: true });
  const command = `${directory}/there/shared/servers/eventstoredb/run`;
  expect(runFirst()).toEqual([`${directory}/here/shared`, command, "test --silent"]);
  expect(runFirst({ ETESIAN_REFERENCE_DIR: "/mine" })).toEqual(["/mine", command, "test --silent"]);
});

test("environment variables override the paths", () => {
  mkdirSync(join(directory, "here/shared/golden"), { recursive: true });
  writeProgram("here/shared/servers/eventstoredb/run", "");
  const ownVariables = { ETESIAN_REFERENCE_DIR: "/mine", EVENTSTORE_COMMAND: "/my/program" };
  expect(runFirst(ownVariables)).toEqual(["/mine", "/my/program", "test --silent"]);
});

/** The last line and exit code of `.ci/run` if its two runs end with these lines. */
function outcomeOf(first: string, second: string): { readonly line: string; readonly code: number | null } {
  writeProgram("bin/npm", `case "$*" in *--rest) echo "${second}";; *) echo "${first}";; esac`);
  const { stdout, status } = spawnSync(join(checkout, ".ci/run"), { env: environmentWith(), encoding: "utf8" });
  return { line: stdout.trim().split("\n").at(-1)!, code: status };
}

test("the last line is the sum of both runs", () => {
  expect(outcomeOf("5 passed, 0 failed", "7 passed, 0 failed")).toEqual({ line: "12 passed, 0 failed", code: 0 });
  expect(outcomeOf("5 passed, 1 failed", "7 passed, 0 failed")).toEqual({ line: "12 passed, 1 failed", code: 1 });
  expect(outcomeOf("5 passed, 0 failed", "7 passed, 2 failed")).toEqual({ line: "12 passed, 2 failed", code: 1 });
});

test("a run without a closing line counts as failed", () => {
  expect(outcomeOf("5 passed, 0 failed", "Killed")).toEqual({ line: "5 passed, 1 failed", code: 1 });
});

test("the failures of both runs are repeated before the last line", () => {
  writeProgram("bin/npm", 'printf "✗ %s\\nother\\n0 passed, 1 failed\\n" "$*"');
  const { stdout } = spawnSync(join(checkout, ".ci/run"), { env: environmentWith(), encoding: "utf8" });
  const ending = ["✗ test --silent", "✗ test --silent -- --rest", "0 passed, 2 failed"];
  expect(stdout.trim().split("\n").slice(-3)).toEqual(ending);
});
