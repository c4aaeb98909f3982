/** Tests explanations of the included model's results: every value follows from its parts. */
import { join } from "node:path";
import { type Term, verifyExplanation } from "@etesian/gql";
import { beforeAll, describe, expect, it } from "vitest";
import type { Solution } from "../solution.ts";
import { result, StarterModel } from "../starter-model.fixture.ts";
import type { NodeCost } from "./node-explanation.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../../models/starter");

let starter: StarterModel;
let solution: Solution;

beforeAll(async () => {
  starter = await StarterModel.open(DIRECTORY);
  solution = starter.solve({
    capacity_of_energy_power_wind_turbine_offshore: 40_000,
    transport_car_using_electricity_share: 80,
    capacity_of_energy_hydrogen_flexibility_p2g_electricity: 5_000,
  });
});

const nodes = (): readonly string[] =>
  [starter.model.definition.energy, starter.model.definition.molecules].flatMap((graph) =>
    graph.nodes.map(({ key }) => key),
  );

describe("a query's explanation", () => {
  it("a query's result is bit-identical to its recombined parts, and the terms of every sum add up", () => {
    const verifications = starter.model.definition.gqueries.map(({ key }) =>
      verifyExplanation(solution.evaluation, key),
    );
    expect(verifications.flatMap(({ problems }) => problems)).toEqual([]);
    expect(verifications.reduce((sum, { recombinedParts }) => sum + recombinedParts, 0)).toBeGreaterThan(4_000);
    // Graph attributes, tables and values of another year are shown without parts.
    const openParts = new Set(verifications.flatMap((one) => one.openParts));
    expect(openParts).toEqual(new Set(["send", "hash", "V", "MV", "QUERY_PRESENT"]));
  });

  it("a query's explanation has the numbers of its result", () => {
    const explanation = solution.explain("total_costs")!;
    expect(explanation.future).toBe(result(solution, "total_costs"));
    expect(explanation.terms.map(({ subject }) => "key" in subject && subject.key)).toEqual([
      "costs_carriers",
      "costs_production",
      "costs_infrastructure",
      "costs_building_and_installations",
      "costs_co2",
    ]);
  });

  it("a query that adds attributes of nodes has a term for each node, largest first", () => {
    const { terms } = solution.explain("costs_production_power_plants")!;
    expect(terms[0]).toMatchObject({
      subject: { kind: "object", object: "node", key: "energy_power_wind_turbine_offshore", attribute: null },
      terms: [
        { subject: { attribute: "capital_expenditures_excluding_ccs_per(node)" } },
        { subject: { attribute: "operating_expenses_excluding_ccs_per(node)" } },
      ],
    });
    const sizes = terms.map(({ future }) => future!);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });

  it("a query marks parts that always refer to the present", () => {
    const years = new Set<string | null>();
    const collect = (term: Term): void => {
      years.add(term.year);
      term.terms.forEach(collect);
    };
    collect(solution.explain("costs_infrastructure_electricity")!);
    expect(years).toEqual(new Set([null, "present"]));
  });

  it("a query that does not exist has no explanation", () => {
    expect(solution.explain("no_such_query")).toBeUndefined();
    expect(solution.explainNode("no_such_node")).toBeUndefined();
  });
});

describe("a node's explanation", () => {
  it("a node delivers capacity × full load hours × efficiency, and the remainder is reported", () => {
    const plant = solution.explainNode("energy_power_combined_cycle_network_gas_dispatchable")!;
    const { capacity, fullLoadHours, efficiency, output } = plant;
    const production = capacity.future! * fullLoadHours.future! * 3_600 * efficiency.future!;
    expect(Math.abs(production / output.future! - 1)).toBeLessThan(1e-9);
    expect(plant).toMatchObject({ carrier: "electricity", market: "merit_order", rest: { present: 0, future: 0 } });
    // The base year's export comes from the energy balance; the interconnector's hours do not cover it.
    const incompleteNodes = nodes().filter((key) => {
      const { rest } = solution.explainNode(key)!;
      return rest.present !== 0 || rest.future !== 0;
    });
    expect(incompleteNodes).toEqual(["energy_interconnector_1_exported_electricity"]);
  });

  it("a node receives and delivers the energy that crosses its edges, without a remainder", () => {
    const remainders = nodes().flatMap((key) => {
      const { inputs, outputs } = solution.explainNode(key)!;
      return [...inputs, ...outputs].filter(({ isRemainder }) => isRemainder).map((flow) => ({ key, ...flow }));
    });
    expect(remainders).toEqual([]);
  });

  it("a node's costs and their parts are named after their attributes", () => {
    const { costs } = solution.explainNode("energy_power_wind_turbine_offshore")!;
    expect(costs).toMatchObject([
      {
        attribute: "capital_expenditures_excluding_ccs",
        parts: [{ attribute: "cost_of_capital" }, { attribute: "depreciation_costs" }],
      },
      {
        attribute: "operating_expenses_excluding_ccs",
        parts: [{ attribute: "fixed_operation_and_maintenance_costs" }],
      },
    ]);
  });

  it("a node's costs equal the sum of their parts", () => {
    const remainders: NodeCost[] = [];
    let count = 0;
    for (const key of nodes())
      for (const cost of solution.explainNode(key)!.costs)
        for (const part of cost.parts) {
          count++;
          if (part.attribute === "") remainders.push(cost);
        }
    expect(remainders).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });
});

it("input targets are the nodes, carriers and area attributes that inputs write, and determining them writes nothing", () => {
  const totalCosts = result(solution, "total_costs");
  const targets = starter.engine.inputTargets(starter.dataset, 2050);
  expect(targets.get("node energy_power_wind_turbine_offshore")).toEqual(
    expect.arrayContaining(["capacity_of_energy_power_wind_turbine_offshore", "investment_costs_wind_offshore"]),
  );
  expect(targets.get("carrier natural_gas")).toEqual(["costs_gas"]);
  const movedSolution = starter.solve({
    capacity_of_energy_power_wind_turbine_offshore: 40_000,
    transport_car_using_electricity_share: 80,
    capacity_of_energy_hydrogen_flexibility_p2g_electricity: 5_000,
  });
  expect(result(movedSolution, "total_costs")).toBe(totalCosts);
});
