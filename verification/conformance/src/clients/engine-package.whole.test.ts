/**
 * Tests the `@etesian/engine` package as users get it: downloaded from a server, installed into an empty project, and
 * run with a server's model.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { findNodes } from "./nodes.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const run = promisify(execFile);

const nodes = await findNodes();
/** Deno is looked up only on the path. */
const hasDeno = await run("deno", ["--version"]).then(
  () => true,
  () => false,
);
const EXPECTED_OUTPUT = /key: ['"]dashboard_total_costs['"],\n\s+present: [\d.]+,\n\s+future: [\d.]+/;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "etesian-engine-package-"));
  server = await startForTest({ model: join(ROOT, "models/starter"), data: join(folder, "data") });
  const response = await fetch(`${server.url}/docs/engine.tgz`);
  writeFileSync(join(folder, "engine.tgz"), Buffer.from(await response.arrayBuffer()));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const npm = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", "./engine.tgz"];
  await run("npm", npm, { cwd: folder, shell: process.platform === "win32" });
  const page = readFileSync(join(ROOT, "docs/engine-package.md"), "utf8");
  const [, example = ""] = /```js\n([^]*?)```/.exec(page) ?? [];
  writeFileSync(join(folder, "program.mjs"), example.replace("http://localhost:3000", server.url));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the package has no dependencies, and its types reference no library", () => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@etesian"]);
  const packageFolder = join(folder, "node_modules/@etesian/engine");
  expect(readFileSync(join(packageFolder, "package.json"), "utf8")).not.toMatch(
    /catalog:|workspace:|private|ependencies/,
  );
  expect(readFileSync(join(packageFolder, "dist/index.d.ts"), "utf8")).toMatch(/export declare class CalculationError/);
  const map = JSON.parse(readFileSync(join(packageFolder, "dist/index.js.map"), "utf8")) as {
    readonly sources: readonly string[];
    readonly sourcesContent: readonly string[];
  };
  expect(map.sources).toContainEqual(expect.stringMatching(/^[./]+\/libs\/engine\/src\/scenario\/engine\.ts$/));
  expect(map.sources.filter((source) => !source.startsWith("../"))).toEqual([]);
  expect(map.sourcesContent).toHaveLength(map.sources.length);
  const code = readFileSync(join(packageFolder, "dist/index.js"), "utf8");
  expect(code).toMatch(/\n\/\/# sourceMappingURL=index\.js\.map\n$/);
  // The code is readable: it has many lines, and names as in the sources.
  expect(code.split("\n").length).toBeGreaterThan(10_000);
  expect(code).toContain("extends CalculationFault");
});

test("a program that uses the package has no type error", async () => {
  const program = `import { CalculationError, openModel, type Answer } from "@etesian/engine";
    const model = await openModel("${server.url}", "nl", { endYear: 2040 });
    const answer: Answer = model.solve({ capacity_of_energy_power_wind_turbine_offshore: 20000 }).query("dashboard_total_costs");
    if ("errors" in answer) throw new CalculationError(answer.errors.join());
    export const costs: number = Number(answer.future);`;
  writeFileSync(join(folder, "program.ts"), program);
  const options = ["--strict", "--target", "es2022", "--module", "nodenext", "--noEmit", "--types", ""];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, ...options, "program.ts"], { cwd: folder }).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  expect(stdout).toBe("");
});

test.for([20, 22, 26])("the documented program prints its result on Node %d", async (major, { skip }) => {
  const node =
    nodes.get(major) ??
    skip(`there is no Node ${major} here; npm exec --package=node@${major} -- node -v installs one`);
  const { stdout } = await run(node, ["program.mjs"], { cwd: folder });
  expect(stdout).toMatch(EXPECTED_OUTPUT);
});

test("the documented program prints its result in Deno", async ({ skip }) => {
  if (!hasDeno) skip("there is no Deno here");
  const { stdout } = await run("deno", ["run", "--allow-net", "program.mjs"], { cwd: folder });
  expect(stdout).toMatch(EXPECTED_OUTPUT);
});
