/**
 * Tests the code of docs/r.md: runs it if R, httr2 and arrow are installed. In any case, checks its grammar, and sends
 * the same requests to a server.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Language, Parser } from "web-tree-sitter";

const ROOT = resolve(import.meta.dirname, "../../../..");
const text = readFileSync(join(ROOT, "docs/r.md"), "utf8");
const blocks = [...text.matchAll(/```r\n([^`]+)```/g)].map(([, block]) => block!);
const program = blocks.join("\n");
const hasLibraries = (libraries: string): boolean =>
  spawnSync("Rscript", ["-e", libraries], { timeout: 60_000 }).status === 0;
const hasHttr2 = hasLibraries("library(httr2)");
const hasArrow = hasHttr2 && hasLibraries("library(arrow)");

let data: string;
let server: TestServer;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-r-"));
  server = await startForTest({ model: join(ROOT, "models/starter"), data });
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

test("the samples are valid R", async () => {
  await Parser.init();
  const grammar = fileURLToPath(import.meta.resolve("@eagleoutice/tree-sitter-r/tree-sitter-r.wasm"));
  const parser = new Parser().setLanguage(await Language.load(readFileSync(grammar)));
  const { rootNode } = parser.parse(program)!;
  expect([rootNode.hasError, rootNode.namedChildren.length > 15]).toEqual([false, true]);
});

test("every path in the samples exists on the server, and returns a file of its type", async () => {
  const send = async (path: string, body: object, method = "POST"): Promise<Response> =>
    fetch(`${server.url}/api/v3/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const { id } = (await (await send("scenarios", { scenario: { area_code: "nl", end_year: 2040 } })).json()) as {
    readonly id: number;
  };
  const paths = [...program.matchAll(/"(\/?[\w/]*(?:curves|queries)[\w/]*\.\w+)"/g)].map(([, path]) => path!);
  expect(paths).toEqual(["/curves/electricity_price.arrow", "scenarios/queries.parquet"]);
  const hours = await fetch(`${server.url}/api/v3/scenarios/${id}${paths[0]}`);
  expect(
    Buffer.from(await hours.arrayBuffer())
      .subarray(0, 6)
      .toString(),
  ).toBe("ARROW1");
  const tableRequest = { scenarios: [id], keys: ["share_of_renewable_electricity"], layout: "long" };
  const table = await send(paths[1]!, tableRequest);
  expect(
    Buffer.from(await table.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("PAR1");
});

/** Runs R with the samples' URL replaced by the server's; returns its output. */
async function outputOf(code: string): Promise<string> {
  const localCode = code.replaceAll("http://127.0.0.1:3000", server.url);
  return (await promisify(execFile)("Rscript", ["-e", localCode], { cwd: data })).stdout;
}

test("the samples that need no table format run", async ({ skip }) => {
  if (!hasHttr2) skip("there is no Rscript with httr2");
  const plainSamples = blocks.filter((block) => !/\bread_/.test(block)).join("\n");
  expect(await outputOf(plainSamples.replace("library(arrow)\n", ""))).toMatch(/0\.\d+/);
});

test("all samples run", async ({ skip }) => {
  if (!hasArrow) skip("there is no Rscript with httr2 and arrow");
  const output = await outputOf(program);
  expect(output).toMatch(/0\.\d+/);
  expect(output).toContain("share_of_renewable_electricity");
});
