/**
 * The areas of the included model (models/starter): inputs start within their ranges in each of them, and Germany, the
 * second country, is derived from its own energy balance, which is read here without the model's code.
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
      const starts = ({ min, max, default: begin, permittedValues }: InputFacts): boolean =>
        permittedValues?.includes(String(begin)) ??
        (typeof begin === "number" && min! - 1e-9 <= begin && begin <= max! + 1e-9);
      const outside = [...inputs.values()].filter((input) => input.cacheError !== null || !starts(input));
      expect(outside.map(({ key, min, max, default: begin }) => ({ key, min, begin, max }))).toEqual([]);
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
    const scope = readFileSync(join(ROOT, "docs/starter-model.md"), "utf8").split("## Scope")[1]!.split("\n## ")[0]!;
    const cells = scope.split("\n").flatMap((line) => line.split("|")[3] ?? []);
    const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w*]+)`/g), ([, pattern]) => pattern!));
    expect(named.length).toBeGreaterThan(60);
    const without = named.filter((pattern) => {
      const expression = new RegExp(`^${pattern.replaceAll("*", "\\w*")}$`);
      return ![...keys, ...inputs].some((key) => expression.test(key));
    });
    expect(without).toEqual([]);
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
    rows.map(([flow, ...cells]) => [
      flow!,
      new Map(cells.map((cell, index) => [head![index + 1]!, Number(cell)] as const)),
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
  const OTHERWISE = ["Natural gas", "Biogases", "Electricity", "Heat", "Total"];

  it("the balance of Germany closes for every carrier, and its totals are sums", () => {
    const carriers = [...balance.get("Production")!.keys()].filter((carrier) => !OTHERWISE.includes(carrier));
    expect(carriers.map((carrier) => [carrier, tj(carrier, ...SUPPLY)])).toEqual(
      carriers.map((carrier) => [carrier, tj(carrier, ...USE)]),
    );
    expect(tj("Natural gas", "Production", "Imports")).toBe(tj("Natural gas", "Exports", "Gas delivered"));
    expect(tj("Biogases", "Production")).toBe(tj("Biogases", "Power plants, input", "Blended in the gas network"));
    const others = ["Losses", "Energy sector, own use"];
    expect(tj("Electricity", "Imports") + tj("Total", "Electricity production")).toBe(
      tj("Electricity", ...USE, ...others),
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
  ] as const)("the start year of Germany has the %s of its balance", (query, carrier, flows) => {
    const wanted = tj(carrier, ...flows) * 1e6;
    expect(Math.abs(present(query) / wanted - 1)).toBeLessThan(1e-9);
  });

  it("Germany heats with oil, and the Netherlands do not", async () => {
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

/** Published figures are in the documentation, results of the Energy Transition Model next to the model. */
const pageOf = (fourth: string): string =>
  readFileSync(join(ROOT, fourth === "published" ? "docs/starter-model.md" : "models/starter/comparison.md"), "utf8");

/** The tables of results in a section of docs/starter-model.md; the fourth column names the source. */
function documented(section: string, fourth: string): readonly DocumentedResult[] {
  const page = pageOf(fourth);
  const [text] = page.split(`## ${section}\n`)[1]!.split("\n## ");
  const table = text!.split(`| here | ${fourth} |`)[1]!.split("\n\n")[0]!;
  const row = /^\| `(\w+)` \| (\S+) \| ([\d.]+) \| ([\d.]+) \| ([-+\d.]+) % \|(.*)\|$/gm;
  return [...table.matchAll(row)].map(([, key, unit, here, there, difference, remark]) => ({
    key: key!,
    unit: unit!,
    here: here!,
    there: Number(there),
    difference: Number(difference),
    remark: remark!.trim(),
  }));
}

interface DocumentedResult {
  readonly key: string;
  readonly unit: string;
  readonly here: string;
  readonly there: number;
  /** Per cent. */
  readonly difference: number;
  readonly remark: string;
}

describe("the figures of the documentation", () => {
  /** Factor from the unit of a result's query to the page's. */
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
    "the start year of %s has the figures of section %s next to figures that are %s, and larger differences are explained",
    async (area, section, fourth, count) => {
      const present = (await starterOf(area)).solve({ settings_enable_merit_order: 0 });
      const rows = documented(section, fourth);
      expect(rows).toHaveLength(count);
      for (const { key, unit, here, there, difference, remark } of rows) {
        const query = model.definition.gqueries.find((known) => known.key === key)!;
        const found = result(present, key, "present") * units[`${query.unit} ${unit}`]!;
        expect(`${key} ${String(Number(found.toPrecision(4)))}`).toBe(`${key} ${here}`);
        const apart = 100 * (found / there - 1);
        const isPublished = fourth === "published";
        const isAllowed = isPublished ? Math.abs(apart) <= 5 : Math.abs(apart) <= 5.1 || remark !== "";
        // The columns of the reference are rounded, and the differences are not of the rounded ones.
        const isAsWritten = Math.abs(apart - difference) < (isPublished ? 0.06 : 0.2);
        expect([key, isAsWritten, isAllowed]).toEqual([key, true, true]);
      }
    },
  );

  it("the documentation has every explained difference from the Energy Transition Model, and no other row", () => {
    const explained = pageOf("reference")
      .split("\n")
      .filter((line) => /^\| `\w+` /.test(line) && !/\|\s*\|$/.test(line));
    const shown = ["`nl2023`", "`DE_germany`"].flatMap((area) =>
      pageOf("published")
        .split(`| here | ${area} |`)[1]!
        .split("\n\n")[0]!
        .split("\n")
        .filter((line) => line.startsWith("| `")),
    );
    expect(shown).toEqual(explained);
    expect(explained.length).toBeGreaterThan(15);
  });
});
