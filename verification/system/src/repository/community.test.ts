/** Tests that the files about the project for GitHub and npm are valid, and agree on its URL and version. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv } from "ajv";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { PROJECT } from "../docs/pages.ts";

const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const yamlOf = (path: string): unknown => load(textOf(path));

const TEXT = { type: "string", minLength: 1 };
const URL = { type: "string", pattern: "^https://" };
const listOf = (items: object) => ({ type: "array", minItems: 1, uniqueItems: true, items });
const record = (required: { readonly [name: string]: object }, optional: { readonly [name: string]: object } = {}) => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});

/**
 * A field of an issue form:
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
 */
const field = (type: string, attributes: object) =>
  record(
    { type: { const: type }, id: { type: "string", pattern: "^[\\w-]+$" }, attributes },
    { validations: record({}, { required: { type: "boolean" } }) },
  );
const ISSUE_FORM = record(
  {
    name: TEXT,
    description: TEXT,
    body: listOf({
      oneOf: [
        record({ type: { const: "markdown" }, attributes: record({ value: TEXT }) }),
        field("input", record({ label: TEXT }, { description: TEXT, placeholder: TEXT, value: TEXT })),
        field("textarea", record({ label: TEXT }, { description: TEXT, placeholder: TEXT, value: TEXT, render: TEXT })),
        field(
          "dropdown",
          record({ label: TEXT, options: listOf(TEXT) }, { description: TEXT, multiple: { type: "boolean" } }),
        ),
      ],
    }),
  },
  { title: TEXT, labels: listOf(TEXT), assignees: listOf(TEXT) },
);
const CHOOSER = record({
  blank_issues_enabled: { type: "boolean" },
  contact_links: listOf(record({ name: TEXT, url: URL, about: TEXT })),
});
const AUTHORS = listOf(record({ name: TEXT }, { website: URL }));
/** The fields of the Citation File Format 1.2.0 that we use. */
const CITATION = record(
  {
    "cff-version": { const: "1.2.0" },
    message: TEXT,
    type: { const: "software" },
    title: TEXT,
    abstract: TEXT,
    authors: AUTHORS,
    version: TEXT,
    license: { const: manifest.license },
    "repository-code": { const: manifest.homepage.replace("#readme", "") },
    keywords: listOf(TEXT),
  },
  {
    "date-released": { type: "string", format: "date" },
    doi: { type: "string", pattern: "^10\\." },
    references: listOf(
      record({ type: { const: "software" }, title: TEXT, authors: AUTHORS, url: URL }, { notes: TEXT }),
    ),
  },
);

/** Deviations from a schema, such as "/body/2/type must be …". */
function deviations(schema: object, document: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, formats: { date: /^\d{4}-\d{2}-\d{2}$/ } });
  ajv.validate(schema, document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

interface IssueForm {
  readonly name: string;
  readonly body: readonly { readonly id?: string }[];
}
const FORMS = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: PROJECT })
  .filter((path) => basename(path) !== "config.yml")
  .toSorted();

describe("issue forms", () => {
  test("issue forms exist for defects, figures and ideas, with different names", () => {
    expect(FORMS.map((path) => basename(path))).toEqual(["bug.yml", "figure.yml", "idea.yml"]);
    expect(new Set(FORMS.map((path) => (yamlOf(path) as IssueForm).name)).size).toBe(FORMS.length);
  });

  test.each(FORMS)("%s matches GitHub's format, and its fields have unique names", (path) => {
    expect(deviations(ISSUE_FORM, yamlOf(path))).toEqual([]);
    const ids = (yamlOf(path) as IssueForm).body.flatMap(({ id }) => id ?? []);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("the chooser matches GitHub's format", () => {
    expect(deviations(CHOOSER, yamlOf(".github/ISSUE_TEMPLATE/config.yml"))).toEqual([]);
  });

  test("a form with a misspelt field deviates", () => {
    const form = {
      name: "Idea",
      description: "An idea",
      body: [{ type: "textarea", id: "a", atributes: { label: "A" } }],
    };
    expect(deviations(ISSUE_FORM, form)).not.toEqual([]);
    expect(deviations(ISSUE_FORM, { ...form, body: [] })).not.toEqual([]);
  });
});

test("CITATION.cff matches the Citation File Format", () => {
  expect(deviations(CITATION, yamlOf("CITATION.cff"))).toEqual([]);
  expect(
    deviations(CITATION, { ...(yamlOf("CITATION.cff") as object), authors: ["Etesian contributors"] }),
  ).not.toEqual([]);
});

/** Matches of a pattern in all files in the repository: the matching text and its file. */
function findFiles(pattern: string): readonly { readonly path: string; readonly text: string }[] {
  const grep = ["grep", "--untracked", "-zoIE", pattern, "--", ".", ":!pnpm-lock.yaml"];
  const lines = execFileSync("git", grep, { cwd: PROJECT, encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => {
    const [path, text] = line.split("\0") as [string, string];
    return { path, text };
  });
}

test("every file that names the repository has the URL of package.json", () => {
  const repository = manifest.homepage.replace("#readme", "");
  expect(manifest).toMatchObject({
    bugs: `${repository}/issues`,
    repository: { type: "git", url: `git+${repository}.git` },
  });
  const urls = findFiles("https://github\\.com/[A-Za-z0-9_-]+/etesian\\b");
  expect(urls.map(({ path }) => path)).toEqual(expect.arrayContaining(["SECURITY.md", "CITATION.cff"]));
  expect(urls.filter(({ text }) => text !== repository)).toEqual([]);
});

test("all published files have the version of package.json", () => {
  const { version } = manifest;
  const chart = yamlOf("deploy/helm/etesian/Chart.yaml") as { readonly version: string; readonly appVersion: string };
  const citation = yamlOf("CITATION.cff") as { readonly version: string };
  expect([chart.version, chart.appVersion, citation.version]).toEqual([version, version, version]);
  const installations = [
    "README.md",
    "docs/python.md",
    "clients/python/README.md",
    "examples/three-scenarios.ipynb",
  ].flatMap((path) => [...textOf(path).matchAll(/\/docs\/(etesian-\S+\.whl)/g)].map(([, name]) => name));
  expect(new Set(installations)).toEqual(new Set([WHEEL_NAME]));
});

test("no package of the workspace has its own version", () => {
  const manifests = globSync("{libs/*,services/*,clients/*,examples/*,tools/*,verification/*,bench}/package.json", {
    cwd: PROJECT,
  });
  expect(manifests.length).toBeGreaterThan(20);
  expect(manifests.filter((path) => "version" in (JSON.parse(textOf(path)) as object))).toEqual([]);
});
