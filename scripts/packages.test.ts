/** Tests that packages depend only on packages and libraries that docs/architecture.md allows. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

interface Package {
  readonly name: string;
  /** Top-level directory: "libs", "services" … */
  readonly layer: string;
  /** Dependencies within this project. */
  readonly projectDependencies: readonly string[];
  readonly libraries: readonly string[];
  /** Dependencies of its tests and build within this project. */
  readonly testDependencies: readonly string[];
  readonly directory: string;
  readonly exports: { readonly [path: string]: string };
}

const packages: readonly Package[] = globSync(
  "{libs/*,services/*,clients/*,examples/*,tools/*,verification/*,bench}/package.json",
  {
    cwd: ROOT,
  },
).map((file) => {
  const {
    name,
    dependencies = {},
    devDependencies = {},
    exports = {},
  } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
    readonly name: string;
    readonly exports?: { readonly [path: string]: string };
    readonly dependencies?: { readonly [name: string]: string };
    readonly devDependencies?: { readonly [name: string]: string };
  };
  const [projectDependencies, libraries] = [true, false].map((isProjectPackage) =>
    Object.keys(dependencies).filter((dependency) => dependency.startsWith("@etesian/") === isProjectPackage),
  ) as [string[], string[]];
  const testDependencies = Object.keys(devDependencies).filter((dependency) => dependency.startsWith("@etesian/"));
  return {
    name,
    layer: dirname(file).split("/")[0]!,
    projectDependencies,
    libraries,
    testDependencies,
    directory: dirname(file),
    exports,
  };
});
const findPackage = (name: string): Package => {
  const match = packages.find((candidate) => candidate.name === name);
  if (match === undefined) throw new Error(`there is no package ${name}`);
  return match;
};

/** A package and all of its dependencies. Throws an error for a cycle. */
function dependencyClosure({ name, projectDependencies }: Package, path: readonly string[] = []): ReadonlySet<string> {
  if (path.includes(name)) throw new Error(`a cycle of packages: ${[...path, name].join(" > ")}`);
  return new Set([
    name,
    ...projectDependencies.flatMap((dependency) => [...dependencyClosure(findPackage(dependency), [...path, name])]),
  ]);
}

/** The target of an import: a file of the project, or null for Node's modules and libraries. */
function resolveImport(specifier: string, from: string): string | null {
  if (specifier.startsWith(".")) return join(dirname(from), specifier);
  const [, name, path = ""] = /^(@etesian\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const { directory, exports } = findPackage(name);
  const target = exports[`.${path}`];
  if (target === undefined) throw new Error(`${from} imports ${specifier}, which ${name} does not export`);
  return join(ROOT, directory, target);
}

/** Imports and exports of values; type imports do not exist at run time. */
const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

/** Imports and exports by path, including types. */
const RELATIVE_IMPORT = /^\s*(?:import|export)\s+(?:[^;"']*?\sfrom\s+)?"(\.[^"]+)"|\bimport\("(\.[^"]+)"/gm;

/** Everything that a package's public API loads, directly or indirectly. */
function graphOf(name: string): { readonly files: ReadonlySet<string>; readonly outside: ReadonlyMap<string, string> } {
  const queue = [resolveImport(name, ROOT)!];
  const files = new Set(queue);
  const outside = new Map<string, string>();
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    for (const [, staticSpecifier, dynamicSpecifier] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const specifier = staticSpecifier ?? dynamicSpecifier!;
      const target = resolveImport(specifier, file);
      if (target === null) outside.set(specifier, relative(ROOT, file));
      else if (!files.has(target)) queue.push(target);
      if (target !== null) files.add(target);
    }
  }
  return { files, outside };
}

/** Node's modules and libraries that it loads, each with an importing file. */
const externalModulesOf = (name: string): ReadonlyMap<string, string> => graphOf(name).outside;

/** The project's files that it loads. */
const filesOf = (name: string): readonly string[] => [...graphOf(name).files].map((file) => relative(ROOT, file));

/** The only file that may use Node's API, where it is available. */
const NODE_DETECTOR = "libs/numeric/src/same-bytes.ts";

/** Names of Node's API in a file's code, without comments, texts and types. */
function namesOfNode(file: string): readonly string[] {
  const code = stripTypeScriptTypes(readFileSync(join(ROOT, file), "utf8"))
    .replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, "")
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "");
  return [...code.matchAll(/\b(?:Buffer|SharedArrayBuffer|setImmediate|process(?=\.)|require(?=\())(?!\w)/g)].map(
    ([name]) => name,
  );
}

/** Directories from bottom to top: a package may use packages in its own directory and in lower ones. */
const LAYERS = ["libs", "clients", "services", "examples", "tools", "verification", "bench"];

/**
 * Exceptions to imports by package name: the project's manifest is in no package, and generators read unexported
 * tables.
 */
const mayLeavePackage = (file: string, target: string): boolean =>
  target === "package.json" || file.startsWith("tools/generate/");

describe("packages", () => {
  test("no package depends on a package of a higher layer, not even for its tests", () => {
    const upwards = packages.flatMap(({ name, layer, projectDependencies, testDependencies }) =>
      [...projectDependencies, ...testDependencies]
        .filter((other) => LAYERS.indexOf(findPackage(other).layer) > LAYERS.indexOf(layer))
        .map((other) => `${name} > ${other}`),
    );
    expect(upwards).toEqual([]);
    expect(packages.filter(({ layer }) => !LAYERS.includes(layer))).toEqual([]);
  });

  test("the testing package depends on no package of the project, so that all tests may use them", () => {
    const { projectDependencies, testDependencies } = findPackage("@etesian/testing");
    expect([...projectDependencies, ...testDependencies]).toEqual([]);
  });

  test("no package depends at run time on test helpers, tools or verification", () => {
    const product = packages.filter(
      ({ layer, name }) => ["libs", "clients", "services"].includes(layer) && name !== "@etesian/testing",
    );
    const problems = product.flatMap(({ name, projectDependencies }) =>
      projectDependencies.filter((other) => other === "@etesian/testing").map((other) => `${name} > ${other}`),
    );
    expect(problems).toEqual([]);
  });

  test("files import other packages only by package name", () => {
    const files = globSync("{libs,services,clients,examples,tools,verification}/*/**/*.{ts,tsx,mjs}", {
      cwd: ROOT,
      exclude: ["**/node_modules/**", "**/dist/**"],
    }).concat(globSync("bench/src/**/*.ts", { cwd: ROOT }));
    expect(files.length).toBeGreaterThan(500);
    const violations = files.flatMap((file) => {
      const depth = file.startsWith("bench/") ? 1 : 2;
      const packageFolder = `${file.split("/").slice(0, depth).join("/")}/`;
      return [...readFileSync(join(ROOT, file), "utf8").matchAll(RELATIVE_IMPORT)]
        .map(([, plain, dynamic]) => relative(ROOT, join(ROOT, dirname(file), plain ?? dynamic!)))
        .filter((target) => !target.startsWith(packageFolder) && !mayLeavePackage(file, target))
        .map((target) => `${file} > ${target}`);
    });
    expect(violations).toEqual([]);
  });

  test("packages have no cyclic dependencies", () => {
    expect(packages.length).toBeGreaterThan(10);
    for (const workspace of packages) expect(dependencyClosure(workspace).size).toBeGreaterThan(0);
  });

  test("packages of services depend on no service: only standalone composes them", () => {
    const composingPackages = packages.filter(({ projectDependencies }) =>
      projectDependencies.some((name) => findPackage(name).layer === "services"),
    );
    expect(composingPackages.filter(({ layer }) => layer === "services").map(({ name }) => name)).toEqual([
      "@etesian/standalone",
    ]);
  });

  test("packages of the calculation use no libraries except for YAML and hashing", () => {
    const libraries = [...dependencyClosure(findPackage("@etesian/engine"))]
      .filter((name) => name !== "@etesian/contracts")
      .flatMap((name) => findPackage(name).libraries);
    expect(libraries.toSorted()).toEqual(["@noble/hashes", "js-yaml"]);
  });

  test.each([
    "engine",
    "gql",
    "numeric",
    "numeric/rational",
    "sliders",
    "collections",
    "model/definition",
    "interface",
    "model/parts",
  ])("%s runs in a browser: it loads no Node module, and no library except for hashing", (name) => {
    const outside = [...externalModulesOf(`@etesian/${name}`).keys()].filter(
      (module) => !module.startsWith("@noble/hashes/"),
    );
    expect(outside).toEqual([]);
  });

  test.each([
    "engine",
    "gql",
    "numeric",
    "numeric/rational",
    "sliders",
    "collections",
    "model/definition",
    "model/parts",
  ])("%s uses no API that browsers lack, in any file that it loads", (name) => {
    const imports = filesOf(`@etesian/${name}`)
      .filter((file) => file !== NODE_DETECTOR)
      .flatMap((file) => namesOfNode(file).map((word) => `${file}: ${word}`));
    expect(imports).toEqual([]);
  });

  test("packages that use APIs missing in browsers are found", () => {
    expect(namesOfNode("libs/model/src/datasets/curve-cache.ts")).toEqual(expect.arrayContaining(["Buffer"]));
    expect(namesOfNode("libs/clock/src/system-clock.ts")).toEqual(["setImmediate"]);
  });

  test("packages that read files are found by their imports", () => {
    expect([...externalModulesOf("@etesian/model").keys()]).toEqual(expect.arrayContaining(["node:fs", "js-yaml"]));
  });

  test("the gateway and the scenarios service depend on no package that calculates", () => {
    for (const name of ["@etesian/gateway", "@etesian/scenarios"]) {
      for (const calculationPackage of ["@etesian/engine", "@etesian/gql", "@etesian/model"])
        expect([...dependencyClosure(findPackage(name))]).not.toContain(calculationPackage);
    }
  });

  test("sweeps calculate only on their threads: the module that runs them loads no engine", () => {
    const calculationFiles = filesOf("@etesian/sweep/running").filter((file) =>
      /^libs\/(?:engine|gql|model)\//.test(file),
    );
    expect(calculationFiles).toEqual([]);
  });

  test("libraries are listed in docs/reference/dependencies.md with a reason", () => {
    const page = readFileSync(join(ROOT, "docs/reference/dependencies.md"), "utf8");
    const missing = packages.flatMap(({ libraries }) => libraries).filter((name) => !page.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});

describe("the map of docs/architecture.md", () => {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");

  test("every package, model and example has a row", () => {
    const folders = [
      ...packages.map(({ directory }) => directory),
      ...globSync("models/*", { cwd: ROOT }),
      "examples",
      "proto",
      "scripts",
      "deploy",
      "tools/generate",
    ];
    expect(folders.filter((folder) => !page.includes(`\n| \`${folder}\` | `))).toEqual([]);
  });

  test("every row is an existing folder", () => {
    const map = page.slice(page.indexOf("## The map"), page.indexOf("## From documents to a result"));
    const rows = [...map.matchAll(/^\| `([\w/-]+)`(?:, `([\w/-]+)`)? \|/gm)].map(([, folder]) => folder!);
    expect(rows.length).toBeGreaterThan(packages.length);
    expect(rows.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });

  test("each of at least twenty common changes starts at an existing file or folder", () => {
    const [, table] = /## Where do I go for …\n\n(.*?)\n\n## /s.exec(page)!;
    const rows = table!.split("\n").slice(2);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    for (const row of rows) {
      const paths = [...row.split("|")[2]!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
      expect([row, paths.length === 0]).toEqual([row, false]);
      expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    }
  });
});

test("recipes refer to existing files by their path from the root", () => {
  const recipes = globSync("docs/how-to/*.md", { cwd: ROOT });
  const references = recipes.flatMap((recipe) =>
    [...readFileSync(join(ROOT, recipe), "utf8").matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|yml|proto|md))`/g)]
      .map(([, path]) => path!)
      .filter((path) => !path.includes("NAME"))
      .map((path) => ({ recipe, path })),
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the list of recipes is complete", () => {
  const list = readFileSync(join(ROOT, "docs/how-to/README.md"), "utf8");
  const recipes = globSync("docs/how-to/*.md", { cwd: ROOT }).map((recipe) => basename(recipe));
  expect(recipes.filter((recipe) => recipe !== "README.md" && !list.includes(`](${recipe})`))).toEqual([]);
});

test("every decision has a unique number and a line in the list", () => {
  const pages = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT }).map((page) => basename(page));
  const numbers = pages.map((page) => page.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) < index)).toEqual([]);
  const list = readFileSync(join(ROOT, "docs/decisions/README.md"), "utf8");
  expect(pages.filter((page) => !list.includes(`- [${page.slice(0, 4)} `) || !list.includes(`](${page})`))).toEqual([]);
});

test("a dependency's required engine is checked against the project's Node version", () => {
  const workspace = readFileSync(join(ROOT, "pnpm-workspace.yaml"), "utf8");
  const [nodeVersion, node] = [/^nodeVersion: (\S+)$/m, /^  node: (\d\S+)$/m].map((line) => line.exec(workspace)?.[1]);
  expect(node).toMatch(/^\d+\.\d+\.\d+$/);
  expect(nodeVersion).toBe(node);
});
