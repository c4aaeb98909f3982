/**
 * Tests the TypeScript client as users get it: downloaded from a server, installed into an empty project, type-checked
 * and run.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { findNodes } from "./nodes.ts";

const ROOT = resolve(import.meta.dirname, "../../../..");
const run = promisify(execFile);

const programIn = (page: string): string =>
  /```ts\n(import \{ changesOf[^`]+)```/.exec(readFileSync(join(ROOT, page), "utf8"))![1]!;
/** Output of the program with the included model. */
const EXPECTED_LINES = [
  /^renewable electricity: 0\.\d+$/,
  /^\[ 'Time,Price \(Euros\)', '2040-01-01 00:00,[\d.]+' \]$/,
  /^1 scenario_created$/,
  /^2 inputs_set$/,
  /^3 curve_attached$/,
];

const nodes = await findNodes();

/** The tsconfig.json of an empty project, which contains the server's package and the README's program. */
const TYPES = {
  files: ["program.ts"],
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
    types: [],
  },
};
let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "etesian-package-"));
  server = await startForTest({ model: join(ROOT, "models/starter"), data: join(folder, "data") });
  const response = await fetch(`${server.url}/docs/client.tgz`);
  writeFileSync(join(folder, "client.tgz"), Buffer.from(await response.arrayBuffer()));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const npm = ["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", "./client.tgz"];
  await run("npm", npm, { cwd: folder, shell: process.platform === "win32" });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TYPES));
  writeFileSync(
    join(folder, "program.ts"),
    programIn("clients/typescript/README.md").replace("http://127.0.0.1:3000", server.url),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Type-checks the program, including the client's declarations; returns the compiler's errors. */
async function compile(compiler: string, settings: readonly string[]): Promise<string> {
  const options = [join(ROOT, compiler), "-p", folder, ...settings];
  const { stdout } = await run(process.execPath, options).catch(
    (error: unknown) => error as { readonly stdout: string },
  );
  return stdout;
}

test("the package contains everything it needs, and has the manifest of a public package", () => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@etesian"]);
  const manifest = readFileSync(join(folder, "node_modules/@etesian/client/package.json"), "utf8");
  expect(manifest).not.toMatch(/catalog:|workspace:|private|ependencies/);
  expect(JSON.parse(manifest)).toMatchObject({
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
  });
});

describe("the program of the README", () => {
  test("the program is also in docs/clients.md", () => {
    expect(programIn("docs/clients.md")).toBe(programIn("clients/typescript/README.md"));
  });

  test("the program compiles without an error: TypeScript 7, nodenext", async () => {
    expect(await compile("node_modules/typescript/bin/tsc", ["--module", "nodenext"])).toBe("");
  });

  test.each([
    ["TypeScript 7, bundler", "node_modules", ["--module", "esnext", "--moduleResolution", "bundler"]],
    ["TypeScript 5, nodenext", "clients/typescript/node_modules", ["--module", "nodenext", "--skipLibCheck"]],
  ] as const)("the program has no type error: %s", async (_what, modules, settings) => {
    expect(await compile(`${modules}/typescript/bin/tsc`, ["--noEmit", ...settings])).toBe("");
  });

  test.for([20, 22, 26])("the program prints the documented output on Node %d", async (major, { skip }) => {
    const node =
      nodes.get(major) ??
      skip(`there is no Node ${major} here; npm exec --package=node@${major} -- node -v installs one`);
    const { stdout } = await run(node, ["program.js"], { cwd: folder });
    expect(stdout.trimEnd().split("\n")).toEqual(EXPECTED_LINES.map((line) => expect.stringMatching(line)));
  });
});

test("a browser bundle needs no Node modules", async () => {
  const entry = `import { connect, dataOf } from "@etesian/client";
    const api = connect({ url: ${JSON.stringify(server.url)} });
    export const areas = dataOf(api.GET("/api/v3/areas")).then((all) => all.map(({ area }) => area).join());`;
  writeFileSync(join(folder, "browser.js"), entry);
  const bundle = await rolldown({ input: join(folder, "browser.js"), platform: "browser", logLevel: "warn" });
  const { output } = await bundle.generate({ format: "iife", name: "page" });
  await bundle.close();
  const { fetch, Headers, Request, Response, FormData, Blob, URL, URLSearchParams, TransformStream } = globalThis;
  const browser = createContext({
    fetch,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
    URL,
    URLSearchParams,
    TransformStream,
  });
  const page = runInContext(`${output[0].code}; page`, browser) as { readonly areas: Promise<string> };
  expect((await page.areas).split(",")).toContain("nl");
});
