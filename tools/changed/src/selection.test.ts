/** The tests selected for a change, in a small example project and in this repository. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { dependenciesOf } from "./dependencies.ts";
import { affectedTests, select, type TestFile } from "./selection.ts";

const SOURCES: { readonly [file: string]: string } = {
  "libs/sums/package.json":
    '{ "name": "@own/sums", "exports": { ".": "./src/index.ts", "./table": "./src/table.ts" } }',
  "libs/sums/src/index.ts": 'export { add } from "./add.ts";',
  "libs/sums/src/add.ts": "export const add = (a: number, b: number): number => a + b;",
  "libs/sums/src/table.ts": 'import type { Add } from "./add.ts"; // "./index.ts"',
  "libs/sums/src/add.test.ts": 'import { add } from "./add.ts";',
  "libs/sums/src/table.test.ts": 'import { table } from "./table.ts";',
  "services/shop/package.json": '{ "name": "@own/shop" }',
  "services/shop/src/main.ts": 'import { add } from "@own/sums";',
  "services/shop/src/thread.ts": 'const late = await import("@own/sums/table");',
  "services/shop/src/shop.test.ts": 'spawn(process.execPath, [join(PROJECT, "services/shop/src/main.ts")]);',
  "services/shop/src/thread.test.ts": 'new Worker(new URL("./thread.ts", import.meta.url));',
  "services/shop/src/model.test.ts": "await openModel(`${PROJECT}/models/village`);",
  "models/village/graph.yml": "nodes: {}",
  "docs/prices.md": "# Prices",
  "libs/sums/src/pages.test.ts": 'globSync("docs/**/*.md");',
};

const testsOf = (files: readonly string[]): readonly TestFile[] =>
  files.filter((file) => file.endsWith(".test.ts")).map((file) => ({ file, lane: "unit" }));

/** Affected tests by their base names, the nearest first. */
function selectFor(...changedFiles: string[]): readonly string[] {
  const files = Object.keys(SOURCES);
  const dependencies = dependenciesOf(files, (file) => SOURCES[file] ?? null);
  return affectedTests(testsOf(files), changedFiles, dependencies).map(
    ({ file }) => /(\w+)\.test\.ts$/.exec(file)![1]!,
  );
}

describe("affected tests", () => {
  test.each([
    ["a changed test is selected", "libs/sums/src/add.test.ts", ["add"]],
    [
      "a module selects its tests, nearest first, and tests of programs that import its package",
      "libs/sums/src/add.ts",
      ["add", "shop"],
    ],
    ["a module selects no test that uses only its types, or names it in a comment", "libs/sums/src/index.ts", ["shop"]],
    ["a thread's module selects tests of its URL's users", "libs/sums/src/table.ts", ["table", "thread"]],
    ["a manifest selects tests of all modules that resolve its package", "libs/sums/package.json", ["shop", "thread"]],
    ["a program selects tests that start it by its path", "services/shop/src/main.ts", ["shop"]],
    ["a document selects tests that read its folder", "models/village/graph.yml", ["model"]],
    ["a page selects tests that read pages by a pattern", "docs/prices.md", ["pages"]],
    ["a file that no test depends on selects nothing", "LICENSE", []],
  ])("%s", (_, changedFiles, expected) => {
    expect(selectFor(changedFiles)).toEqual(expected);
  });

  test("a change to the test configuration selects every test", () => {
    expect(selectFor("pnpm-lock.yaml")).toHaveLength(testsOf(Object.keys(SOURCES)).length);
  });

  test("a deleted file selects tests of the files that still name it", () => {
    const deletedFile = "services/shop/src/old.ts";
    const files = [...Object.keys(SOURCES), deletedFile];
    const read = (file: string): string | null =>
      file.endsWith("shop.test.ts") ? 'import "./old.ts";' : (SOURCES[file] ?? null);
    const names = affectedTests(testsOf(files), [deletedFile], dependenciesOf(files, read)).map(({ file }) => file);
    expect(names).toEqual(["services/shop/src/shop.test.ts"]);
  });
});

describe("a selection within a time limit", () => {
  const testAt = (lane: string, distance: number) => ({ file: `${lane}-${distance}.test.ts`, lane, distance });

  test("a time-limited selection has the changed tests, the unit tests, and the nearest other tests that fit", () => {
    const tests = [
      testAt("browser", 0),
      testAt("system", 1),
      testAt("browser", 2),
      testAt("system", 3),
      testAt("unit", 4),
    ];
    const { selected, omitted } = select(tests, 40, 1);
    expect(selected.map(({ file }) => file)).toEqual(["browser-0.test.ts", "system-1.test.ts", "unit-4.test.ts"]);
    expect(omitted.map(({ file }) => file)).toEqual(["browser-2.test.ts", "system-3.test.ts"]);
  });

  test("a time-limited selection omits files of test:whole unless they have changed", () => {
    const wholeTest = { ...testAt("unit", 1), file: "a.whole.test.ts" };
    expect(select([wholeTest, testAt("unit", 2)], 40, 1).omitted).toEqual([wholeTest]);
    expect(select([{ ...wholeTest, distance: 0 }], 40, 1).omitted).toEqual([]);
  });

  test("a selection without a limit has all affected tests", () => {
    expect(select([testAt("browser", 9), testAt("stores", 9)], Number.POSITIVE_INFINITY, 1).omitted).toEqual([]);
  });
});

describe("affected tests of this project", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
  const dependencies = dependenciesOf(files, (file) => readFileSync(join(PROJECT, file), "utf8"));
  const tests = testsOf(globSync("{libs,services,clients,verification}/*/src/**/*.test.ts", { cwd: PROJECT }));
  const filesFor = (changedFile: string): readonly string[] =>
    affectedTests(tests, [changedFile], dependencies).map(({ file }) => file);

  test("a module of the page selects page and browser tests, and no server tests", () => {
    const selectedFiles = filesFor("clients/page/src/charts/hours.ts");
    expect(selectedFiles.some((file) => file.startsWith("clients/page/"))).toBe(true);
    expect(selectedFiles.some((file) => file.startsWith("verification/browser/"))).toBe(true);
    expect(selectedFiles.filter((file) => /^services\/|^verification\/(?:system|conformance)\//.test(file))).toEqual(
      [],
    );
  });

  test("an engine module selects engine, fidelity and server tests", () => {
    const selectedFiles = filesFor("libs/engine/src/graph/netting.ts");
    expect(selectedFiles).toContain("libs/engine/src/graph/calculate.test.ts");
    for (const folder of ["verification/fidelity/", "verification/conformance/", "services/standalone/"])
      expect(selectedFiles.filter((file) => file.startsWith(folder)).length).toBeGreaterThan(0);
    expect(selectedFiles.filter((file) => /^libs\/(?:gql|sliders|event-store)\//.test(file))).toEqual([]);
  });

  test("a module of the event store selects no test that only calculates", () => {
    const selectedFiles = filesFor("libs/event-store/src/sqlite/event-file.ts");
    expect(selectedFiles.some((file) => file.startsWith("libs/event-store/"))).toBe(true);
    expect(selectedFiles.filter((file) => /^libs\/(?:engine|gql|model|sliders)\/|^clients\/page\//.test(file))).toEqual(
      [],
    );
  });

  test("a document of the included model selects tests that open it", () => {
    expect(filesFor("models/starter/charts/transport.yml")).toContain(
      "services/compute/src/model/starter-interface.test.ts",
    );
  });
});
