/**
 * Directories and programs that `.ci/run` finds beside a checkout and hands to `npm test`, which a program of the test
 * replaces.
 */
import { execFileSync } from "node:child_process";
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
  writeProgram("bin/npm", 'echo "$ETESIAN_REFERENCE_DIR|$EVENTSTORE_COMMAND|$*"');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function writeProgram(path: string, line: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), `#!/bin/sh\n${line}\n`);
  chmodSync(join(directory, path), 0o755);
}

/** Reference results, the program for EventStoreDB and the arguments that the tests are given. */
function given(environment: { readonly [name: string]: string } = {}): readonly string[] {
  const { ETESIAN_REFERENCE_DIR: _reference, EVENTSTORE_COMMAND: _command, ...own } = process.env;
  const origin = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "remote.origin.url",
    GIT_CONFIG_VALUE_0: join(directory, "there/origin"),
  };
  const PATH = `${join(directory, "bin")}:${own["PATH"]}`;
  const env = { ...own, ...origin, PATH, ...environment };
  return execFileSync(join(checkout, ".ci/run"), { env, encoding: "utf8" }).trim().split("|");
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
