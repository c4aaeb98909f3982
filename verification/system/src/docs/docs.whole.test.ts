/** Executes the commands for operators and authors in the documentation's samples, unchanged, on test data. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StartedPlace } from "../scripts/place.ts";
import { runScript, type Script } from "../scripts/runs.ts";
import { fencesOf, linesOf, PAGES, PROJECT, scriptOf, wordsOf } from "./pages.ts";

/** Programs that only use a directory of data or of a model. */
const ON_DATA = ["accounts", "featured", "events"];
/** Needs the network, another repository, a stopped store, or minutes. */
const EXCLUDED = /^(model (fetch|interface|weather)|events (copy|accept-loss))\b/;

/** Its commands follow each other; tools/model/src/tutorial.test.ts executes them. */
const TUTORIAL = "docs/grow-a-model.md";

const commands = PAGES.filter((page) => page !== TUTORIAL)
  .flatMap(fencesOf)
  .filter(({ illustration }) => illustration === null)
  .flatMap(({ language, text }) => linesOf(text).map((line) => (language === "" ? line.split(/ {2,}/)[0]! : line)))
  .flatMap((line) => {
    const { script, args } = scriptOf(wordsOf(line)) ?? {};
    const isOne = script !== undefined && [...ON_DATA, "model"].includes(script);
    return isOne && !EXCLUDED.test([script, ...args!].join(" ")) ? [[line, script, args!] as const] : [];
  });

let place: StartedPlace;
beforeAll(async () => {
  place = await StartedPlace.open();
});
afterAll(() => place?.close());

test("there are commands to execute", () => {
  expect(commands.length).toBeGreaterThan(15);
});

test.each(commands)("%s", async (_, script, args) => {
  const created = join(place.directory, "model");
  const model = args[0] === "new" ? created : join(PROJECT, "models/minimal");
  const values: Readonly<Record<string, string>> = { DIR: model, AREA: "village", EMAIL: "somebody@example.org" };
  const own = args
    .map((word) => word.replaceAll(/[[\]]/g, ""))
    .filter((word) => !["PROCESS", "STREAM"].includes(word))
    .map((word) => values[word] ?? word);
  const run = { args: () => [...own, ...(ON_DATA.includes(script) ? ["--data", place.data] : [])], prints: /(?:)/ };
  const { code, stdout, stderr } = await runScript(script as Script, run, place);
  expect([code, stdout + stderr]).toEqual([0, expect.any(String)]);
  rmSync(created, { recursive: true, force: true });
});
