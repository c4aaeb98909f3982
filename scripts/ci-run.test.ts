/**
 * Directories and programs that `.ci/run` finds beside a checkout and passes to `npm test`, and the sum of its two runs. A
 * program of the test replaces npm.
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

/** An environment in which the test's npm is found, without paths of the machine that runs the test. */
function environmentWith(environment: { readonly [name: string]: string } = {}): NodeJS.ProcessEnv {
  const { ETESIAN_REFERENCE_DIR: _reference, EVENTSTORE_COMMAND: _command, ...own } = process.env;
  const origin = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "remote.origin.url",
    GIT_CONFIG_VALUE_0: join(directory, "there/origin"),
  };
  const PATH = `${join(directory, "bin")}:${own["PATH"]}`;
  return { ...own, ...origin, PATH, ...environment };
}

/** Reference results, the program for EventStoreDB and the arguments that the first run gets. */
function given(environment: { readonly [name: string]: string } = {}): readonly string[] {
  const output = execFileSync(join(checkout, ".ci/run"), { env: environmentWith(environment), encoding: "utf8" });
  return output.split("\n")[0]!.split("|");
}

test("a checkout with nothing beside it runs the tests alone", () => {
  expect(given()).toEqual(["", "", "test --silent"]);
});

test.each(["here", "there"])("reference data %s, beside the checkout or its origin, are found", (place) => {
  mkdirSync(join(directory, "there/origin"), { recursive: true });
  mkdirSync(join(directory, place, "shared/golden"), { recursive: true });
  writeProgram(`${place}/shared/servers/eventstoredb/run`, "");
  const shared = join(directory, place, "shared");
  expect(given()).toEqual([shared, `${shared}/servers/eventstoredb/run`, "test --silent"]);
});

test("a program beside the origin is found where reference results are elsewhere", () => {
  mkdirSync(join(directory, "there/origin"), { recursive: true });
  writeProgram("there/shared/servers/eventstoredb/run", "");
  mkdirSync(join(directory, "here/shared/golden"), { recursive: true });
  const found = `${directory}/there/shared/servers/eventstoredb/run`;
  expect(given()).toEqual([`${directory}/here/shared`, found, "test --silent"]);
  expect(given({ ETESIAN_REFERENCE_DIR: "/mine" })).toEqual(["/mine", found, "test --silent"]);
});

test("paths of variables are used instead", () => {
  mkdirSync(join(directory, "here/shared/golden"), { recursive: true });
  writeProgram("here/shared/servers/eventstoredb/run", "");
  const own = { ETESIAN_REFERENCE_DIR: "/mine", EVENTSTORE_COMMAND: "/my/program" };
  expect(given(own)).toEqual(["/mine", "/my/program", "test --silent"]);
});

/** The last line and the exit code, where the two runs print these lines last. */
function outcomeOf(first: string, second: string): { readonly line: string; readonly code: number | null } {
  writeProgram("bin/npm", `case "$*" in *--rest) echo "${second}";; *) echo "${first}";; esac`);
  const { stdout, status } = spawnSync(join(checkout, ".ci/run"), { env: environmentWith(), encoding: "utf8" });
  return { line: stdout.trim().split("\n").at(-1)!, code: status };
}

test("the last line adds both runs", () => {
  expect(outcomeOf("5 passed, 0 failed", "7 passed, 0 failed")).toEqual({ line: "12 passed, 0 failed", code: 0 });
  expect(outcomeOf("5 passed, 1 failed", "7 passed, 0 failed")).toEqual({ line: "12 passed, 1 failed", code: 1 });
  expect(outcomeOf("5 passed, 0 failed", "7 passed, 2 failed")).toEqual({ line: "12 passed, 2 failed", code: 1 });
});

test("a run that ends without its closing line has failed", () => {
  expect(outcomeOf("5 passed, 0 failed", "Killed")).toEqual({ line: "5 passed, 1 failed", code: 1 });
});
