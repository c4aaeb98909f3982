/** Tests that every test and limit named in the pages exists, and that every threat has a test. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pageOf = (path: string): string => readFileSync(join(root, path), "utf8");
const DEFECTS = "scripts/fixed-defects.md";
const pages = ["docs/promises.md", "docs/security.md", DEFECTS].map(pageOf).join("\n");
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

/** `path`: "title of a test", "title of another"; or `path`: `text of a limit`. */
const NAMED = /`([\w./-]+\.ts)`: ((?:"[^"]+"|`[^`]+`)(?:,\s+"[^"]+")*)/g;
const named = [...pages.matchAll(NAMED)].flatMap(([, path, listed]) =>
  [...listed!.matchAll(/"([^"]+)"|`([^`]+)`/g)].map(([, name, limit]) => ({ path: path!, name, limit })),
);

test("each test that a page names is in its file", () => {
  const tests = named.filter(({ name }) => name !== undefined);
  const missing = tests.filter(
    ({ path, name }) => ![`"${name}"`, `\`${name}\``].some((text) => textOf(path).includes(text)),
  );
  expect(missing).toEqual([]);
  expect(tests.length).toBeGreaterThan(100);
});

test("each limit that a page names is in its file", () => {
  const limits = named.filter(({ limit }) => limit !== undefined);
  expect(limits.filter(({ path, limit }) => !textOf(path).includes(limit!))).toEqual([]);
  expect(limits.length).toBeGreaterThan(20);
});

test("each source file that a page names exists", () => {
  const files = [...pages.matchAll(/`((?:libs|services|bench|scripts)\/[\w./-]+\.ts)`/g)].map(([, path]) => path!);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const numbered = (prefix: string, last: number) => Array.from({ length: last }, (_, index) => `${prefix}${index + 1}`);

test("every fixed security defect has a test", () => {
  const findings = numbered("S", 22);
  const rows = pageOf(DEFECTS).split("\n");
  const hasTest = (finding: string): boolean =>
    rows.some((row) => row.startsWith(`| ${finding} |`) && new RegExp(NAMED.source).test(row));
  expect(findings.filter((finding) => !hasTest(finding))).toEqual([]);
});
