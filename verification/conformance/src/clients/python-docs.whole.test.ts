/**
 * Runs the Python package, the code of docs/python.md and the notebook as users would, if a suitable Python is
 * installed.
 */

import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const ROOT = resolve(import.meta.dirname, "../../../..");
const run = promisify(execFile);
/** `PYTHON` names a Python interpreter with different libraries. */
const PYTHONS = [process.env["PYTHON"], "python3", "/usr/bin/python3", "python"].filter((path) => path !== undefined);

/** The first Python in which a program succeeds; null if there is none. */
const firstPythonRunning = (program: string): string | null =>
  PYTHONS.find((path) => spawnSync(path, ["-c", program], { timeout: 60_000 }).status === 0) ?? null;
const pythonWithRequests = firstPythonRunning("import sys, pip, requests; sys.exit(sys.version_info < (3, 10))");
const pythonWithPandas = firstPythonRunning("import requests, pandas");
const pythonWithPyetm = firstPythonRunning("import pyetm");
const anyPython = firstPythonRunning("import ast");

interface Cell {
  readonly cell_type: string;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
  readonly metadata: { readonly tags?: readonly string[] };
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const blocksOf = (path: string): readonly string[] =>
  [...textOf(path).matchAll(/```python\n([^`]+)```/g)].map(([, block]) => block!);
const blocks = [...blocksOf("clients/python/README.md"), ...blocksOf("docs/python.md")];
const pyetmBlocks = blocks.filter((block) => block.includes("from pyetm"));
const packageBlocks = blocks.filter((block) => block.includes("from etesian"));
const requestsProgram = blocks.filter((block) => ![...pyetmBlocks, ...packageBlocks].includes(block)).join("\n");
/** The code cells of a notebook. */
function codeOf(path: string): readonly Cell[] {
  const { cells } = JSON.parse(textOf(path)) as { readonly cells: readonly Cell[] };
  return cells.filter(({ cell_type }) => cell_type === "code");
}
const notebookCells = codeOf("examples/first-scenario.ipynb");
/** The cells of the notebook from the installation to a chart, which need only the package. */
const tenCells = codeOf("examples/three-scenarios.ipynb");
const INSTALL = /^%pip install http:\/\/127\.0\.0\.1:3000(\/docs\/\S+\.whl)$/;
/** Cells that draw need matplotlib, which this test does not require. */
const notebook = notebookCells
  .filter(({ metadata }) => !metadata.tags?.includes("matplotlib"))
  .map(({ source }) => source.join(""))
  .join("\n");

test("all samples are valid Python", ({ skip }) => {
  const python = anyPython ?? skip("there is no Python");
  const plottingCells = notebookCells.map(({ source }) => source.join("")).join("\n");
  const tenSources = tenCells.slice(1).map(({ source }) => source.join(""));
  for (const program of [requestsProgram, ...pyetmBlocks, ...packageBlocks, plottingCells, ...tenSources]) {
    const { status, stderr } = spawnSync(python, ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], {
      input: program,
    });
    expect([status, String(stderr)]).toEqual([0, ""]);
  }
});

test("notebooks have no outputs, which would become outdated", () => {
  expect([notebookCells.length > 5, tenCells.length]).toEqual([true, 10]);
  expect([...notebookCells, ...tenCells].filter(({ outputs }) => outputs?.length !== 0)).toEqual([]);
});

describe("on a server", () => {
  let data: string;
  let server: TestServer;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "etesian-python-docs-"));
    server = await startForTest({ model: join(ROOT, "models/starter"), data });
  });
  afterAll(async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  });

  /** The URL that docs/python.md passes to pip. */
  const urlOfWheel = (): string => {
    const [, path] = /^pip install http:\/\/127\.0\.0\.1:3000(\/docs\/\S+\.whl)$/m.exec(textOf("docs/python.md"))!;
    return `${server.url}${path}`;
  };
  const runPython = async (python: string, program: string, environment: NodeJS.ProcessEnv = {}): Promise<string> => {
    const localProgram = program.replaceAll("http://127.0.0.1:3000", server.url);
    const options = { cwd: data, env: { ...process.env, ...environment } };
    const { stdout } = await run(python, ["-W", "error::FutureWarning", "-c", localProgram], options);
    return stdout;
  };

  test("the package passes its own tests with a server", async ({ skip }) => {
    const python = pythonWithRequests ?? skip("there is no Python 3.10 or newer with pip and requests");
    const packagesFolder = join(data, "site-packages");
    const pip = [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-index",
      "--no-deps",
      "--target",
      packagesFolder,
      urlOfWheel(),
    ];
    await run(python, pip, { cwd: data });
    const environment = {
      PYTHONPATH: packagesFolder,
      PYTHONDONTWRITEBYTECODE: "1",
      ETESIAN_URL: server.url,
      ETESIAN_TOKEN: await server.token("python@example.org"),
    };
    const options = ["-W", "error", "-m", "unittest", "discover", "-s", join(ROOT, "clients/python/tests")];
    const testRun = run(python, options, { cwd: data, env: { ...process.env, ...environment } });
    const { stderr } = await testRun.catch((error: unknown) => error as { readonly stderr: string });
    expect(stderr).toMatch(/^Ran \d+ tests in .*\n\nOK/m);
    expect(packageBlocks).toHaveLength(3);
    const text = await runPython(python, packageBlocks.join("\n"), environment);
    expect(text).toMatch(/^Time\tPrice \(Euros\)\n2040-01-01 00:00\t0\.0\n(?:.*\n)*… 8760 rows$/m);
    expect(text).toMatch(/^share_of_renewable_electricity\t0\.497322514150532\t0\.\d+\tfactor$/m);
    expect(text).toMatch(/^PUT \/scenarios\/\d+: 422 invalid: Input \S+ cannot be greater than 60126\.58/m);
    expect(text).toMatch(/^\[0\.0, 43\.0, .*\] MJ$/m);
    expect(text).toMatch(/^scenario\tTime\tPrice \(Euros\)\tcode\terror$/m);
    expect(text).toMatch(/^Etesian\tScenario \d+\tNetherlands\tFinal Energy\tPJ\/yr\t/m);
    expect(text).toMatch(/ \[\] scenarios_results\.xlsx$/m);
  });

  test("the ten cells of a notebook go from the installation to a chart of three scenarios", async ({ skip }) => {
    const python = pythonWithRequests ?? skip("there is no Python 3.10 or newer with pip and requests");
    const [install, ...cells] = tenCells.map(({ source }) => source.join(""));
    const [, path] = INSTALL.exec(install!)!;
    const packagesFolder = join(data, "of-notebook");
    await run(python, [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-index",
      "--no-deps",
      "--target",
      packagesFolder,
      server.url + path,
    ]);
    // A notebook shows the value of a cell's last line.
    const printingCells = cells.map((cell) =>
      cell.replace(/^(results|chart)$/m, "print($1._repr_svg_() if hasattr($1, '_repr_svg_') else $1)"),
    );
    const text = await runPython(python, printingCells.join("\n"), {
      PYTHONPATH: packagesFolder,
      PYTHONDONTWRITEBYTECODE: "1",
    });
    expect(text).toMatch(/^scenario\tkey\tpresent\tfuture\tunit\tcode\terror$/m);
    const bars = [...text.matchAll(/<rect x="[\d.]+" y="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(bars).toHaveLength(3);
    expect(bars.toSorted((one, other) => other - one)).toEqual(bars);
    expect(new Set(bars).size).toBe(3);
    expect(readFileSync(join(data, "emissions.svg"), "utf8")).toContain("Wind and electric cars");
    expect(readFileSync(join(data, "Wind at sea.xlsx")).subarray(0, 2).toString()).toBe("PK");
  });

  test("the page's code prints the documented results", async ({ skip }) => {
    const python = pythonWithPandas ?? skip("there is no Python with requests and pandas");
    const text = await runPython(python, requestsProgram);
    expect(text).toMatch(/^capacity_of_energy_power_wind_turbine_offshore +MW .*3455\.88/m);
    expect(text).toMatch(/^share_of_renewable_electricity +0\.49\d+ +0\.\d+ +factor$/m);
    expect(text).toMatch(/^PUT \/scenarios\/\d+: 422 invalid: \['Input \S+ cannot be greater than 60126\.58/m);
    expect(text).toMatch(/^12 +\d+\.\d+\n(?:.*\n)*energy_power_wind_turbine_offshore\.output \(MW\) /m);
    expect(text).toContain("'length': 8760");
    expect(text).toMatch(/event: scenario_created\nevent: inputs_set\nevent: curve_attached\n$/);
  });

  test("the notebook runs", async ({ skip }) => {
    const python = pythonWithPandas ?? skip("there is no Python with requests and pandas");
    const text = await runPython(python, `${notebook}\nprint(study.to_csv())\nprint(history["type"].tolist()[0])`);
    const shares = [...text.matchAll(/^\d+,([\d.]+),[\d.]+,[\d.]+$/gm)].map(([, share]) => Number(share));
    expect(shares).toHaveLength(6);
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(text).toMatch(/curve_attached\n$/);
  });

  test("pyetm works with another base URL", async ({ skip }) => {
    const python = pythonWithPyetm ?? skip("there is no Python with pyetm");
    expect(pyetmBlocks).toHaveLength(1);
    const text = await runPython(python, pyetmBlocks[0]!);
    expect(text).toMatch(/^share_of_renewable_electricity +factor +0\.49\d+ +0\.\d+$/m);
    expect(text).toMatch(/^count +8760/m);
  });
});
