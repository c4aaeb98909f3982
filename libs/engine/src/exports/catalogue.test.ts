import { describe, expect, it } from "vitest";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { csvLines } from "@etesian/tables";
import { Engine } from "../scenario/engine.ts";
import { MODEL, VILLAGE } from "../scenario/model.fixture.ts";
import { NO_HOURS } from "./catalogue.ts";
import { energyMap } from "./energy-map.ts";
import { UnknownStatistic } from "./node-statistics.ts";

const BLANK = blankRecipe("village", 2050);

const solve = (config: typeof MODEL.config = {}, userValues: Recipe["userValues"] = {}) =>
  new Engine({ ...MODEL, config }).solve(VILLAGE, { ...BLANK, userValues });

/** Rows of a table of the village, cell by cell. */
function rows(solution: ReturnType<typeof solve>, name: string): readonly string[][] {
  const lines = [...csvLines(solution.annualExport(name)!.table())];
  return lines.map((line) => line.trimEnd().split(","));
}

describe("node flows", () => {
  it("node flows list the inputs and outputs of every node by key, with 0 for other carriers", () => {
    const [header, ...nodes] = rows(solve(), "energy_flow");
    expect(header!.slice(0, 2)).toEqual(["key", "input_of_useable_heat (MJ)"]);
    const keys = nodes.map(([key]) => key!);
    expect(keys).toEqual([...keys].sort());
    const boiler = Object.fromEntries(header!.map((name, index) => [name, nodes[keys.indexOf("gas_boiler")]![index]]));
    // 75 MJ of heat at an efficiency of 0.8.
    expect(boiler).toMatchObject({
      "input_of_natural_gas (MJ)": "93.75",
      "output_of_useable_heat (MJ)": "75.0",
      "output_of_loss (MJ)": "18.75",
      "input_of_useable_heat (MJ)": "0.0",
    });
  });

  it("node flows belong to the requested year", () => {
    const solution = solve({}, { gas_boiler_share: 100, electric_heater_share: 0 });
    const demand = (table: string) => rows(solution, table).find(([key]) => key === "gas_boiler")!;
    expect(demand("energy_flow_present")).toContain("93.75");
    expect(demand("energy_flow")).toContain("125.0");
  });

  it("node flows of molecules are in kg", () => {
    expect(
      rows(solve(), "molecule_flow")[0]!
        .slice(1)
        .every((name) => name.endsWith("(kg)")),
    ).toBe(true);
  });
});

describe("a table that the model's configuration describes", () => {
  const table = (schema: readonly object[], entries: readonly object[]) =>
    rows(solve({ sankey_csv: { schema, rows: entries } }), "sankey");

  it("a configured table has literal cells, results of queries in either year, and units", () => {
    const schema = [
      { name: "Group" },
      { name: "Now", type: "present" },
      { name: "Then", type: "future", label: "Later" },
      { name: "Of", type: "unit" },
    ];
    const all = { Group: "Gas, used", Now: "gas_used", Then: "gas_used", Of: "gas_used" };
    const [header, row] = table(schema, [all]);
    expect(header).toEqual(["Group", "Now", "Later", "Of"]);
    expect(row!.slice(0, 4)).toEqual(['"Gas', ' used"', "143.75", "143.75"]);
  });

  it("a configured table expands a query into three columns", () => {
    expect(table([{ name: "Value", type: "query" }], [])[0]).toEqual(["Present Value", "Future Value", "Value Unit"]);
    const labels = { present_label: "present_year", future_label: "future_year" };
    expect(table([{ name: "Value", type: "query", ...labels }], [])[0]).toEqual([
      "present_year",
      "future_year",
      "Value Unit",
    ]);
  });

  it("a configured table has empty cells where a row has no value, or a query fails or does not exist", () => {
    const schema = [{ name: "A" }, { name: "B", type: "future" }];
    expect(table(schema, [{}, { B: "no_such_query" }]).slice(1)).toEqual([
      ['""', '""'],
      ['""', '""'],
    ]);
  });

  it("a configured table with an invalid configuration is refused with the position of the error", () => {
    expect(() => table([{ name: "A", type: "past" }], [])).toThrow(
      'config/sankey_csv.yml: the type of column A, "past", should be literal, present, future, unit or query',
    );
    expect(() => table([{ name: "A" }, {}], [])).toThrow("config/sankey_csv.yml: schema[1].name should be text");
    expect(() => table([{ name: "A" }], [{ A: "a" }, { A: ["a"] }])).toThrow(
      "config/sankey_csv.yml: rows[1].A should be text",
    );
    expect(() => rows(solve({ sankey_csv: [] }), "sankey")).toThrow("config/sankey_csv.yml: the file should be a map");
  });

  it("a configured table does not exist without a configuration", () => {
    expect(solve().annualExport("sankey")).toBeNull();
    expect(solve().hourlyExport("residual_load")).toBeNull();
  });
});

describe("names of tables", () => {
  it("table names follow the contract; other names are refused", () => {
    const solution = solve({ sankey_csv: { schema: [], rows: [] } });
    for (const name of ["constructor", "", "hydrogen_profiles"]) expect(solution.annualExport(name)).toBeNull();
    for (const name of ["constructor", "", "sankey"]) expect(solution.hourlyExport(name)).toBeNull();
  });

  it("file names equal table names except for the heat networks", () => {
    expect(solve().hourlyExport("electricity_profiles")!.fileName).toBe("electricity_profiles");
    expect(solve().hourlyExport("district_heating_profiles")!.fileName).toBe("heat_network_profiles");
    expect(solve().annualExport("district_heating_capacities")!.fileName).toBe("heat_network_capacities");
  });
});

describe("a scenario without hours", () => {
  it("tables that need hourly results report their absence in a scenario without them", () => {
    const solution = solve();
    expect([...csvLines(solution.annualExport("electricity_capacities")!.table())]).toEqual([`${NO_HOURS}\n`]);
    expect([...csvLines(solution.hourlyExport("electricity_price")!.table())]).toEqual([`${NO_HOURS}\n`]);
    expect(
      solution.meritConfiguration({ curve: () => null, variants: () => [], weatherProperties: () => null }, true),
    ).toBe(null);
  });
});

describe("node statistics", () => {
  it("node statistics are the requested figures, or twelve by default", () => {
    const solution = solve();
    expect(solution.nodeStatistics({ gas_boiler: ["number_of_units"] })).toEqual({
      gas_boiler: { number_of_units: { present: 5, future: 5 } },
    });
    expect(Object.keys(solution.nodeStatistics({ gas_boiler: null })["gas_boiler"]!)).toHaveLength(12);
  });

  it("an unknown statistic is named in the error", () => {
    expect(() => solve().nodeStatistics({ mill: null })).toThrow(new UnknownStatistic("There is no energy node mill"));
    expect(() => solve().nodeStatistics({ gas_boiler: ["constructor"] })).toThrow(
      /constructor is not a node statistic/,
    );
  });
});

describe("the map of the energy graph", () => {
  it("the map of the energy graph has positions from the configuration, or positions by sector", () => {
    const { topology, definition } = new Engine({
      ...MODEL,
      config: { energy_node_positions: { gas_boiler: { x: 3, y: 4 } } },
    });
    const { nodes, edges } = energyMap(definition, topology.energy);
    expect(nodes.find(({ key }) => key === "gas_boiler")).toMatchObject({ x: 3, y: 4, stroke_color: "#999" });
    expect(nodes.find(({ key }) => key === "heat_demand")).toMatchObject({ x: 100 });
    expect(edges).toContainEqual({ left: "heat_demand", right: "gas_boiler", color: "#999", type: "share" });
  });
});
