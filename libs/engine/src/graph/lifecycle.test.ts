import { describe, expect, it } from "vitest";
import { sketchYear, type GraphSketch } from "./graph.fixture.ts";
import { calculateYear, type HourlyCalculation } from "./lifecycle.ts";
import { ConnectionError } from "./molecules.ts";
import type { YearState } from "./state/year.ts";

/** A gas plant with CO2 capture, which uses electricity. */
const energy: GraphSketch = {
  nodes: {
    homes: { demand: 50, input: { electricity: 1 } },
    plant: { input: { gas: 1 }, output: { electricity: 0.5 } },
    capture: { input: { electricity: 1 }, attributes: { from_molecules: { source: "captured", conversion: 0.2 } } },
  },
  edges: { "plant-homes@electricity": {}, "plant-capture@electricity": {} },
};

const molecules = (fromEnergy: {
  readonly [key: string]: string | number | { [key: string]: string | number };
}): GraphSketch => ({
  nodes: {
    burnt: { attributes: { from_energy: fromEnergy } },
    captured: {},
  },
  edges: { "burnt-captured@co2": { reversed: true, share: 0.5 } },
});

const readNothing = (): number => NaN;
const nodeOf = (year: YearState, graph: "energy" | "molecules", key: string): number =>
  year[graph].topology.nodeByKey.get(key)!;
const demand = (year: YearState, graph: "energy" | "molecules", key: string): number =>
  year[graph].demand[nodeOf(year, graph, key)]!;

describe("molecule demands", () => {
  const burntDemand = (
    fromEnergy: Parameters<typeof molecules>[0],
    read: (attribute: string, node: string) => number = readNothing,
  ): number => {
    const year = sketchYear(energy, molecules(fromEnergy));
    calculateYear(year, {
      read: (graph, attribute, node) => read(attribute, year[graph].topology.definition.nodes[node]!.key),
    });
    return demand(year, "molecules", "burnt");
  };

  it("molecule demands are the source's demand, times a conversion", () => {
    expect(burntDemand({ source: "plant" })).toBe(100);
    expect(burntDemand({ source: "plant", attribute: "demand", conversion: 0.3 })).toBe(30);
  });

  it("molecule demands can be another attribute of the source", () => {
    expect(
      burntDemand({ source: "plant", attribute: "primary_co2_emission" }, (attribute, node) => {
        expect([attribute, node]).toEqual(["primary_co2_emission", "plant"]);
        return 7;
      }),
    ).toBe(7);
  });

  it("molecule demands are flows of carriers times a factor, or times an attribute of the carrier", () => {
    expect(burntDemand({ source: "plant", direction: "output", conversion: { electricity: 3 } })).toBe(150);
    // The sketch numbers carriers from 1: electricity 1, gas 2.
    const conversion = { gas: "carrier: co2_conversion_per_mj" };
    expect(burntDemand({ source: "plant", direction: "input", conversion })).toBe(200);
  });

  it("molecule demands are flows times the mean of an attribute over the edges of the slot, or 0 if nothing flows", () => {
    const conversion = { electricity: "edges: carbon_factor" };
    const read = (attribute: string, node: string): number =>
      attribute === "carbon_factor" && node === "plant" ? 4 : NaN;
    expect(burntDemand({ source: "homes", direction: "input", conversion }, read)).toBe(200);
    const year = sketchYear(energy, molecules({ source: "capture", direction: "input", conversion }));
    year.energy.demand[nodeOf(year, "energy", "capture")] = 0;
    calculateYear(year, { read: readNothing });
    expect(demand(year, "molecules", "burnt")).toBe(0);
  });

  it("molecule demands follow changes that inputs make to the connection", () => {
    const year = sketchYear(energy, molecules({ source: "plant", conversion: 0.3 }));
    year.molecules.setRecordEntry(0, "from_energy", "conversion", 0.5);
    calculateYear(year, { read: readNothing });
    expect(demand(year, "molecules", "burnt")).toBe(50);
    expect(demand(year, "molecules", "captured")).toBe(25);
  });

  it.each([
    [{ source: "plnat" }, 'burnt: from_energy.source: "plnat" is not a node of energy'],
    [{ source: "plant", attribute: "sadness" }, "burnt: from_energy.attribute: plant has no sadness"],
    [
      { source: "plant", direction: "input", conversion: { coal: 1 } },
      "burnt: from_energy.conversion.coal: plant has no such input",
    ],
    [
      { source: "plant", direction: "input", conversion: { gas: "carrier: colour" } },
      'conversion.gas: "carrier: colour" has no value',
    ],
    [{ source: "plant", conversion: { gas: 1 } }, "conversion: without a direction, expected a number"],
  ])("molecule demands cannot be derived from %o", (fromEnergy, message) => {
    expect(() => burntDemand(fromEnergy)).toThrow(ConnectionError);
    expect(() => burntDemand(fromEnergy)).toThrow(message);
  });
});

describe("disabled sectors", () => {
  const graph: GraphSketch = {
    nodes: {
      factory: { demand: 10, sector: "industry", attributes: { number_of_units: 2 } },
      works: { demand: 5, sector: "industry" },
      mine: { sector: "energy", attributes: { number_of_units: 4 } },
    },
    edges: { "mine-factory@coal": {}, "mine-works@coal": { type: "constant", share: 5 } },
  };
  const withoutSectors = (...sectors: string[]): YearState => {
    const year = sketchYear(graph);
    year.area.set("disabled_sectors", sectors);
    calculateYear(year, { read: readNothing });
    return year;
  };

  it("disabled sectors have no demand, no units and no constant flows", () => {
    const { energy: state } = withoutSectors("industry");
    expect(Array.from(state.demand)).toEqual([0, 0, 0]);
    expect(Array.from(state.presetDemand)).toEqual([0, 0, NaN]);
    expect(Array.from(state.column("number_of_units"))).toEqual([0, NaN, 4]);
    expect(Array.from(state.edgeValue)).toEqual([0, 0]);
  });

  it("a disabled energy sector still follows the demand of other sectors", () => {
    const { energy: state } = withoutSectors("energy");
    expect(Array.from(state.demand)).toEqual([10, 5, 15]);
    expect(Array.from(state.column("number_of_units"))).toEqual([2, NaN, 0]);
  });
});

describe("the sequence of a time-resolved calculation", () => {
  it("a time-resolved calculation runs the hours between two passes, the second of which starts from the inputs and the injected results", () => {
    const year = sketchYear(energy, molecules({ source: "plant" }));
    const plant = nodeOf(year, "energy", "plant");
    const homes = nodeOf(year, "energy", "homes");
    const log: string[] = [];
    const logState = (step: string): void => {
      const { energy: state } = year;
      log.push(
        `${step}: plant ${state.demand[plant]}, capture ${state.demand[2]}, units ${state.column("number_of_units")[plant]}`,
      );
    };
    const hourly = (): HourlyCalculation => ({
      prepare: () => {
        year.energy.column("number_of_units")[plant] = 3;
        logState("prepare");
      },
      run: () => logState("run"),
      inject: () => {
        logState("inject");
        year.energy.demand[homes] = 80;
      },
      finish: () => logState("finish"),
    });
    calculateYear(year, { read: readNothing, hourly });
    expect(log).toEqual([
      "prepare: plant NaN, capture NaN, units 3",
      // First pass: 50 / 0.5 = 100, of which 50 kg captured; the electricity for the capture is not yet in the plant's
      // demand.
      "run: plant 100, capture 10, units 3",
      "inject: plant NaN, capture 10, units NaN",
      "finish: plant 180, capture 10, units NaN",
    ]);
    // The molecules follow the second pass; the electricity of the capture is unchanged since the first pass.
    expect(demand(year, "molecules", "burnt")).toBe(180);
    expect(demand(year, "molecules", "captured")).toBe(90);
    expect(demand(year, "energy", "capture")).toBe(10);
  });

  it("the start year has no hourly calculation, nor do areas that disable it", () => {
    const hourly = (): HourlyCalculation => {
      throw new Error("no hours here");
    };
    const present = sketchYear(energy, molecules({ source: "plant" }), 2023);
    const annual = sketchYear(energy, molecules({ source: "plant" }));
    annual.area.set("use_merit_order_demands", false);
    for (const year of [present, annual]) {
      calculateYear(year, { read: readNothing, hourly });
      expect(demand(year, "energy", "capture")).toBe(0);
      expect(demand(year, "molecules", "captured")).toBe(50);
    }
  });
});
