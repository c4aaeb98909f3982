/** Tests documents about the page: the coverage table is complete, and the headings that the page links to exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ACTIONS } from "@etesian/page/actions";
import { DOCUMENTS } from "@etesian/page/documents";
import { PROJECT } from "@etesian/service-kit";

const PAGE = join(PROJECT, "clients/page/src");
const readText = (path: string): string => readFileSync(path, "utf8");
const page = readText(join(PROJECT, "docs/reference/page-coverage.md"));
const rows = [...page.matchAll(/^\| (?!---|Operation |Feature )(.+?) \| (.+) \|$/gm)].map(([, name, location]) => ({
  name: name!,
  location: location!,
}));

/** The operations of the OpenAPI document, from which the client is generated: "GET /api/v3/areas". */
function operations(): readonly string[] {
  const paths = /export interface paths \{([\s\S]*?)\n\}/.exec(
    readText(join(PROJECT, "clients/typescript/src/generated/api.ts")),
  )![1]!;
  return [...paths.matchAll(/\n {4}"(\/[^"]+)": \{([\s\S]*?)\n {4}\};/g)].flatMap(([, path, body]) =>
    [...body!.matchAll(/\n {8}(get|put|post|delete|patch): operations\[/g)].map(
      ([, method]) => `${method!.toUpperCase()} ${path}`,
    ),
  );
}

/** The paths of a pattern: `{a,b}` means both, while `{id}` is a parameter. */
function pathsOf(pattern: string): readonly string[] {
  const [all, alternatives] = /\{((?:[^{}]|\{[^{},]*\})*,(?:[^{}]|\{[^{},]*\})*)\}/.exec(pattern) ?? [];
  if (all === undefined) return [pattern];
  return alternatives!.split(",").flatMap((part) => pathsOf(pattern.replace(all, part)));
}

const coveredOperations = rows.flatMap(({ name }) => {
  const [, methods, path] = /^`([A-Z, ]+) (\/.+)`$/.exec(name) ?? [];
  return methods === undefined
    ? []
    : methods.split(", ").flatMap((method) => pathsOf(path!).map((subpath) => `${method} ${subpath}`));
});

describe("the coverage table of the page", () => {
  test("the coverage table has every operation of the OpenAPI document once, and no other", () => {
    expect(operations().length).toBeGreaterThan(100);
    expect(coveredOperations.toSorted()).toEqual(operations().toSorted());
  });

  test("every row has a location or a reason", () => {
    expect(coveredOperations.length).toBeGreaterThan(100);
    expect(rows.length).toBeGreaterThan(coveredOperations.length / 2);
    for (const { name, location } of rows)
      expect([name, location]).toEqual([name, expect.stringMatching(/`|^Left out: \w.+\.$/)]);
  });

  const references = rows.flatMap(({ location }) => [...location.matchAll(/(action )?`([^`]+)`/g)]);
  const files = references.map(([, , code]) => code!).filter((code) => /\.tsx?$/.test(code));
  const actions = references.flatMap(([, isAction, code]) => (isAction === undefined ? [] : [code!]));
  const addresses = references.map(([, , code]) => code!).filter((code) => code.startsWith("/"));

  test("every named file exists", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !existsSync(join(PAGE, file)))).toEqual([]);
  });

  test("every named action is in the table of actions", () => {
    expect(new Set(actions).isSubsetOf(new Set(ACTIONS.map(({ id }) => id)))).toBe(true);
    expect(actions.length).toBeGreaterThan(5);
  });

  test("every named URL is a route of the page", () => {
    const routes = [...readText(join(PAGE, "page.tsx")).matchAll(/path: "([^"]+)"/g)].map(([, route]) => route!);
    expect(new Set(addresses).isSubsetOf(new Set(routes))).toBe(true);
    expect(addresses.length).toBeGreaterThan(5);
  });
});

/** The anchor of a heading. */
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(/[^\w]+/g, "-");

test.each(Object.entries(DOCUMENTS))(
  "the document that the page links to about %s has its heading",
  (_topic, address) => {
    const [file, anchor] = address.split("#");
    const text = readText(join(PROJECT, "docs", file!.replace(/\.html$/, ".md")));
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));
    expect(headings).toContain(anchor);
  },
);
