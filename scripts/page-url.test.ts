/** Tests that the documentation describes the URL of a scenario. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("docs/page.md describes every parameter of a scenario's URL, and no others", () => {
  const page = readFileSync(join(root, "docs/page.md"), "utf8");
  const table = /^## The URL$[^]*?(?=^## )/m.exec(page)![0];
  const documented = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );
  const source = readFileSync(join(root, "clients/page/src/screens/workbench/search.ts"), "utf8");
  const parameters = [...source.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, name]) => name!);
  expect(documented.toSorted()).toEqual(parameters.toSorted());
});
