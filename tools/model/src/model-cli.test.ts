import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { directoryOf, smallModel } from "@etesian/model/testing";
import { type ProgramResult, runModel } from "./model-program.fixture.ts";
import { createRepository } from "./repository.fixture.ts";

const EMISSIONS = "etm_sector,etm_subsector,use,ghg,year,unit,value\na,b,c,co2,2020,kton,1\n";

/** Runs the program in its own process. */
function program(...args: string[]): ProgramResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "model-cli.ts"), ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("check", () => {
  test("a check of a valid model prints counts and exits with 0", async () => {
    const { status, stdout } = await runModel(
      "check",
      directoryOf(smallModel({ "datasets/here/emissions.csv": EMISSIONS })),
      "--all",
    );
    expect(stdout).toBe(
      "2 energy nodes and 1 edge, 0 molecule nodes and 0 edges, 3 carriers, 0 inputs, 0 gqueries, 1 area\n0 errors, 0 warnings\n",
    );
    expect(status).toBe(0);
  });

  test("a check prints an error's file, line, key and expected value, and exits with 1", async () => {
    const directory = directoryOf(smallModel({ "inputs/i.ad": "- query = 1\n- update_period = never\n" }));
    const { status, stdout } = await runModel("check", directory);
    expect(stdout).toContain("inputs/i.ad:2: error: i: update_period: expected one of present, future, both, before");
    expect(stdout).toContain("1 error, ");
    expect(status).toBe(1);
  });

  test("unknown names in queries and inputs are warnings with a suggestion", async () => {
    const directory = directoryOf(
      smallModel({
        "gqueries/general/g.gql":
          "- unit = MJ\n- query =\n    SUM(\n      V(plannt, demand),\n      V(mine, demnad)\n    )\n",
        "inputs/i.ad": "- query = UPDATE(V(mine), preset_demnd, USER_INPUT())\n- update_period = future\n",
      }),
    );
    const { status, stdout } = await runModel("check", directory);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      'gqueries/general/g.gql:4: warning: g: query: V expects the key of an energy node, found "plannt" (did you mean "plant"?)',
      'gqueries/general/g.gql:5: warning: g: query: expected an attribute of energy nodes, or the key of a node, found "demnad" (did you mean "demand"?)',
      'inputs/i.ad:1: warning: i: query: UPDATE expects an attribute of energy nodes that inputs may write, found "preset_demnd" (did you mean "preset_demand"?)',
    ]);
    expect(status).toBe(0);
  });

  test.each(["SUM(V(mine, demand)", "SUMM(V(mine, demand))"])(
    "%s can never have a result, so the check exits with 1",
    async (query) => {
      const { status, stdout } = await runModel(
        "check",
        directoryOf(
          smallModel({ "datasets/here/emissions.csv": EMISSIONS, "gqueries/general/g.gql": `- query = ${query}\n` }),
        ),
      );
      expect(stdout).toMatch(/^gqueries\/general\/g.gql:1: error: g: query: /);
      expect(stdout).toContain("1 error, 0 warnings");
      expect(status).toBe(1);
    },
  );

  test("a start value outside an input's range is a warning with both numbers", async () => {
    const input = (key: string, start: string): string =>
      `=== ${key}\n- query = 1\n- update_period = future\n- min_value = 0\n- max_value = 5000\n- ${start}\n`;
    const { status, stdout } = await runModel(
      "check",
      directoryOf(
        smallModel({
          "datasets/here/emissions.csv": EMISSIONS,
          "inputs/i.set.ad": `${input("static", "start_value = 6759.6")}${input("asked", "start_value_gql = present:AREA(number_of_inhabitants) * -1")}`,
        }),
      ),
    );
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "inputs/i.set.ad:6: warning: static: start_value: 6759.6 is above max_value, 5000",
      "inputs/i.set.ad:12: warning: asked: start_value_gql: in here the start value -100 is below min_value, 0",
    ]);
    expect(status).toBe(0);
  });

  test("the included model has no error and no warning", async () => {
    const { status, stdout } = await runModel("check", join(import.meta.dirname, "../../../models/starter"));
    expect(stdout).toMatch(/\n0 errors, 0 warnings\n$/);
    expect(stdout.split("\n")).toHaveLength(3);
    expect(status).toBe(0);
  });

  test("a check with warnings about areas exits with 0", async () => {
    const directory = directoryOf(
      smallModel({
        "datasets/here/emissions.csv": EMISSIONS,
        "datasets/part/part.derived.ad": "- base_dataset = here\n- scaling.value = 1\n- scaling.base_value = 4\n",
        "datasets/part/emissions.csv": EMISSIONS,
        "datasets/part/graph_values.yml": "mime:\n  demand: 1.0\nplant:\n  output:\n    :coal: 1.0\n",
        "datasets/poor/poor.full.ad": "- area = poor\n",
      }),
    );
    const { status, stdout } = await runModel("check", directory);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      'datasets/part/graph_values.yml: warning: mime: expected the key of a node or an edge (did you mean "mine"?); ignored',
      "datasets/part/graph_values.yml: warning: plant: output.coal: the node has no such slot (it has electricity, loss)",
      "datasets/poor: warning: poor: cannot be computed: the energy balance of poor is not in the model",
    ]);
    expect(status).toBe(0);
  });

  test("a curve without a year's values is an error, and an area with an invalid analysis year cannot be computed", async () => {
    const directory = directoryOf(
      smallModel({
        "datasets/here/emissions.csv": EMISSIONS,
        "datasets/here/curves/sun.csv": "1.0\n".repeat(101),
        "datasets/when/when.full.ad": "- area = when\n- analysis_year = abc\n",
        "datasets/when/energy_balance.csv": "FLOW\n",
      }),
    );
    const { status, stdout } = await runModel("check", directory);
    expect(stdout).toContain("datasets/here/curves/sun.csv: error: here: ");
    expect(stdout).toContain("datasets/when: warning: when: cannot be computed: its analysis_year is not a year");
    expect(status).toBe(1);
  });

  test("a directory without areas is not a model", async () => {
    const { status, stderr } = await runModel("check", import.meta.dirname);
    expect(stderr).toContain("has no area in datasets/");
    expect(status).toBe(1);
  });

  test("an unreadable dataset file is an error", async () => {
    const directory = directoryOf(smallModel({ "datasets/here/emissions.csv": "a,b\n1,2\n" }));
    const { status, stdout } = await runModel("check", directory);
    expect(stdout).toContain("datasets/here/emissions.csv: error: here: ");
    expect(stdout).toContain('expected a column "etm_sector"');
    expect(status).toBe(1);
  });
});

describe("list", () => {
  const directory = () =>
    directoryOf(
      smallModel({
        "inputs/supply/i.set.ad":
          "=== coal\n# Mined each year.\n# Imports are apart.\n- query = 1\n- unit = TJ\n- min_value = 0\n- max_value_gql = present:AREA(number_of_inhabitants) * 20\n- start_value = 12.5\n- update_period = future\n" +
          "=== season\n- query = 1\n- unit = enum\n- min_value = [warm, cold]\n- start_value = warm\n- update_period = future\n",
        "gqueries/general/g.gql": "# All of it.\n- unit = MJ\n- query = V(mine, demand)\n",
      }),
    );

  test("`list` prints inputs with their unit, range, start value and author's note", async () => {
    const { status, stdout } = await runModel("list", directory());
    expect(stdout).toBe(
      "supply:\n" +
        "  coal    TJ    0 to 2,000, default 12.5         Mined each year. Imports are apart.\n" +
        "  season  enum  one of warm, cold; default warm\n",
    );
    expect(status).toBe(0);
  });

  test("`list` prints queries by folder", async () => {
    expect((await runModel("list", "queries", directory())).stdout).toBe("general:\n  g  MJ    All of it.\n");
  });

  test("`list` writes JSON", async () => {
    const [coal] = JSON.parse((await runModel("list", "inputs", directory(), "--json")).stdout) as readonly unknown[];
    expect(coal).toEqual({
      key: "coal",
      folder: "supply",
      unit: "TJ",
      min: 0,
      max: 2000,
      start: 12.5,
      step: null,
      permittedValues: null,
      shareGroup: null,
      description: "Mined each year.\nImports are apart.",
    });
    expect(JSON.parse((await runModel("list", "queries", directory(), "--json")).stdout)).toEqual([
      { key: "g", folder: "general", unit: "MJ", description: "All of it." },
    ]);
  });

  test("`list` uses the included model by default", async () => {
    expect((await runModel("list")).stdout).toMatch(/capacity_of_energy_power_wind_turbine_inland +MW +0 to /);
  });
});

test("`check --json` prints the problems as data", async () => {
  const { status, stdout } = await runModel(
    "check",
    directoryOf(smallModel({ "inputs/i.ad": "- update_period = never\n" })),
    "--json",
  );
  expect(JSON.parse(stdout)).toMatchObject({
    errors: 1,
    problems: expect.arrayContaining([
      { severity: "error", file: "inputs/i.ad", line: 1, key: "i", message: expect.stringContaining("update_period") },
    ]),
  });
  expect(status).toBe(1);
});

test("`areas` lists the areas with the reasons why they cannot be computed", async () => {
  const { status, stdout } = await runModel(
    "areas",
    directoryOf(smallModel({ "datasets/poor/poor.full.ad": "- group = country\n" })),
  );
  expect(stdout).toBe(
    "here  2020  unsorted\n" +
      "poor  2011  country       not computable: the energy balance of poor is not in the model\n" +
      "2 areas, 1 computable; default here\n",
  );
  expect(status).toBe(0);
});

describe("solve", () => {
  test("`solve` prints a summary", async () => {
    const { status, stdout } = await runModel("solve", directoryOf(smallModel()), "here");
    expect(stdout).toMatch(
      /^here, start year 2020, solved in [\d.]+ s\nenergy: +2 nodes × \d+ values, 4 slots, 1 edges\n/,
    );
    expect(status).toBe(0);
  });

  test.each([
    ["elsewhere", '"elsewhere" is not an area of this model'],
    ["poor", 'the area "poor" cannot be computed: the energy balance of poor is not in the model'],
  ])("%s is refused with the reason", async (area, message) => {
    const { status, stderr } = await runModel(
      "solve",
      directoryOf(smallModel({ "datasets/poor/poor.full.ad": "- group = country\n" })),
      area,
    );
    expect(stderr).toBe(`${message}\n`);
    expect(status).toBe(1);
  });
});

describe("usage", () => {
  test("--help explains the commands", async () => {
    const { status, stdout } = await runModel("--help");
    expect(stdout).toMatch(/check DIR[\s\S]*list [\s\S]*areas DIR[\s\S]*solve DIR AREA/);
    expect(status).toBe(0);
  });

  test.each([
    [[], "a command is missing: expected one of check, list, areas, solve, query, new, weather, fetch, interface"],
    [["chek", "."], 'unknown command "chek"'],
    [["check"], "check: expected a model directory"],
    [["interface"], "interface: expected a checkout of the front end"],
    [["solve", "."], "solve: expected an area after the directory"],
    [["areas", ".", "nl"], 'unexpected argument "nl"'],
    [["check", ".", "--quick"], "--quick"],
  ])("%j is refused", async (args, message) => {
    const { status, stderr } = await runModel(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test("a missing directory is refused", async () => {
    const { status, stderr } = await runModel("check", "/nowhere/at/all");
    expect(stderr).toBe('expected a model directory; "/nowhere/at/all" is not one\n');
    expect(status).toBe(1);
  });
});

test("the program has the same output and exit code as a separate process", async () => {
  for (const args of [
    ["list", directoryOf(smallModel())],
    ["chek", "."],
    ["check", "/nowhere/at/all"],
  ]) {
    expect(program(...args)).toEqual(await runModel(...args));
  }
});

describe("query", () => {
  const village = () => directoryOf(smallModel({ "datasets/here/emissions.csv": EMISSIONS }));
  const runQuery = (query: string, ...options: string[]) => runModel("query", village(), "here", query, ...options);

  test("an ad hoc query is evaluated for both years, and printed as lines or as JSON", async () => {
    expect(await runQuery("COUNT(ALL())")).toEqual({ status: 0, stdout: "present  2\nfuture   2\n", stderr: "" });
    const { stdout } = await runQuery("GRAPH(year)", "--json", "--end-year", "2041");
    expect(JSON.parse(stdout)).toMatchObject({ future: 2041, warnings: [] });
  });

  test("nodes are shown by key, and molecule nodes are queried by separate functions", async () => {
    expect((await runQuery("USE(energetic)")).status).toBe(0);
    expect((await runQuery("COUNT(MUSE(energetic)) + COUNT(MCARRIER(co2))")).stdout).toBe("present  0\nfuture   0\n");
    expect((await runQuery("ALL()")).stdout).toMatch(/^present {2}\["\w+","\w+"\]$/m);
  });

  test("an unknown name is a warning with a suggestion, since its value is 0", async () => {
    const { status, stdout, stderr } = await runQuery("SUM(V(plannt, demand))");
    expect([status, stdout]).toEqual([0, "present  0\nfuture   0\n"]);
    expect(stderr).toContain('found "plannt" (did you mean "plant"?)');
  });

  test.each([
    ["SUMM(1)", "SUMM"],
    ["SUM(1,", "column 7"],
  ])("%s is an error with its position", async (query, position) => {
    const { status, stderr } = await runQuery(query);
    expect([status, stderr.includes(position)]).toEqual([1, true]);
  });

  test("inputs with invalid values, and invalid years, are errors", async () => {
    expect(await runQuery("1", "--set", "nope=1")).toMatchObject({ status: 1, stderr: "Input nope does not exist\n" });
    expect(await runQuery("1", "--set", "nope")).toMatchObject({ status: 2 });
    expect(await runQuery("1", "--end-year", "1999")).toMatchObject({ status: 1 });
    expect(await runModel("query", village(), "here")).toMatchObject({ status: 2 });
  });
});

describe("fetch", () => {
  test("`fetch` checks the fetched model, and refuses another commit in the same directory", async () => {
    const { directory, commit } = createRepository(smallModel({ "datasets/here/emissions.csv": EMISSIONS }));
    const modelDirectory = join(directoryOf({}), "models/fetched");
    const result = await runModel("fetch", modelDirectory, "--from", directory, "--commit", commit);
    expect(result.stderr).toContain(`${modelDirectory}: fetched, commit ${commit}`);
    expect(result.stdout).toMatch(/^2 energy nodes and 1 edge.*\n0 errors, 0 warnings\n$/);
    expect(result.status).toBe(0);
    const refusal = await runModel("fetch", modelDirectory, "--from", directory, "--commit", "0".repeat(40));
    expect(refusal).toMatchObject({ status: 1, stdout: "" });
    expect(refusal.stderr).toMatch(new RegExp(`^${modelDirectory} is at commit ${commit}`));
  });
});

describe("new", () => {
  test("`new` writes a model without problems, and never overwrites files", async () => {
    const modelDirectory = join(directoryOf({}), "models/new");
    expect(await runModel("new", modelDirectory)).toMatchObject({ status: 0, stderr: "" });
    expect((await runModel("check", modelDirectory, "--all")).stdout).toMatch(/\n0 errors, 0 warnings\n$/);
    expect((await runModel("solve", modelDirectory, "village")).stdout).toMatch(/^village, start year 2023, solved/);
    writeFileSync(join(modelDirectory, "README.md"), "mine");
    expect(await runModel("new", modelDirectory)).toMatchObject({
      status: 1,
      stderr: `${modelDirectory} exists: expected the name of a new directory\n`,
    });
    expect(readFileSync(join(modelDirectory, "README.md"), "utf8")).toBe("mine");
  });
});
