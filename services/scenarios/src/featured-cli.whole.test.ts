/** Tests the presets command line while the service runs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEventStore } from "@etesian/event-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { create, setAttributes } from "./deciding/scenario.fixture.ts";
import { createStoredScenarios } from "./stored.ts";

let data: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-featured-"));
  const store = await openEventStore(`sqlite:${join(data, "events.db")}`);
  const scenarios = createStoredScenarios(store);
  const cause = { actor: "anonymous", correlationId: "test" };
  const owner = { person: 7, scopes: null, admin: false };
  for (const id of [1, 2]) await scenarios.handle(id, create({ caller: owner }), cause);
  await scenarios.handle(2, { ...setAttributes({ private: true }), caller: owner }, cause);
  await store.close();
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Runs a command; returns its exit code and output. */
function run(...args: readonly string[]) {
  const program = [join(import.meta.dirname, "featured-cli.ts"), ...args, "--data", data];
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a preset is added, listed, changed and removed", () => {
  expect(run("add", "1", "--title", "Windy")).toMatchObject({
    status: 0,
    stdout: "1  national  scenario 1  nl  2050  Windy\n",
  });
  expect(run("add", "1", "--title", "Calm", "--group", "regional", "--place", "3").stdout).toBe(
    "3  regional  scenario 1  nl  2050  Calm\n",
  );
  expect(run("remove", "1")).toMatchObject({ status: 0, stdout: "" });
  expect(run("list")).toMatchObject({ status: 0, stdout: "" });
});

test.each([
  [["add", "2", "--title", "Hidden"], 1, "private can not be true on a featured scenario"],
  [["add", "9", "--title", "Nowhere"], 1, "No such scenario: 9"],
  [["add", "1"], 2, "--title is missing"],
  [["add", "1", "--title", "x", "--group", "odd"], 2, '--group is "odd"'],
  [["add", "one"], 2, "missing or invalid scenario id"],
  [["drop", "1"], 2, 'unknown command "drop"'],
])("%j is refused with a message", (args, status, words) => {
  expect(run(...args)).toMatchObject({ status, stderr: expect.stringContaining(words) });
});
