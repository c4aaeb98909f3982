/**
 * Tests the areas of the included model (models/starter): inputs start within their ranges in each area. Germany, the
 * second country, has its own energy balance, which this test reads without the model's code.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "@etesian/model";
import { customCurves, type InputFacts } from "@etesian/sliders";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Solution } from "./solution.ts";
import { result, StarterModel } from "./starter-model.fixture.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const DIRECTORY = join(ROOT, "models/starter");

let model: Model;

beforeAll(async () => {
  model = (await StarterModel.open(DIRECTORY)).model;
});

const starterOf = (area: string): Promise<StarterModel> => StarterModel.open(DIRECTORY, area);

describe("every area", () => {
  test.each(["DE_germany", "GM0014_groningen", "GM0344_utrecht", "nl"])(
    "every input of %s starts within its range, and share groups are complete",
    async (area) => {
      const { dataset, inputs } = await starterOf(area);
      expect(dataset.warnings).toEqual([]);
      const startsInRange = ({ min, max, default: begin, permittedValues }: InputFacts): boolean =>
        permittedValues?.includes(String(begin)) ??
        (typeof begin === "number" && min! - 1e-9 <= begin && begin <= max! + 1e-9);
      const invalidInputs = [...inputs.values()].filter((input) => input.cacheError !== null || !startsInRange(input));
      expect(invalidInputs.map(({ key, min, max, default: begin }) => ({ key, min, begin, max }))).toEqual([]);
      const groups = Map.groupBy(inputs.values(), ({ shareGroup }) => shareGroup);
      groups.delete(null);
      const sums = [...groups].map(([group, members]) => {
        const sum = members.reduce((total, member) => total + Number(member.default), 0);
        return [group, Math.round(sum * 1e6) / 1e6];
      });
      expect(sums.filter(([, sum]) => sum !== 100)).toEqual([]);
    },
  );
});

describe("the scope of the model", () => {
  it("every item that the documentation lists has nodes", () => {
    const { energy, molecules } = model.definition;
    const keys = [...energy.nodes, ...molecules.nodes].map(({ key }) => key);
    const inputs = model.definition.inputs.map(({ key }) => key);
    const page = readFileSync(join(ROOT, "models/starter/README.md"), "utf8");
    const scope = page.split("## Coverage")[1]!.split("\n## ")[0]!;
    const cells = scope.split("\n").flatMap((line) => line.split("|")[3] ?? []);
    const patterns = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w*]+)`/g), ([, pattern]) => pattern!));
    expect(patterns.length).toBeGreaterThan(60);
    const unmatchedPatterns = patterns.filter((pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll("*", "\\w*")}$`);
      return ![...keys, ...inputs].some((key) => expression.test(key));
    });
    expect(unmatchedPatterns).toEqual([]);
  });

  it("users can attach curves of every documented type, including internal ones", () => {
    const curves = customCurves(model.definition.config["user_curves"]);
    const types = new Set(curves.map(({ type }) => type));
    expect([...types].toSorted()).toEqual(["availability", "capacity_profile", "price", "profile", "temperature"]);
    expect(curves.filter(({ internal }) => internal).map(({ key }) => key)).not.toEqual([]);
  });
});

/** The cells of a CSV file of an area by row and column, TJ. */
function balanceOf(area: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const text = readFileSync(join(DIRECTORY, "datasets", area, "energy_balance.csv"), "utf8");
  const [head, ...rows] = text
    .trim()
    .split("\n")
    .map((line) => [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!));
  return new Map(
    rows.map(([flow, ...values]) => [
      flow!,
      new Map(values.map((cell, index) => [head![index + 1]!, Number(cell)] as const)),
    ]),
  );
}

describe("Germany", () => {
  let starter: StarterModel;
  let start: Solution;
  const balance = balanceOf("DE_germany");
  /** TJ of a carrier in some flows. */
  const tj = (carrier: string, ...flows: readonly string[]): number =>
    flows.reduce((sum, flow) => sum + balance.get(flow)!.get(carrier)!, 0);
  const present = (key: string): number => result(start, key, "present");

  beforeAll(async () => {
    starter = await starterOf("DE_germany");
    start = starter.solve({ settings_enable_merit_order: 0 });
  });

  const SUPPLY = ["Production", "Imports", "Oil refineries, products", "Coke ovens and blast furnaces, products"];
  const USE = [
    "Exports",
    "International marine bunkers",
    "International aviation bunkers",
    "Power plants, input",
    "Coke ovens and blast furnaces, input",
    "Oil refineries, input",
    "Oil refineries, own use",
    "Industry",
    "Transport",
    "Residential",
    "Commercial and public services",
    "Agriculture/forestry and fishing",
    "Non-energy use",
  ];
  const OTHER_CARRIERS = ["Natural gas", "Biogases", "Electricity", "Heat", "Total"];

  it("Germany's balance closes for every carrier, and its totals are sums", () => {
    const carriers = [...balance.get("Production")!.keys()].filter((carrier) => !OTHER_CARRIERS.includes(carrier));
    expect(carriers.map((carrier) => [carrier, tj(carrier, ...SUPPLY)])).toEqual(
      carriers.map((carrier) => [carrier, tj(carrier, ...USE)]),
    );
    expect(tj("Natural gas", "Production", "Imports")).toBe(tj("Natural gas", "Exports", "Gas delivered"));
    expect(tj("Biogases", "Production")).toBe(tj("Biogases", "Power plants, input", "Blended in the gas network"));
    const otherFlows = ["Losses", "Energy sector, own use"];
    expect(tj("Electricity", "Imports") + tj("Total", "Electricity production")).toBe(
      tj("Electricity", ...USE, ...otherFlows),
    );
    for (const row of balance.values()) {
      const sum = [...row].reduce((total, [carrier, value]) => total + (carrier === "Total" ? 0 : value), 0);
      expect(row.get("Total")).toBe(sum);
    }
  });

  it.each([
    ["final_demand_from_households", "Total", ["Residential"]],
    ["final_demand_from_buildings", "Total", ["Commercial and public services"]],
    ["final_demand_from_agriculture", "Total", ["Agriculture/forestry and fishing"]],
    ["final_demand_from_transport", "Total", ["Transport"]],
    ["final_demand_from_industry", "Total", ["Industry", "Oil refineries, own use", "Non-energy use"]],
    ["total_electricity_produced", "Total", ["Electricity production"]],
    ["electricity_produced_from_lignite", "Lignite", ["Electricity production"]],
    ["electricity_produced_from_coal", "Coal", ["Electricity production"]],
    ["electricity_produced_from_network_gas", "Natural gas", ["Electricity production"]],
    ["import_of_natural_gas", "Natural gas", ["Imports"]],
    ["import_of_crude_oil", "Crude oil", ["Imports"]],
    ["import_of_coal", "Coal", ["Imports"]],
    ["import_of_electricity", "Electricity", ["Imports"]],
    ["export_of_electricity", "Electricity", ["Exports"]],
    ["electricity_network_losses", "Electricity", ["Losses"]],
    ["heat_network_losses", "Heat", ["Losses"]],
  ] as const)("the start year of Germany has the %s of its energy balance", (query, carrier, flows) => {
    const expected = tj(carrier, ...flows) * 1e6;
    expect(Math.abs(present(query) / expected - 1)).toBeLessThan(1e-9);
  });

  it("Germany heats with oil, but the Netherlands does not", async () => {
    expect(present("final_demand_of_oil_and_derivatives_in_households")).toBeCloseTo(
      tj("Gas diesel oil", "Residential") / 1000,
      6,
    );
    expect(present("number_of_homes_with_crude_oil")).toBeGreaterThan(8e6);
    const nl = (await starterOf("nl")).solve({ settings_enable_merit_order: 0 });
    expect(result(nl, "number_of_homes_with_crude_oil", "present")).toBe(0);
    expect(result(nl, "electricity_produced_from_lignite", "present")).toBe(0);
  });

  it("Germany conserves energy, with and without hourly calculation", () => {
    expect(starter.defects(start)).toEqual([]);
    expect(starter.defects(starter.solve({}))).toEqual([]);
  });
});

/**
 * The tables of results in a section of models/starter/comparison.md; `sourceColumn` is the heading of the fourth
 * column.
 */
function documentedResults(section: string, sourceColumn: string): readonly DocumentedResult[] {
  const page = readFileSync(join(ROOT, "models/starter/comparison.md"), "utf8");
  const [text] = page.split(`## ${section}\n`)[1]!.split("\n## ");
  const table = text!.split(`| here | ${sourceColumn} |`)[1]!.split("\n\n")[0]!;
  const row = /^\| `(\w+)` \| (\S+) \| ([\d.]+) \| ([\d.]+) \| ([-+\d.]+) % \|(.*)\|$/gm;
  return [...table.matchAll(row)].map(([, key, unit, modelText, sourceValue, difference, remark]) => ({
    key: key!,
    unit: unit!,
    modelText: modelText!,
    sourceValue: Number(sourceValue),
    difference: Number(difference),
    remark: remark!.trim(),
  }));
}

interface DocumentedResult {
  readonly key: string;
  readonly unit: string;
  readonly modelText: string;
  readonly sourceValue: number;
  /** A change in per cent. */
  readonly difference: number;
  readonly remark: string;
}

describe("the figures of the documentation", () => {
  /** Factor from the unit of a result's query to the unit on the page. */
  const units: { readonly [units: string]: number } = {
    "MJ PJ": 1e-9,
    "MJ TWh": 1 / 3.6e9,
    "PJ PJ": 1,
    "PJ TWh": 1 / 3.6,
    "MT Mt": 1,
    "mt Mt": 1,
    "factor %": 100,
    "MW GW": 1e-3,
    "# million": 1e-6,
    "km billion": 1e-9,
    "kT Mt": 1e-3,
    "km2 km2": 1,
  };

  it.each([
    ["nl", "Statistics", "published", 8],
    ["DE_germany", "Germany", "published", 19],
    ["nl", "The Energy Transition Model", "`nl2023`", 45],
    ["DE_germany", "Germany", "`DE_germany`", 47],
  ] as const)(
    "the start year of %s has the figures in section %s, column %s, and larger differences are explained",
    async (area, section, sourceColumn, count) => {
      const solution = (await starterOf(area)).solve({ settings_enable_merit_order: 0 });
      const rows = documentedResults(section, sourceColumn);
      expect(rows).toHaveLength(count);
      for (const { key, unit, modelText, sourceValue, difference, remark } of rows) {
        const query = model.definition.gqueries.find((gquery) => gquery.key === key)!;
        const actual = result(solution, key, "present") * units[`${query.unit} ${unit}`]!;
        expect(`${key} ${String(Number(actual.toPrecision(4)))}`).toBe(`${key} ${modelText}`);
        const percent = 100 * (actual / sourceValue - 1);
        const isPublished = sourceColumn === "published";
        const isAllowed = isPublished ? Math.abs(percent) <= 5 : Math.abs(percent) <= 5.1 || remark !== "";
        // The columns of the reference are rounded, but the differences refer to unrounded values.
        const isAsDocumented = Math.abs(percent - difference) < (isPublished ? 0.06 : 0.2);
        expect([key, isAsDocumented, isAllowed]).toEqual([key, true, true]);
      }
    },
  );

  it("the documentation states how many results are close to published figures and to the Energy Transition Model", () => {
    const page = readFileSync(join(ROOT, "docs/starter-model.md"), "utf8");
    const counts = [...page.matchAll(/(\d+) of (\d+)(?: results)? within (\d)%/g)].map(([, ...numbers]) =>
      numbers.map(Number),
    );
    const tables = [
      ["Statistics", "published"],
      ["The Energy Transition Model", "`nl2023`"],
      ["Germany", "published"],
      ["Germany", "`DE_germany`"],
    ] as const;
    expect(counts).toHaveLength(tables.length);
    const actual = tables.map(([section, sourceColumn], index) => {
      const tolerance = counts[index]![2]!;
      const rows = documentedResults(section, sourceColumn);
      const closeRows = rows.filter(({ difference }) => Math.abs(difference) <= tolerance);
      return [closeRows.length, rows.length, tolerance];
    });
    expect(actual).toEqual(counts);
  });
});
