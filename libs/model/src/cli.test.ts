import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { directoryOf, smallModel } from "./testing/directory.ts";

const EMISSIONS = "etm_sector,etm_subsector,use,ghg,year,unit,value\na,b,c,co2,2020,kton,1\n";

function model(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "cli.ts"), ...args], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("check", () => {
  test("a sound model: counts, exit code 0", () => {
    const { status, stdout } = model(
      "check",
      directoryOf(smallModel({ "datasets/here/emissions.csv": EMISSIONS })),
      "--all",
    );
    expect(stdout).toBe(
      "2 energy nodes and 1 edge, 0 molecule nodes and 0 edges, 3 carriers, 0 inputs, 0 gqueries, 1 area\n0 errors, 0 warnings\n",
    );
    expect(status).toBe(0);
  });

  test("errors: file, line, key, what was expected, exit code 1", () => {
    const directory = directoryOf(smallModel({ "inputs/i.ad": "- query = 1\n- update_period = never\n" }));
    const { status, stdout } = model("check", directory);
    expect(stdout).toContain("inputs/i.ad:2: error: i: update_period: expected one of present, future, both, before");
    expect(stdout).toContain("1 error, ");
    expect(status).toBe(1);
  });

  test("warnings of areas, exit code 0", () => {
    const directory = directoryOf(
      smallModel({
        "datasets/here/emissions.csv": EMISSIONS,
        "datasets/part/part.derived.ad": "- base_dataset = here\n- scaling.value = 1\n- scaling.base_value = 4\n",
        "datasets/part/emissions.csv": EMISSIONS,
        "datasets/part/graph_values.yml": "mime:\n  demand: 1.0\nplant:\n  output:\n    :coal: 1.0\n",
        "datasets/poor/poor.full.ad": "- area = poor\n",
      }),
    );
    const { status, stdout } = model("check", directory);
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      'datasets/part/graph_values.yml: warning: mime: expected the key of a node or an edge (did you mean "mine"?); ignored',
      "datasets/part/graph_values.yml: warning: plant: output.coal: the node has no such slot (it has electricity, loss)",
      "datasets/poor: warning: poor: cannot be computed: the energy balance of poor is not in the model",
    ]);
    expect(status).toBe(0);
  });

  test("a curve that is no year is an error, an analysis year that is none keeps the area from being computed", () => {
    const directory = directoryOf(
      smallModel({
        "datasets/here/emissions.csv": EMISSIONS,
        "datasets/here/curves/sun.csv": "1.0\n".repeat(101),
        "datasets/when/when.full.ad": "- area = when\n- analysis_year = abc\n",
        "datasets/when/energy_balance.csv": "FLOW\n",
      }),
    );
    const { status, stdout } = model("check", directory);
    expect(stdout).toContain("datasets/here/curves/sun.csv: error: here: ");
    expect(stdout).toContain("datasets/when: warning: when: cannot be computed: its analysis_year is no year");
    expect(status).toBe(1);
  });

  test("a directory without areas is no model", () => {
    const { status, stderr } = model("check", import.meta.dirname);
    expect(stderr).toContain("has no area in datasets/");
    expect(status).toBe(1);
  });

  test("an unreadable dataset file is an error", () => {
    const directory = directoryOf(smallModel({ "datasets/here/emissions.csv": "a,b\n1,2\n" }));
    const { status, stdout } = model("check", directory);
    expect(stdout).toContain("datasets/here/emissions.csv: error: here: ");
    expect(stdout).toContain('expected a column "etm_sector"');
    expect(status).toBe(1);
  });
});

test("areas lists them with what hinders", () => {
  const { status, stdout } = model(
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
  test("prints a summary", () => {
    const { status, stdout } = model("solve", directoryOf(smallModel()), "here");
    expect(stdout).toMatch(
      /^here, start year 2020, solved in [\d.]+ s\nenergy: +2 nodes × \d+ values, 4 slots, 1 edges\n/,
    );
    expect(status).toBe(0);
  });

  test.each([
    ["elsewhere", '"elsewhere" is no area of this model'],
    ["poor", 'the area "poor" cannot be computed: the energy balance of poor is not in the model'],
  ])("%s is refused with the reason", (area, message) => {
    const { status, stderr } = model(
      "solve",
      directoryOf(smallModel({ "datasets/poor/poor.full.ad": "- group = country\n" })),
      area,
    );
    expect(stderr).toBe(`${message}\n`);
    expect(status).toBe(1);
  });
});

describe("usage", () => {
  test("--help explains the commands", () => {
    const { status, stdout } = model("--help");
    expect(stdout).toMatch(/check DIR[\s\S]*areas DIR[\s\S]*solve DIR AREA/);
    expect(status).toBe(0);
  });

  test.each([
    [[], "expected a command: check, areas or solve"],
    [["chek", "."], 'unknown command "chek"'],
    [["check"], "check: expected a model directory"],
    [["solve", "."], "solve: expected an area after the directory"],
    [["areas", ".", "nl"], 'unexpected argument "nl"'],
    [["check", ".", "--quick"], "--quick"],
  ])("%j is refused", (args, message) => {
    const { status, stderr } = model(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test("a directory that is not there is refused", () => {
    const { status, stderr } = model("check", "/nowhere/at/all");
    expect(stderr).toBe('expected a model directory, "/nowhere/at/all" is none\n');
    expect(status).toBe(1);
  });
});
