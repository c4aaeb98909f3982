/**
 * Tests that every code sample in the documentation is executed, compared with its program, or marked as an
 * illustration. Samples in a model language are tested next to the code that parses it; see the table below.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { connect, dataOf } from "@etesian/client";
import { Engine, type Solution } from "@etesian/engine";
import { type AreaManifest, CurveParts, decodePart, withMissingParts } from "@etesian/model/parts";
import { readConfig, settingsOf } from "@etesian/service-kit";
import { DISTRIBUTED, SERVICES, STANDALONE } from "@etesian/standalone/services";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { composeFile } from "../deploy/compose.ts";
import { blankRecipe } from "@etesian/sliders";
import { ScriptServer } from "../scripts/place.ts";
import { commandsOf, type Fence, fencesOf, linesOf, PAGES, PROJECT, scriptOf } from "./pages.ts";

interface Rule {
  readonly page: RegExp;
  readonly language: RegExp;
  /** Matches the sample's text; if absent, any text matches. */
  readonly text?: RegExp;
  /** The file that executes or checks such samples, and mentions the page. */
  readonly testedIn: string;
}

const HERE = "verification/system/src/docs/docs.test.ts";
const CLIENTS = "verification/conformance/src/clients";
const COMMANDS = /^(npm|docker|helm|kubectl|export|echo|for|curl|pip|git|node_modules\/\.bin\/node) /;

/** A list of files and directories, each with its purpose. */
const PATHS = /^\w+\/\S* +\w/;

/** The first matching rule applies to a sample. */
const RULES: readonly Rule[] = [
  { page: /^README.md$/, language: /^sh$/, text: /^curl /, testedIn: HERE },
  { page: /^README.md$/, language: /^(json|ts)$/, testedIn: HERE },
  {
    page: /^README.md$/,
    language: /^$/,
    text: /^Etesian is listening on/,
    testedIn: "verification/system/src/scripts/scripts.test.ts",
  },
  {
    page: /^docs\/sweeps.md$/,
    language: /^(sh|ts)$/,
    text: /^curl |asyncBufferFromUrl/,
    testedIn: "verification/system/src/docs/sweeps.whole.test.ts",
  },
  {
    page: /^docs\/sweeps.md$/,
    language: /^(json|sh|python|ts)$/,
    testedIn: "libs/sweep/src/cli.whole.test.ts",
  },
  {
    page: /^docs\/workbooks.md$/,
    language: /^sh$/,
    testedIn: "services/standalone/src/workbook/workbook.whole.test.ts",
  },
  {
    page: /^(docs\/python|clients\/python\/README).md$/,
    language: /^python$/,
    testedIn: `${CLIENTS}/python-docs.whole.test.ts`,
  },
  { page: /^docs\/r.md$/, language: /^r$/, testedIn: `${CLIENTS}/r-docs.whole.test.ts` },
  {
    page: /^(docs\/clients|clients\/typescript\/README).md$/,
    language: /^ts$/,
    testedIn: `${CLIENTS}/package.whole.test.ts`,
  },
  { page: /^docs\/engine-package.md$/, language: /^js$/, testedIn: `${CLIENTS}/engine-package.whole.test.ts` },
  { page: /^clients\/engine\/README.md$/, language: /^js$/, testedIn: HERE },
  {
    page: /^docs\/operating.md$/,
    language: /^sh$/,
    text: /npm run backup/,
    testedIn: "verification/system/src/deploy/operating.whole.test.ts",
  },
  {
    page: /^docs\/operating.md$/,
    language: /^sh$/,
    text: /^cat > \.env /,
    testedIn: "verification/system/src/deploy/deploy.test.ts",
  },
  {
    page: /^docs\/events.md$/,
    language: /^sh$/,
    text: /^pg_dump/,
    testedIn: "libs/event-store/src/postgres/moving.test.ts",
  },
  { page: /^docs\/grow-a-model.md$/, language: /^(ad|csv|gql|yaml)$/, testedIn: "tools/model/src/tutorial.test.ts" },
  { page: /^docs\/gql.md$/, language: /^$/, testedIn: "libs/gql/src/functions/documentation.test.ts" },
  {
    page: /^docs\/model-format.md$/,
    language: /^yaml$/,
    text: /^# (interface|charts|scenarios)\//,
    testedIn: "libs/interface/src/reading/documentation.test.ts",
  },
  {
    page: /^docs\/model-format.md$/,
    language: /^(ad|yaml)$/,
    testedIn: "libs/model/src/documents/documentation.test.ts",
  },
  { page: /^docs\/model-parts.md$/, language: /^(json|ts)$/, testedIn: HERE },
  { page: /^README.md$/, language: /^$/, text: PATHS, testedIn: HERE },
  {
    page: /^examples\/subscriber\/README.md$/,
    language: /^json$/,
    testedIn: "examples/subscriber/src/leaderboard.test.ts",
  },
  { page: /./, language: /^(sh|)$/, text: COMMANDS, testedIn: HERE },
];

const fences = PAGES.flatMap(fencesOf);
const locationOf = ({ page, line }: Fence): string => `${page}:${line}`;
const ruleOf = (fence: Fence): Rule | undefined =>
  RULES.find(
    ({ page, language, text = /(?:)/ }) =>
      page.test(fence.page) && language.test(fence.language) && text.test(fence.text),
  );

test("every code sample is tested, or marked as an illustration", () => {
  const untested = fences.filter((fence) => fence.illustration === null && ruleOf(fence) === undefined);
  expect(untested.map(locationOf)).toEqual([]);
  const unusedRules = RULES.filter((rule) => !fences.some((fence) => ruleOf(fence) === rule));
  expect(unusedRules).toEqual([]);
});

test("the test file listed for a sample mentions the sample's page", () => {
  for (const fence of fences) {
    const testedIn = fence.illustration === null ? ruleOf(fence)!.testedIn : HERE;
    // A test in its page's directory names only the file.
    const reads = testedIn === HERE || textOf(testedIn).includes(basename(fence.page));
    expect([fence.page, testedIn, reads]).toEqual([fence.page, testedIn, true]);
  }
});

describe("documented commands", () => {
  const commands = PAGES.flatMap(commandsOf);

  test("the shell parses every shell sample", () => {
    const samples = fences.filter(({ language }) => language === "sh");
    for (const fence of samples) {
      const { status, stderr } = spawnSync("sh", ["-n"], { input: fence.text, encoding: "utf8" });
      expect([locationOf(fence), status, stderr]).toEqual([locationOf(fence), 0, ""]);
    }
  });

  test("every line of a command sample is a checked command", () => {
    const samples = fences.filter((fence) => fence.illustration === null && ruleOf(fence)?.text === COMMANDS);
    for (const fence of samples)
      for (const line of linesOf(fence.text))
        expect([locationOf(fence), line]).toEqual([locationOf(fence), expect.stringMatching(COMMANDS)]);
  });

  test("every npm script exists", () => {
    const names = commands.flatMap(({ page, words }) => {
      const { script } = scriptOf(words) ?? {};
      return script === undefined || Object.hasOwn(manifest.scripts, script) ? [] : [`${page}: ${script}`];
    });
    expect(names).toEqual([]);
  });

  test("servers accept the settings that commands start them with", () => {
    let checkedCount = 0;
    for (const { page, words } of commands) {
      const { script, args } = scriptOf(words) ?? {};
      if ((script !== "start" && script !== "service") || args!.includes("--help") || args!.includes("NAME")) continue;
      const service = DISTRIBUTED.find(({ name }) => name === args![0]);
      const settings = script === "start" ? settingsOf(STANDALONE) : settingsOf([service!]);
      const config = readConfig(settings, script === "start" ? args! : args!.slice(1), { ETESIAN_TOKEN: "secret" });
      expect([page, words, config]).toEqual([page, words, { values: expect.anything(), warnings: [] }]);
      checkedCount += 1;
    }
    expect(checkedCount).toBeGreaterThan(10);
  });

  test("every test path in a command matches an existing test file", () => {
    const files = globSync("{libs,services,clients,examples,verification,bench,tools,scripts}/**/src/**/*.test.ts", {
      cwd: PROJECT,
      exclude: ["**/node_modules/**"],
    });
    for (const { page, words } of commands) {
      const { script = "", args = [] } = scriptOf(words) ?? {};
      if (!/^(test|watch)/.test(script) || args.includes("--project")) continue;
      for (const path of args.filter((word) => !word.startsWith("-") && word !== "PATH"))
        expect([page, path, files.some((file) => file.includes(path))]).toEqual([page, path, true]);
    }
  });

  test("container commands refer to existing services and to programs in the image", () => {
    /** The service and the program that a container command refers to. */
    const containerCommands = commands.flatMap(
      ({ page, words }): (readonly [page: string, service: string, program: string])[] => {
        if (words[0] === "docker" && words.includes("run")) {
          const file = words.findIndex((word) => word.endsWith(".ts"));
          return [[page, words[file - 1]!, words[file]!]];
        }
        if (words[0] !== "kubectl" || words[1] !== "exec") return [];
        return [[page, words[2]!.replace("deploy/etesian-", ""), words[words.indexOf("node") + 1]!]];
      },
    );
    expect(containerCommands.length).toBeGreaterThan(3);
    const services = new Set<string>(SERVICES.map(({ name }) => name));
    for (const [page, service, program] of containerCommands)
      expect([page, service, services.has(service), existsSync(join(PROJECT, program))]).toEqual([
        page,
        service,
        true,
        true,
      ]);
  });

  test("Compose profiles exist", () => {
    const profiles = Object.values(composeFile().services).flatMap((container) => container.profiles ?? []);
    const names = commands.flatMap(({ words }) => words.filter((_, index) => words[index - 1] === "--profile"));
    expect(new Set(names)).toEqual(new Set(profiles));
  });

  test("the Kubernetes Secret has the keys that the chart reads", () => {
    const literals = commands.flatMap(({ words }) =>
      words.flatMap((word) => /^--from-literal=(\w+)=/.exec(word)?.[1] ?? []),
    );
    const [, keyList] = /^# A Secret with the keys (.*)$/m.exec(textOf("deploy/helm/etesian/values.yaml"))!;
    const keys = [...keyList!.matchAll(/`(\w+)`/g)].map(([, key]) => key!);
    // The next command names the mail server's Secret.
    expect(literals.toSorted()).toEqual([...keys, "smtp"].toSorted());
  });

  test("the chart has all values passed to helm", () => {
    const helmCommands = commands.filter(({ words }) => words[0] === "helm");
    expect(helmCommands).not.toEqual([]);
    const values = load(textOf("deploy/helm/etesian/values.yaml")) as object;
    for (const { words } of helmCommands) {
      expect(existsSync(join(PROJECT, words[3]!, "Chart.yaml"))).toBe(true);
      const paths = words.flatMap((word, index) =>
        words[index - 1] === "--set" ? [word.split("=")[0]!.split(".")] : [],
      );
      for (const path of paths) expect(values).toHaveProperty(path);
    }
  });

  test("programs and files that commands name exist", () => {
    const programs = commands.flatMap(({ page, words }) =>
      words[0] === "node_modules/.bin/node" ? [[page, words.find((word) => word.endsWith(".ts"))!] as const] : [],
    );
    expect(programs.length).toBeGreaterThan(1);
    for (const [page, file] of programs)
      expect([page, file, existsSync(join(PROJECT, file))]).toEqual([page, file, true]);
  });
});

const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

test("the engine's README shows the same sample as docs/engine-package.md", () => {
  const [sample, page] = ["clients/engine/README.md", "docs/engine-package.md"].map((file) => fencesOf(file)[0]!.text);
  expect(sample).toBe(page);
});

test("lists of files and directories contain only existing ones", () => {
  const lists = fences.filter((fence) => ruleOf(fence)?.text === PATHS);
  expect(lists).toHaveLength(1);
  for (const { page, text } of lists)
    for (const [path] of text.matchAll(/^\w+\/\S*/gm))
      expect([page, path, existsSync(join(PROJECT, path))]).toEqual([page, path, true]);
});

describe("samples that need a server", () => {
  let scriptServer: ScriptServer;
  beforeAll(async () => {
    scriptServer = await ScriptServer.open();
  });
  afterAll(() => scriptServer?.close());

  const readme = fencesOf("README.md");
  const steps = readme.flatMap((fence, index) =>
    fence.language === "sh" && fence.text.startsWith("curl") ? [[fence.text, readme[index + 1]!] as const] : [],
  );
  const hasCurl = spawnSync("curl", ["--version"]).status === 0;

  test("the README has five steps, each with its response", () => {
    expect(steps.map(([, { language }]) => language)).toEqual(["json", "json", "json", "json", "json"]);
  });

  test.skipIf(!hasCurl).each(steps)(
    `%s returns the response shown in the README${hasCurl ? "" : " (skipped: there is no curl)"}`,
    async (command, { text }) => {
      const { host } = new URL(scriptServer.url);
      const { stdout } = await promisify(execFile)("sh", ["-c", command.replaceAll("localhost:3000", host)]);
      expect(JSON.parse(stdout)).toMatchObject(JSON.parse(text) as object);
    },
  );

  test("the program in the README creates a scenario", async () => {
    const { text } = readme.find(({ language }) => language === "ts")!;
    expect(await execute(text, { connect, dataOf }, "scenario")).toMatchObject({
      id: expect.any(Number),
      end_year: 2040,
    });
  });

  test("the manifest of a model's parts has the shape shown on its page", async () => {
    const sample = fencesOf("docs/model-parts.md").find(({ language }) => language === "json")!;
    const manifest: unknown = await (await fetch(`${scriptServer.url}/api/v3/model/areas/nl`)).json();
    expect(shapeOf(manifest)).toEqual(shapeOf(JSON.parse(sample.text)));
  });

  test("the program on the model-parts page calculates with parts from a server", async () => {
    const { text } = fencesOf("docs/model-parts.md").find(({ language }) => language === "ts")!;
    const manifest = (await (await fetch(`${scriptServer.url}/api/v3/model/areas/nl`)).json()) as AreaManifest;
    const bytesOf = async ({ sha256 }: { readonly sha256: string }): Promise<Uint8Array> => {
      const response = await fetch(`${scriptServer.url}/api/v3/model/parts/${sha256}`);
      return new Uint8Array(await response.arrayBuffer());
    };
    const recipe = blankRecipe("nl", 2040);
    const scope = { Engine, CurveParts, decodePart, withMissingParts, manifest, bytesOf, recipe };
    const solution = (await execute(text, scope, "solution")) as Solution;
    const result = solution.query("share_of_renewable_electricity");
    // Formatted as in the README.
    expect(result).toMatchObject({ present: 0.497322514150532, future: 0.5349153615995044 });
  });

  /** Executes a sample without its imports against the server; returns the value that the sample assigns to a name. */
  async function execute(text: string, scope: Readonly<Record<string, unknown>>, result: string): Promise<unknown> {
    const body = text.replaceAll(/^import .*;$/gm, "").replaceAll("http://127.0.0.1:3000", scriptServer.url);
    const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => unknown;
    return new AsyncFunction(...Object.keys(scope), `${body}\nreturn ${result};`)(...Object.values(scope));
  }
});

/** Names and kinds of values, without the values; for maps by area, year or variant, the last entry. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  const entries = Object.entries(value).map(([name, field]): [string, unknown] => [
    name.replace(/^(\d{4}|weather\/\w+)$/, "*"),
    shapeOf(field),
  ]);
  return Object.fromEntries(entries);
}
