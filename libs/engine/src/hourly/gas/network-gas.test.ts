import { describe, expect, test, vi } from "vitest";
import { HOURS_PER_YEAR, sum } from "@etesian/numeric";
import { type GraphSketch, type NodeSketch, sketchYear } from "../../graph/graph.fixture.ts";
import type { YearState } from "../../graph/state/year.ts";
import { scaleCurve } from "../curves/derived.ts";
import { CurveMemo } from "../curves/memo.ts";
import { HourlyCurves } from "../hourly-curves.ts";
import { EnergyNodes } from "../energy-nodes.ts";
import { curveOf, curves, profile, storedAttributes } from "../hourly.fixture.ts";
import { NetworkGas } from "./network-gas.ts";

/** MJ of one MW over the year. */
const MW_YEAR = HOURS_PER_YEAR * 3600;
/** A profile with all energy in the first half of the year. */
const winter = (hour: number): number => (hour < HOURS_PER_YEAR / 2 ? 1 : 0);
const CURVES = curves({ flat: profile(), winter: profile(winter) });

function gasNode(type: string, megawatts: number, settings: { readonly [key: string]: unknown } = {}): NodeSketch {
  const side = type === "producer" || type === "import" ? "output" : "input";
  return {
    [side]: { network_gas: 1 },
    attributes: { demand: megawatts * MW_YEAR, network_gas: { type, profile: "flat", ...settings } },
  };
}

const STORAGE: NodeSketch = {
  input: { network_gas: 1 },
  output: { network_gas: 1 },
  attributes: { demand: 0, network_gas: { type: "storage" }, storage: { volume: 0 } },
};

/** A year of network gas; `secondPass` makes the changes of the second pass. */
function year(
  nodes: GraphSketch["nodes"],
  secondPass: (year: YearState, nodes: EnergyNodes) => void = () => {},
  memo = new CurveMemo(),
) {
  const state = sketchYear({ nodes, edges: {} });
  const reader = new EnergyNodes(state.energy, storedAttributes(state));
  const gas = new NetworkGas(reader, new HourlyCurves(CURVES, state, reader, memo));
  secondPass(state, reader);
  gas.finish();
  const curve = (key: string, name: string): Float64Array | null => state.energy.curve(reader.index(key), name);
  return {
    demand: (key: string): number => state.energy.demand[reader.index(key)]!,
    input: (key: string) => curve(key, "network_gas_input_curve"),
    output: (key: string) => curve(key, "network_gas_output_curve"),
    stored: () => curve("storage", "storage_curve")!,
    volume: () => state.energy.record(reader.index("storage"), "storage")!["volume"] as number,
  };
}

describe("supply and demand", () => {
  test("supply and demand follow their profiles", () => {
    const gas = year({
      homes: gasNode("consumer", 3, { profile: "winter" }),
      field: gasNode("producer", 3),
      storage: STORAGE,
    });
    expect(gas.input("homes")![0]).toBeCloseTo(6, 9);
    expect(gas.input("homes")![HOURS_PER_YEAR - 1]).toBe(0);
    expect(gas.output("field")![0]).toBeCloseTo(3, 9);
  });

  test("supply and demand use the conversion of their carrier", () => {
    const burner = { ...gasNode("consumer", 4), input: { network_gas: 0.25, coal: 0.75 } };
    expect(year({ burner, storage: STORAGE }).input("burner")![0]).toBeCloseTo(1, 9);
  });

  test("supply and demand of nodes without demand are zero, regardless of the profile", () => {
    const gas = year({ idle: gasNode("consumer", 0, { profile: "there is none" }), storage: STORAGE });
    expect(gas.input("idle")).toEqual(new Float64Array(HOURS_PER_YEAR));
  });

  test("supply and demand may follow a curve that another hourly calculation assigned to the node", () => {
    const nodes = { plant: gasNode("consumer", 2, { profile: "self: electricity_output_curve" }), storage: STORAGE };
    const gas = year(nodes, ({ energy }, reader) => {
      energy.setCurve(
        reader.index("plant"),
        "electricity_output_curve",
        curveOf((hour) => (hour === 5 ? 8 : 0)),
      );
    });
    expect(gas.input("plant")![5]).toBeCloseTo(2 * HOURS_PER_YEAR, 6);
    expect(gas.input("plant")![6]).toBe(0);
  });

  test("supply and demand follow an assigned curve without materialising it", () => {
    const nodes = { plant: gasNode("consumer", 2, { profile: "self: electricity_output_curve" }), storage: STORAGE };
    const memo = new CurveMemo();
    const write = vi.spyOn(memo, "materialise");
    const gas = year(
      nodes,
      (_, reader) => {
        reader.setCurve(reader.index("plant"), "electricity_output_curve", () => scaleCurve(memo, profile(winter), 3));
      },
      memo,
    );
    expect(write).not.toHaveBeenCalled();
    expect(gas.input("plant")![5]).toBeCloseTo(4, 9);
    expect(write).toHaveBeenCalledOnce();
  });
});

describe("imports and exports", () => {
  const trade = { import: gasNode("import", 9), export: gasNode("export", 9), storage: STORAGE };

  test("imports and exports close the balance of the year", () => {
    const deficitYear = year({ homes: gasNode("consumer", 3), field: gasNode("producer", 1), ...trade });
    expect(sum(deficitYear.output("import")!)).toBeCloseTo(2 * HOURS_PER_YEAR, 6);
    expect(sum(deficitYear.input("export")!)).toBe(0);
    const surplusYear = year({ homes: gasNode("consumer", 1), field: gasNode("producer", 3), ...trade });
    expect(sum(surplusYear.output("import")!)).toBe(0);
    expect(sum(surplusYear.input("export")!)).toBeCloseTo(2 * HOURS_PER_YEAR, 6);
  });

  test("imports and exports include the flows of transformations", () => {
    const blend: NodeSketch = {
      input: { network_gas: 0.5 },
      output: { network_gas: 0.25 },
      attributes: { demand: 4 * MW_YEAR, network_gas: { type: "transformation", profile: "flat" } },
    };
    const gas = year({ homes: gasNode("consumer", 1), blend, ...trade });
    expect(gas.input("blend")![0]).toBeCloseTo(2, 9);
    expect(gas.output("blend")![0]).toBeCloseTo(1, 9);
    expect(sum(gas.output("import")!)).toBeCloseTo(2 * HOURS_PER_YEAR, 6);
  });
});

describe("storage", () => {
  const nodes = {
    homes: gasNode("consumer", 3, { profile: "winter" }),
    field: gasNode("producer", 3),
    storage: STORAGE,
  };

  test("storage takes the surplus and covers the deficit of an hour", () => {
    const gas = year(nodes);
    expect(gas.output("storage")![0]).toBeCloseTo(3, 9);
    expect(gas.input("storage")![HOURS_PER_YEAR - 1]).toBeCloseTo(3, 9);
    expect(gas.demand("storage") / MW_YEAR).toBeCloseTo(1.5, 9);
  });

  test("storage is sized for the whole year, with a minimum content of 0", () => {
    const gas = year(nodes);
    expect(gas.volume()).toBeCloseTo((3 * HOURS_PER_YEAR) / 2, 5);
    expect(gas.stored()[HOURS_PER_YEAR / 2 - 1]).toBe(0);
    expect(gas.stored()[HOURS_PER_YEAR - 1]).toBeCloseTo(gas.volume(), 5);
  });

  test("storage computes only the hourly surplus until its results are read", () => {
    const memo = new CurveMemo();
    const countCurves = (): number => [...memo.curves()].length;
    year(nodes, () => {}, memo);
    const previousCount = countCurves();
    const winterNodes = { ...nodes, homes: gasNode("consumer", 2, { profile: "winter" }) };
    const gas = year(winterNodes, () => {}, memo);
    expect(countCurves() - previousCount).toBe(1);
    expect(gas.volume()).toBeGreaterThan(0);
    gas.stored();
    gas.input("storage");
    gas.output("storage");
    expect(countCurves() - previousCount).toBe(4);
  });

  test("storage ignores rounding", () => {
    const gas = year({ homes: gasNode("consumer", 3), field: gasNode("producer", 3 + 0.9e-5), storage: STORAGE });
    expect([gas.demand("storage"), gas.volume()]).toEqual([0, 0]);
    expect(gas.output("storage")).toEqual(new Float64Array(HOURS_PER_YEAR));
  });
});

describe("a consumer subordinate to power-to-heat", () => {
  const settings = { behavior: "subordinate", subordinate_to: "boiler", subordinate_to_output: "useable_heat" };
  const burner: NodeSketch = {
    ...gasNode("consumer", 3, settings),
    input: { network_gas: 1 },
    output: { useable_heat: 0.5 },
  };
  const boiler: NodeSketch = { output: { useable_heat: 1 }, attributes: { demand: 0 } };

  test("a consumer subordinate to power-to-heat has its own demand while power-to-heat does not run", () => {
    expect(year({ burner, boiler, storage: STORAGE }).input("burner")![0]).toBeCloseTo(3, 9);
  });

  test("a consumer subordinate to power-to-heat uses gas for the remaining heat, at least 0", () => {
    const gas = year({ burner, boiler, storage: STORAGE }, ({ energy }, reader) => {
      energy.demand[reader.index("boiler")] = 1;
      energy.setCurve(
        reader.index("boiler"),
        "heat_output_curve",
        curveOf((hour) => (hour === 0 ? 1 : hour === 1 ? 9 : 0)),
      );
    });
    const [first, second, third] = gas.input("burner")!;
    expect([first, second, third]).toEqual([expect.closeTo(1, 9), 0, expect.closeTo(3, 9)]);
  });
});
