/** Runs the scripts in package.json that `npm test` includes; `scripts.whole.test.ts` runs all others. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { ScriptServer } from "./place.ts";
import { runScript, PROJECT, RUNS, type Run, type Script } from "./runs.ts";

const all = Object.entries(RUNS) as [Script, (typeof RUNS)[Script]][];
const frequentRuns = all.flatMap(([script, runs]) =>
  "testedIn" in runs
    ? []
    : runs.filter(({ isFrequent }) => isFrequent === true).map((run): [Script, Run] => [script, run]),
);

let scriptServer: ScriptServer;
beforeAll(async () => {
  scriptServer = await ScriptServer.open();
});
afterAll(() => scriptServer?.close());

test("every script has a run here, or its own test, and its program exists", () => {
  for (const [script, command] of Object.entries(manifest.scripts)) {
    const programs = command.split(" ").filter((word) => /\.m?[jt]s$/.test(word));
    expect(programs.length).toBeGreaterThan(0);
    for (const program of programs)
      expect([script, program, existsSync(join(PROJECT, program))]).toEqual([script, program, true]);
  }
  expect(Object.keys(RUNS).toSorted()).toEqual(Object.keys(manifest.scripts).toSorted());
  for (const [script, runs] of all) {
    if (!("testedIn" in runs)) continue;
    expect([script, existsSync(join(PROJECT, runs.testedIn))]).toEqual([script, true]);
    expect(readFileSync(join(PROJECT, runs.testedIn), "utf8")).toMatch(
      script === "start" ? /^test\("npm start /m : new RegExp(script),
    );
  }
});

test("npm start prints what the README shows", () => {
  const readme = readFileSync(join(PROJECT, "README.md"), "utf8");
  const [, sample] = /```\n(Etesian is listening on [^`]+)```/.exec(readme)!;
  /** Lines without the parts that differ between machines: paths, ports and times. */
  const lines = (text: string): readonly string[] =>
    text
      .slice(text.indexOf("Etesian is listening on"))
      .trim()
      .split("\n")
      .map((line) =>
        line.replaceAll(/ --data [^\s,]+/g, "").replaceAll(/\/[\w./-]*\/|:\d+|[\d.]+ s$|(?<=threads )\d+/g, "…"),
      );
  expect(lines(scriptServer.output)).toEqual(lines(sample!));
});

test.each(frequentRuns)("npm run %s runs", async (script, run) => {
  const { code, stdout, stderr } = await runScript(script, run, scriptServer);
  expect(stdout + stderr).toMatch(run.prints);
  expect(run.codes ?? [0]).toContain(code);
  // Output to a pipe has no colours.
  expect(stdout).not.toContain("\u001B");
});
