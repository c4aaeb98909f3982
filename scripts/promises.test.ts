/** Every test and limit that docs/promises.md and docs/api-findings.md name is there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const pages = ["promises.md", "api-findings.md"].map((name) => readFileSync(join(root, "docs", name), "utf8"));
const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");

/** `path`: "name of a test", or `path`: `text of a limit`. */
const named = [...pages.join("\n").matchAll(/`([\w./-]+\.ts)`: (?:"([^"]+)"|`([^`]+)`)/g)].map(
  ([, path, name, limit]) => ({
    path: path!,
    name,
    limit,
  }),
);

test("the tests", () => {
  const tests = named.filter(({ name }) => name !== undefined);
  const missing = tests.filter(
    ({ path, name }) => ![`"${name}"`, `\`${name}\``].some((text) => textOf(path).includes(text)),
  );
  expect(missing).toEqual([]);
  expect(tests.length).toBeGreaterThan(60);
});

test("the limits", () => {
  const limits = named.filter(({ limit }) => limit !== undefined);
  expect(limits.filter(({ path, limit }) => !textOf(path).includes(limit!))).toEqual([]);
  expect(limits.length).toBeGreaterThan(20);
});
