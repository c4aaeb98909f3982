/** Executes the commands for operators and authors in the documentation's samples, unchanged, on test data. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ScriptServer } from "../scripts/place.ts";
import { runScript, type Script } from "../scripts/runs.ts";
import { fencesOf, linesOf, PAGES, PROJECT, scriptOf, wordsOf } from "./pages.ts";

/** Programs that use only a data directory. */
const DATA_SCRIPTS = ["accounts", "featured", "events"];
/** Commands that need the network, another repository or a stopped store, or that take minutes. */
const EXCLUDED_COMMANDS = /^(model (fetch|interface|weather)|events (copy|accept-loss))\b/;

/** The page's commands depend on each other; tools/model/src/tutorial.test.ts executes them. */
const TUTORIAL = "docs/grow-a-model.md";

const commands = PAGES.filter((page) => page !== TUTORIAL)
  .flatMap(fencesOf)
  .filter(({ illustration }) => illustration === null)
  .flatMap(({ language, text }) => linesOf(text).map((line) => (language === "" ? line.split(/ {2,}/)[0]! : line)))
  .flatMap((line) => {
    const { script, args } = scriptOf(wordsOf(line)) ?? {};
    const isExecuted = script !== undefined && [...DATA_SCRIPTS, "model"].includes(script);
    return isExecuted && !EXCLUDED_COMMANDS.test([script, ...args!].join(" ")) ? [[line, script, args!] as const] : [];
  });

let scriptServer: ScriptServer;
beforeAll(async () => {
  scriptServer = await ScriptServer.open();
});
afterAll(() => scriptServer?.close());

test("the documentation has commands to execute", () => {
  expect(commands.length).toBeGreaterThan(15);
});

test.each(commands)("%s", async (_, script, args) => {
  const newModel = join(scriptServer.directory, "model");
  const model = args[0] === "new" ? newModel : join(PROJECT, "models/minimal");
  const values: Readonly<Record<string, string>> = { DIR: model, AREA: "village", EMAIL: "somebody@example.org" };
  const scriptArgs = args
    .map((word) => word.replaceAll(/[[\]]/g, ""))
    .filter((word) => !["PROCESS", "STREAM"].includes(word))
    .map((word) => values[word] ?? word);
  const run = {
    args: () => [...scriptArgs, ...(DATA_SCRIPTS.includes(script) ? ["--data", scriptServer.data] : [])],
    prints: /(?:)/,
  };
  const { code, stdout, stderr } = await runScript(script as Script, run, scriptServer);
  expect([code, stdout + stderr]).toEqual([0, expect.any(String)]);
  rmSync(newModel, { recursive: true, force: true });
});
