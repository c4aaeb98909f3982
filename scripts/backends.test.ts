/** Tests that programs select a backend only through the table of backends. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BACKENDS } from "../libs/event-store/src/backends.ts";

const ROOT = join(import.meta.dirname, "..");

test("only the backends compare a URL with their schemes", () => {
  const schemes = BACKENDS.flatMap((backend) => backend.schemes).map((scheme) => scheme.replace(/:.*/, ""));
  const comparison = new RegExp(`(startsWith|slice|===)[ (]*"(${schemes.join("|").replaceAll("+", "\\+")}):`);
  const sources = globSync(["libs/*/src/**/*.ts", "services/*/src/**/*.ts"], { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|\.fixture\.ts$|\/testing\/|\/backend\.ts$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => comparison.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});
