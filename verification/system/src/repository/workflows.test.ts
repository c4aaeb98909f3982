/**
 * Tests that the GitHub Actions workflows match GitHub's schema, this repository, and the rules that keep a release
 * trustworthy.
 */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { basename, join } from "node:path";
import { load } from "js-yaml";
import { beforeAll, describe, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { linesOf, PROJECT, scriptOf, wordsOf } from "../docs/pages.ts";

const WORKFLOWS = globSync(".github/workflows/*", { cwd: PROJECT }).toSorted();
const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
interface Job {
  readonly uses?: string;
  readonly permissions?: object;
  readonly "timeout-minutes"?: number;
  readonly services?: { readonly [name: string]: { readonly image: string } };
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly jobs: { readonly [name: string]: Job };
}
const workflowOf = (path: string): Workflow => load(textOf(path)) as Workflow;

/** GitHub's language service imports its schema without the import attribute that Node requires. */
async function loadLanguageService() {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
  });
  const { validate } = await import("@actions/languageservice/validate");
  const { TextDocument } = await import("vscode-languageserver-textdocument");
  hooks.deregister();
  return async (path: string, text: string): Promise<readonly string[]> =>
    (await validate(TextDocument.create(`file:///${path}`, "yaml", 1, text))).map(
      ({ range, message }) =>
        `${path}:${range.start.line + 1} ${typeof message === "string" ? message : message.value}`,
    );
}
let problemsOf: Awaited<ReturnType<typeof loadLanguageService>>;
beforeAll(async () => {
  problemsOf = await loadLanguageService();
});

/** Actions outside this repository that are not pinned to a commit with the version as a comment. */
const unpinnedActions = (text: string): readonly string[] =>
  [...text.matchAll(/^[- ]+uses: (.*)$/gm)]
    .map(([, action]) => action!)
    .filter(
      (action) => !action.startsWith("./") && !/^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action),
    );

/** Jobs without explicit permissions or a time limit. Called workflows set the time limits of their own jobs. */
const unlimitedJobs = ({ jobs }: Workflow): readonly string[] =>
  Object.entries(jobs)
    .filter(
      ([, job]) => job.permissions === undefined || (job.uses === undefined && job["timeout-minutes"] === undefined),
    )
    .map(([name]) => name);

const TOP = readdirSync(PROJECT);
/** Paths of the repository that a workflow names, and that do not exist. */
const missingPaths = (text: string): readonly string[] => {
  const paths = [...text.matchAll(/(?<![\w./@-])(?:\.\/)?[\w.-]+(?:\/[\w.-]+)+/g)]
    .map(([path]) => path.replace(/^\.\//, ""))
    .filter((path) => path.split("/")[0] !== "dist" && TOP.includes(path.split("/")[0]!));
  const hashedPaths = [...text.matchAll(/hashFiles\(([^)]*)\)/g)].flatMap(([, files]) =>
    files!.split(/[', ]+/).filter(Boolean),
  );
  return [...paths, ...hashedPaths].filter((path) => !existsSync(join(PROJECT, path)));
};

/** npm commands that name no script in package.json. */
const missingScripts = ({ jobs }: Workflow): readonly string[] =>
  Object.values(jobs)
    .flatMap(({ steps = [] }) => steps.flatMap(({ run = "" }) => linesOf(run)))
    .filter((line) => /^npm (?:run|start|test)\b/.test(line))
    .filter((line) => !Object.hasOwn(manifest.scripts, scriptOf(wordsOf(line))?.script ?? ""));

test("the repository has workflows for changes and for releases", () => {
  expect(WORKFLOWS.map((path) => basename(path))).toEqual(["ci.yml", "release.yml"]);
});

describe.each(WORKFLOWS)("%s", (path) => {
  const workflow = workflowOf(path);

  test("a workflow matches GitHub's schema, and its expressions refer to existing values", async () => {
    expect(await problemsOf(path, textOf(path))).toEqual([]);
  });

  test("a workflow pins every action to a commit", () => {
    expect(unpinnedActions(textOf(path))).toEqual([]);
  });

  test("a workflow grants permissions only per job, limits the time of each job, and runs once per branch or tag", () => {
    expect(workflow.permissions).toEqual({});
    expect(unlimitedJobs(workflow)).toEqual([]);
    expect(workflow.concurrency).toBeDefined();
  });

  test("a workflow names existing scripts and paths", () => {
    expect(missingScripts(workflow)).toEqual([]);
    expect(missingPaths(textOf(path))).toEqual([]);
  });

  test("a workflow starts services with the versions in docker-compose.yml", () => {
    const compose = load(textOf("docker-compose.yml")) as {
      readonly services: { readonly [name: string]: { readonly image: string } };
    };
    for (const { services = {} } of Object.values(workflow.jobs))
      for (const [name, { image }] of Object.entries(services))
        expect([name, image]).toEqual([name, compose.services[name]?.image]);
  });
});

test("the checks find each kind of mistake", async () => {
  const text = `
on: push
jobs:
  build:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v7
      - run: npm run relase -- --tag \${{ matrix.tag }} \${{ nothing.at.all }}
      - runs: helm package deploy/charts/etesian
        with: { key: "\${{ hashFiles('pnpm-lock.yml') }}" }
  call:
    uses: ./.github/workflows/tests.yml
    needs: [biuld]
`;
  const workflow = load(text) as Workflow;
  expect((await problemsOf("x.yml", text)).join("\n")).toMatch(/nothing[^]*'runs'[^]*'biuld'/);
  expect(unpinnedActions(text)).toEqual(["actions/checkout@v7"]);
  expect(unlimitedJobs(workflow)).toEqual(["build", "call"]);
  expect(missingScripts(workflow)).toHaveLength(1);
  expect(missingPaths(text)).toEqual(["deploy/charts/etesian", ".github/workflows/tests.yml", "pnpm-lock.yml"]);
});
