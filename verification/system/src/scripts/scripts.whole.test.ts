/** Runs the scripts in package.json that `npm test` omits, in their smallest form, one after another. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptServer } from "./place.ts";
import { runScript, RUNS, type Run, type Script } from "./runs.ts";

const rareRuns = (Object.entries(RUNS) as [Script, (typeof RUNS)[Script]][]).flatMap(([script, runs]) =>
  "testedIn" in runs
    ? []
    : runs.filter(({ isFrequent }) => isFrequent !== true).map((run): [Script, Run] => [script, run]),
);

let scriptServer: ScriptServer;
beforeAll(async () => {
  scriptServer = await ScriptServer.open();
});
afterAll(() => scriptServer?.close());

test.each(rareRuns)("npm run %s runs", { timeout: 900_000 }, async (script, run) => {
  const { code, stdout, stderr } = await runScript(script, run, scriptServer);
  expect(stdout + stderr).toMatch(run.prints);
  expect(run.codes ?? [0]).toContain(code);
});
