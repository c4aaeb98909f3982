import { GqlError } from "@etesian/gql";
import { CalculationFault } from "@etesian/numeric";
import { describe, expect, test } from "vitest";
import { blankRecipe, type Recipe, type Scaling } from "@etesian/sliders";
import { ConnectionError } from "../graph/molecules.ts";
import { TopologyError } from "../graph/topology/topology.ts";
import { HourlyError } from "../hourly/energy-nodes.ts";
import { CalculationError } from "../calculation-error.ts";
import { Engine } from "./engine.ts";
import { MODEL, VILLAGE } from "./model.fixture.ts";
import type { Solution } from "./solution.ts";
import { share } from "../graph/state/shared-memory.fixture.ts";

const engine = new Engine(MODEL);

const recipe = (changes: Partial<Recipe> = {}): Recipe => ({ ...blankRecipe("village", 2050), ...changes });

const solve = (changes: Partial<Recipe> = {}) => engine.solve(VILLAGE, recipe(changes));
const solveWithInputs = (userValues: Recipe["userValues"]) => solve({ userValues });

/** Present and future of a query. */
function resultInBothYears(solution: Solution, key: string): unknown[] {
  const answer = solution.query(key);
  if ("errors" in answer) throw new Error(answer.errors.join("; "));
  return [answer.present, answer.future];
}

// 75 MJ of heat from boilers (0.8) and 25 from heaters by way of the plant (0.5).
const GAS = 75 / 0.8 + 25 / 0.5;

describe("a scenario", () => {
  test("a scenario without inputs has two equal years", () => {
    expect(resultInBothYears(solve(), "gas_used")).toEqual([GAS, GAS]);
  });

  test("a scenario includes the molecule graph", () => {
    expect(resultInBothYears(solve(), "co2_emitted")).toEqual([GAS * 0.05, GAS * 0.05]);
  });

  test("the inputs of a scenario change its future", () => {
    expect(resultInBothYears(solveWithInputs({ gas_boiler_share: 100, electric_heater_share: 0 }), "gas_used")).toEqual(
      [GAS, 125],
    );
    expect(
      resultInBothYears(solve({ balancedValues: { gas_boiler_share: 100, electric_heater_share: 0 } }), "gas_used"),
    ).toEqual([GAS, 125]);
  });

  test("inputs change a scenario by a percentage, once or every year", () => {
    expect(resultInBothYears(solveWithInputs({ heat_demand_change: 10 }), "gas_used")[1]).toBeCloseTo(GAS * 1.1, 10);
    expect(resultInBothYears(solveWithInputs({ heat_demand_growth: 2 }), "gas_used")[1]).toBeCloseTo(
      GAS * 1.02 ** 30,
      10,
    );
  });

  test("a scenario applies inputs by priority, so later inputs see the writes of earlier ones", () => {
    const solution = solveWithInputs({ demand_now: 50, heat_demand_change: 10 });
    expect(resultInBothYears(solution, "gas_used")).toEqual([GAS / 2, GAS / 2]);
  });

  test("inputs that apply to both years change both years of a scenario", () => {
    expect(resultInBothYears(solveWithInputs({ demand_now: 200 }), "gas_used")).toEqual([GAS * 2, GAS * 2]);
  });

  test("a scenario applies the end year before all other inputs", () => {
    expect(resultInBothYears(solve({ endYear: 2040 }), "inhabitants")).toEqual([40, 2040]);
  });

  test("a scenario has the same span in both years", () => {
    expect(resultInBothYears(solve({ endYear: 2040 }), "years")).toEqual([20, 20]);
    expect(resultInBothYears(solve(), "years")).toEqual([30, 30]);
  });

  test("queries of one year can read the other", () => {
    expect(resultInBothYears(solveWithInputs({ heat_demand_change: -100 }), "gas_saved")).toEqual([GAS, GAS]);
  });

  test("queries read the user's value of an input, the balanced value or the start value, in that order of precedence", () => {
    expect(resultInBothYears(solveWithInputs({ demand_now: 7 }), "demand_chosen")).toEqual([7, 7]);
    expect(resultInBothYears(solve({ balancedValues: { demand_now: 8 } }), "demand_chosen")).toEqual([8, 8]);
    expect(resultInBothYears(solve(), "demand_chosen")).toEqual([100, 100]);
  });

  test("a scenario accepts text for enum inputs", () => {
    expect(resultInBothYears(solveWithInputs({ weather: "1987" }), "weather_used")).toEqual(["default", "1987"]);
  });

  test("a scenario does not depend on earlier calculations", () => {
    const firstSolution = solve();
    const [present, future] = resultInBothYears(firstSolution, "gas_used");
    solveWithInputs({ demand_now: 1, gas_boiler_share: 3, heat_demand_growth: 50 });
    expect(resultInBothYears(firstSolution, "gas_used")).toEqual([present, future]);
    expect(resultInBothYears(solve(), "gas_used")).toEqual([GAS, GAS]);
  });

  test("a scenario of another area, or with an end year in the past, is rejected", () => {
    expect(() => solve({ area: "elsewhere" })).toThrow(CalculationError);
    expect(() => solve({ endYear: 2020 })).toThrow("after the start year 2020");
  });

  test("a CalculationError names the input whose query fails", () => {
    const failing = () => solveWithInputs({ heat_demand_change: "much" });
    expect(failing).toThrow(CalculationError);
    expect(failing).toThrow(/the input heat_demand_change cannot be set to much: /);
  });
});

describe("errors of a calculation", () => {
  /** An engine for the model with another connection between its graphs. */
  const engineWithConnection = (from_energy: Readonly<Record<string, string>>): Engine => {
    const nodes = MODEL.molecules.nodes.map((node) =>
      "from_energy" in node.attributes ? { ...node, attributes: { ...node.attributes, from_energy } } : node,
    );
    return new Engine({ ...MODEL, molecules: { ...MODEL.molecules, nodes } });
  };

  test.each([
    [{ source: "nowhere" }, 'from_energy.source: "nowhere" is not a node of energy'],
    [{ source: "gas_field", attribute: "no_such_attribute" }, "no_such_attribute"],
    [{ source: "gas_field", conversion: "half" }, "from_energy.conversion: without a direction, expected a number"],
  ])("a calculation throws only CalculationError, even in connections between graphs: %o", (connection, reason) => {
    const solveConnected = () => engineWithConnection(connection).solve(VILLAGE, recipe());
    expect(solveConnected).toThrow(CalculationError);
    expect(solveConnected).toThrow(reason);
  });

  test.each([TopologyError, ConnectionError, HourlyError, CalculationError, GqlError])(
    "%o is a calculation fault",
    (kind) => {
      expect(new kind("reason")).toBeInstanceOf(CalculationFault);
    },
  );
});

describe("the answers to queries", () => {
  test("answers have a key, both years and a unit; for a deprecated key they have the current key", () => {
    expect(solve().query("gas_saving")).toEqual({ key: "gas_saved", present: 0, future: 0, unit: "MJ" });
    expect(solve().query("nothing")).toMatchObject({ present: 0, future: 0 });
  });

  test.each([
    ["unknown", ["Gquery unknown does not exist"]],
    ["boilers", ["boilers may not be requested via the API"]],
    [
      "fails",
      [expect.stringMatching(/^fails\/present - .*no_such_attribute/), expect.stringMatching(/^fails\/future - /)],
    ],
  ])("answers contain the reason why %s has no result", (key, errors) => {
    expect(solve().query(key)).toEqual({ errors });
  });

  test("answers include attached curves", () => {
    const curve = Float64Array.from({ length: 8760 }, (_, hour) => hour % 2);
    const answer = solve({ curves: { price: curve } }).query("price_curve");
    expect(answer).toMatchObject({ present: [], future: Array.from(curve) });
  });
});

describe("ranges of inputs", () => {
  test("ranges that cannot be computed throw an error every time, not only the first time", () => {
    for (let time = 0; time < 3; time++) expect(() => engine.inputs(VILLAGE, 2020)).toThrow(CalculationError);
  });

  const table = engine.inputs(VILLAGE, 2050);

  test("ranges of inputs come from queries on the base year of a scenario without inputs", () => {
    expect(table.get("demand_now")).toMatchObject({ min: 0, max: 200, default: 100, disabled: false });
    expect(table.get("gas_boiler_share")).toMatchObject({ min: 0, max: 100, default: 75, shareGroup: "heating" });
  });

  test("the range of an enum input lists its permitted values", () => {
    expect(table.get("weather")).toMatchObject({ permittedValues: ["default", "1987"], default: "default", min: null });
  });

  test("ranges that cannot be computed disable their input, with a message", () => {
    expect(table.get("broken")).toMatchObject({ disabled: true, cacheError: "Non-numeric GQL value: max", min: null });
  });

  test("ranges are disabled if the area lacks the input's technology", () => {
    expect(table.get("harbour")).toMatchObject({ disabled: true, cacheError: null, min: 0, max: 100 });
  });

  test("ranges of amounts shrink with a derived area, and their steps shrink by a power of ten", () => {
    const hamlet = { ...VILLAGE, hash: "hamlet", scaling: { factor: 0.05 } };
    const scaledTable = engine.inputs(hamlet, 2050);
    expect(scaledTable.get("houses")).toMatchObject({ min: 0, max: 50, default: 2.5, step: 0.01 });
    expect(scaledTable.get("costs")).toMatchObject({ max: 10, default: 5, step: 0.1 });
    expect(scaledTable.get("demand_now")).toMatchObject({ max: 200, default: 100 });
  });

  test("ranges mark amounts by the model's units, but never strings", () => {
    const amounts = [...table.values()].filter(({ scalesWithArea }) => scalesWithArea).map(({ key }) => key);
    expect(amounts).toEqual(["demand_now", "boiler_units", "houses"]);
  });
});

describe("a scaled scenario", () => {
  const scaling: Scaling = {
    areaAttribute: "number_of_inhabitants",
    value: 10,
    baseValue: 40,
    hasAgriculture: false,
    hasIndustry: false,
    hasEnergy: true,
  };

  test("a scaled scenario has a share of every amount", () => {
    const solution = solve({ scaling });
    expect(resultInBothYears(solution, "gas_used")).toEqual([GAS / 4, GAS / 4]);
    expect(resultInBothYears(solution, "inhabitants")[0]).toBe(10);
  });

  test("a scaled scenario has scaled ranges", () => {
    const table = engine.inputs(VILLAGE, 2050, scaling);
    expect(table.get("demand_now")).toMatchObject({ max: 50, default: 25 });
    expect(table.get("houses")).toMatchObject({ max: 250, default: 12.5, step: 0.1 });
  });

  test("a scaled scenario excludes the given sectors", () => {
    const nodes = MODEL.energy.nodes.map((node) =>
      node.key === "heat_demand" ? { ...node, sector: "industry" } : node,
    );
    const industrialEngine = new Engine({ ...MODEL, energy: { ...MODEL.energy, nodes } });
    expect(resultInBothYears(industrialEngine.solve(VILLAGE, recipe({ scaling })), "gas_used")).toEqual([0, 0]);
  });
});

describe("a node's report", () => {
  test("a node's report shows the figures of its presentation group in both years", () => {
    const report = solveWithInputs({ boiler_units: 3 }).node("gas_boiler");
    expect(report).toMatchObject({
      key: "gas_boiler",
      sector: "village",
      presentation_group: "traditional_heat",
      uses_coal_and_wood_pellets: false,
      data: {
        technical: {
          heat_output_conversion: { present: "80.0", future: "80.0", unit: "%" },
          heat_output_capacity: { present: "0.012", future: "0.012", unit: "MW / unit" },
          full_load_hours: { present: 1500, future: 1500 },
        },
        cost: { wacc: { present: "4.0", future: "4.0" }, takes_part_in_ets: { present: "false" } },
        other: { technical_lifetime: { present: 15, future: 15, unit: "years" } },
      },
    });
  });

  test("a node's report is empty for nodes of other groups, including molecules, and undefined for unknown nodes", () => {
    expect(solve().node("gas_field")).toMatchObject({ data: {}, presentation_group: null });
    expect(solve().node("emitted_co2")).toMatchObject({ data: {} });
    expect(solve().node("nope")).toBeUndefined();
  });

  test("a node's report names a figure that cannot be calculated", () => {
    expect(solve().node("costless_boiler")).toEqual({
      error: expect.stringContaining("is nil where a number is needed"),
    });
  });
});

test("a restored solution returns the same answers", () => {
  const solution = solveWithInputs({ heat_demand_change: 10, demand_now: 60 });
  const shared = structuredClone(solution.toShared(share));
  const restored = new Engine(MODEL).restore(VILLAGE, shared);
  for (const { key } of MODEL.gqueries) expect(restored.query(key)).toEqual(solution.query(key));
  expect(restored.node("gas_boiler")).toEqual(solution.node("gas_boiler"));
  expect(restored.toShared(share).byteLength).toBe(shared.byteLength);
});
