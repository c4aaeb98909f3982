/**
 * Follows docs/grow-a-model.md like a reader: each step leaves a model without mistakes, and queries have the results
 * that the page names.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runModel } from "./model-program.fixture.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/grow-a-model.md"), "utf8");
const STEPS = page.split(/^## /m).slice(1);
const SAMPLE = /^(New file|Replaced file|Added to) `([^`]+)`[^\n]*\n\n```\w+\n([^]*?)^```$/gm;

/** Steps for which the page announces warnings. */
const WARNINGS: { readonly [step: string]: string } = { "4. Add nodes": "1 warning", "7. Add sliders": "2 warnings" };

let directory: string;
let village: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-tutorial-"));
  village = join(directory, "village");
  const { status } = await runModel("new", village);
  if (status !== 0) throw new Error(`model new exited with ${status}`);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function follow(step: string): void {
  for (const [, action, file, text] of step.matchAll(SAMPLE)) {
    const path = join(village, file!);
    expect([file, existsSync(path)]).toEqual([file, action !== "New file"]);
    mkdirSync(dirname(path), { recursive: true });
    (action === "Added to" ? appendFileSync : writeFileSync)(path, text!);
  }
}

/** The arguments of the page's commands that evaluate queries. */
const QUERIES = [...page.matchAll(/^npm run model -- query village (.*)$/gm)].map(([, args]) =>
  args!.split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/).map((word) => word.replaceAll('"', "")),
);

test("no step leaves a mistake, and the last one has figures that add up", async () => {
  for (const step of STEPS) {
    follow(step);
    const heading = step.split("\n")[0]!;
    const end = `\n0 errors, ${WARNINGS[heading] ?? "0 warnings"}\n`;
    const result = await runModel("check", village);
    expect([heading, result]).toEqual([heading, { status: 0, stdout: expect.stringContaining(end), stderr: "" }]);
  }
  expect(await runModel("check", village, "--figures")).toMatchObject({ status: 0 });
});

test("the page's queries have the results that it names", async () => {
  const results: number[][] = [];
  for (const args of QUERIES) {
    const { stdout } = await runModel("query", village, ...args);
    results.push([...stdout.matchAll(/^(?:present|future) +(\S+)$/gm)].map(([, value]) => Number(value)));
  }
  expect(results).toEqual([
    [15_200_000, 15_200_000],
    [expect.closeTo(8.4e6, -5), expect.closeTo(7.9e6, -5)],
  ]);
  expect(page).toContain("15,200,000 MJ");
  expect(page).toContain("from 8.4 to 7.9 kt");
});
