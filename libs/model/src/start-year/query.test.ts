import { describe, expect, test } from "vitest";
import type { AreaSource } from "../datasets/area-source.ts";
import { parseTable, unavailableTable } from "../datasets/table.ts";
import { evaluateQuery, parseQuery, QueryError, type StartYearResult, type QueryContext } from "./query.ts";

const table = (file: string, ...lines: string[]) => parseTable(file, lines.join("\n"));

const source: Partial<AreaSource> = {
  attributes: { number_of_cars: 12.5, has_industry: true, analysis_year: 2020 },
  energyBalance: table(
    "energy_balance.csv",
    "FLOW,Hard coal,Crude/NGL",
    "Oil refineries (transformation),2.5,",
    "Losses,-4,1",
  ),
  centralProducers: table("central_producers.csv", "key,demand,full_load_hours", "plant,100,", "mine,,8000"),
  primaryProduction: table("primary_production.csv", "key,demand,max_demand", "forest,1,2"),
  carriers: table("carriers.csv", "key,cost_per_mj,co2_conversion_per_mj", "coal,0.1,"),
  shares: (file) =>
    file === "energy/mix"
      ? table("shares/energy/mix.csv", "key,share", "coal,0.25")
      : unavailableTable(file, `${file} is missing`),
  efficiencies: () => table("efficiencies/boiler_efficiency.csv", "key,share", "input.coal,0.5", "output.heat,0.9"),
  demands: () => table("demands/metal.csv", "key,demand", "zinc,7"),
  emissions: { industry_paper_energetic_co2: 3 },
};
const context: QueryContext = {
  source: source as AreaSource,
  carriers: new Map([
    [
      "coal",
      {
        key: "coal",
        attributes: { co2_conversion_per_mj: 0.09, infinite: false },
        queries: {},
        source: { file: "coal.ad" },
      },
    ],
  ]),
};
const evaluate = (text: string): StartYearResult => evaluateQuery(parseQuery(text, "test"), context);

describe("functions", () => {
  test.each<[string, StartYearResult]>([
    ["EB(losses, hard_coal)", -4],
    ['EB("Oil refineries (transformation)", "hard coal")', 2.5],
    ["EB(losses, crudengl)", 1],
    ["CENTRAL_PRODUCTION(plant)", 100],
    ["CENTRAL_PRODUCTION(plant, demand)", 100],
    ["CENTRAL_PRODUCTION(plant, full_load_hours)", null],
    ["PRIMARY_PRODUCTION(forest, max_demand)", 2],
    ['SHARE("energy/mix", coal)', 0.25],
    ["EFFICIENCY(boiler, output, heat)", 0.9],
    ["DEMAND(metal, zinc)", 7],
    ["CARRIER(coal, cost_per_mj)", 0.1],
    ["CARRIER(coal, co2_conversion_per_mj)", 0.09],
    ["AREA(number_of_cars)", 12.5],
    ["AREA(number_of_trucks)", null],
    ["EMISSIONS(industry_paper, energetic, co2)", 3],
    ["EMISSIONS(industry_paper, energetic, other_ghg)", null],
    ["SUM(1, 2.5, CENTRAL_PRODUCTION(mine))", 3.5],
    ["SUM()", 0n],
    ["PRODUCT(2.0, [3.0, [4.0]])", 24],
    ["PRODUCT(CENTRAL_PRODUCTION(mine))", 1n],
    ["COUNT(1, nil, 3)", 2n],
    ["AVG(1.0, 2.0)", 1.5],
    ["AVG(1, 2)", 1n],
    ["DIVIDE(1, 4)", 0.25],
    ["DIVIDE(0, 0)", 0],
    ["DIVIDE(nil, 3)", 0],
  ])("%s is %s", (text, result) => expect(evaluate(text)).toBe(result));
});

describe("arithmetic", () => {
  test.each<[string, StartYearResult]>([
    ["1 + 2 * 3", 7n],
    ["7 / 2", 3n],
    ["-7 / 2", -4n],
    ["7 / 2.0", 3.5],
    ["0.1 + 0.2", 0.1 + 0.2],
    ["-(EB(losses, hard_coal) - 1.0)", 5],
    ["EB(losses,\n hard_coal) +\n  EB(losses, crudengl)", -3],
    ["1.0 +\n  2.0\n  3.0", 3],
    ["infinity", Number.POSITIVE_INFINITY],
    ["recursive", "recursive"],
    ["nil", null],
    ["::SUM(1)", 1n],
  ])("%j is %s", (text, result) => expect(evaluate(text)).toBe(result));
});

describe("errors describe the problem and quote the query", () => {
  test.each([
    ["EB(losses, peat)", 'energy_balance.csv has no column "peat"'],
    ["EB(nowhere, hard_coal)", 'energy_balance.csv has no row "nowhere"'],
    ['EB("Oil refineries (transformation)", crudengl)', "energy_balance.csv has no figure for"],
    ['SHARE("energy/other", coal)', "energy/other is missing"],
    ["AREA(number_of_unicorns)", "areas have no attribute number_of_unicorns"],
    ["AREA(has_industry)", "expected a number as the result, found true"],
    ["CARRIER(peat, cost_per_mj)", 'carriers.csv has no row "peat"'],
    ["1.0 + CENTRAL_PRODUCTION(mine)", 'expected the right side of "+" to be a number, found no value'],
    ["something", 'expected a number as the result, found "something"'],
    ["EB(losses)", "EB takes 2 arguments, found 1"],
    ["CENTRAL_PRODUCTION()", "CENTRAL_PRODUCTION takes 1 to 2 arguments, found 0"],
    ["EB(1, hard_coal)", "EB takes names, found 1"],
    ["GUESS(1)", "GUESS is not a function in start-year queries"],
    ["constructor(1)", "constructor is not a function in start-year queries"],
    ["AREA(constructor)", "areas have no attribute constructor"],
    ["1 / 0", "division by zero"],
    ["1.0 < 2.0", "expected only numbers, functions and + - * /"],
  ])("%s", (text, message) => {
    expect(() => evaluate(text)).toThrow(QueryError);
    expect(() => evaluate(text)).toThrow(message);
    expect(() => evaluate(text)).toThrow(`(in the query ${text})`);
  });

  test("a long query is not quoted in full", () => {
    expect(() => evaluate(`nothing +\n ${"1.0 + ".repeat(100)} 1.0`)).toThrow(/1\.0 \+ 1.*…\)$/);
  });
});
