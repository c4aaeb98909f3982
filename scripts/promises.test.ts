/** Tests that each promise, limit and threat has evidence, and that each test and limit named as evidence exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pageOf = (path: string): string => readFileSync(join(root, path), "utf8");
const DEFECTS = "scripts/fixed-defects.md";
const EVIDENCE = "scripts/evidence.md";
const pages = ["docs/promises.md", "docs/reference/limits.md", "docs/security.md", EVIDENCE, DEFECTS]
  .map(pageOf)
  .join("\n");
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

/** `path`: "title of a test", "title of another"; or `path`: `text of a limit`. */
const REFERENCE = /`([\w./-]+\.ts)`: ((?:"[^"]+"|`[^`]+`)(?:,\s+"[^"]+")*)/g;
const references = [...pages.matchAll(REFERENCE)].flatMap(([, path, list]) =>
  [...list!.matchAll(/"([^"]+)"|`([^`]+)`/g)].map(([, name, limit]) => ({ path: path!, name, limit })),
);

/** The identifiers of a page's rows, such as "P1". */
const rowsOf = (path: string): readonly string[] =>
  Array.from(pageOf(path).matchAll(/^\| ([PFLT]\d+) \|/gm), ([, row]) => row!);

test("each promise, fault, limit and threat has a row of evidence, and each row has a test, a command or a limit", () => {
  const claims = ["docs/promises.md", "docs/reference/limits.md", "docs/security.md"].flatMap(rowsOf);
  expect(claims.length).toBeGreaterThan(100);
  expect(new Set(claims).size).toBe(claims.length);
  expect(rowsOf(EVIDENCE)).toEqual(claims);
  const evidence = Array.from(pageOf(EVIDENCE).matchAll(/^\| [PFLT]\d+ \| (.*) \|$/gm), ([, cell]) => cell!);
  expect(evidence).toHaveLength(claims.length);
  for (const cell of evidence) expect(cell).toMatch(/`[\w./-]+\.ts`|`npm run /);
});

test("each test that a page names is in its file", () => {
  const tests = references.filter(({ name }) => name !== undefined);
  const missing = tests.filter(
    ({ path, name }) => ![`"${name}"`, `\`${name}\``].some((text) => textOf(path).includes(text)),
  );
  expect(missing).toEqual([]);
  expect(tests.length).toBeGreaterThan(100);
});

test("each limit that a page names is in its file", () => {
  const limits = references.filter(({ limit }) => limit !== undefined);
  expect(limits.filter(({ path, limit }) => !textOf(path).includes(limit!))).toEqual([]);
  expect(limits.length).toBeGreaterThan(20);
});

test("each source file that a page names exists", () => {
  const files = [...pages.matchAll(/`((?:libs|services|clients|verification|bench|scripts)\/[\w./-]+\.ts)`/g)].map(
    ([, path]) => path!,
  );
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const numbersUpTo = (prefix: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);

test("every fixed security defect has a test", () => {
  const findings = numbersUpTo("S", 22);
  const rows = pageOf(DEFECTS).split("\n");
  const hasTest = (finding: string): boolean =>
    rows.some((row) => row.startsWith(`| ${finding} |`) && new RegExp(REFERENCE.source).test(row));
  expect(findings.filter((finding) => !hasTest(finding))).toEqual([]);
});
