/** Adapters of nodes and their write-back: a dispatched year over sketched graphs. */
import { HOURS_PER_YEAR } from "@etesian/numeric";
import { describe, expect, test, vi } from "vitest";
import type { NodeSketch } from "../../graph/graph.fixture.ts";
import { curveOf } from "../hourly.fixture.ts";
import { HourlyError } from "../energy-nodes.ts";
import { MeritOrder } from "../merit/order.ts";
import {
  consumer,
  heatingPlant,
  hoursOf,
  INSTALLED,
  MW_YEAR,
  plant,
  roundOff,
  type Scene,
  sunPower,
  newHourlyMemory,
} from "./markets.fixture.ts";

describe("members of a merit order", () => {
  test("members of a merit order are the installed consumers, flexible members and producers, each sorted by key", () => {
    const nodes = {
      z_homes: consumer(1),
      b_gas: plant(1, 10),
      a_coal: plant(1, 20),
      a_shops: consumer(1),
      c_off: { ...plant(1, 1), attributes: { ...plant(1, 1).attributes, number_of_units: 0 } },
      empty: consumer(0),
    };
    expect(hoursOf({ nodes }).participants("merit_order")).toEqual(["a_shops", "z_homes", "a_coal", "b_gas"]);
  });
});

describe("a load that follows itself", () => {
  const user = (blocks: { readonly [network: string]: string }): NodeSketch => ({
    input: { hydrogen: 0.5, electricity: 0.5 },
    attributes: {
      ...INSTALLED,
      demand: MW_YEAR,
      ...Object.fromEntries(Object.entries(blocks).map(([network, group]) => [network, { type: "consumer", group }])),
    },
  });

  test("a load that follows the demand of its own network causes an error that names the node", () => {
    const bus = user({ hydrogen: "self: hydrogen_input_curve" });
    expect(() => hoursOf({ nodes: { homes: consumer(1), bus } })).toThrow(
      new HourlyError("bus follows itself: its load in hydrogen follows self: hydrogen_input_curve"),
    );
  });

  test("two loads of a node that follow each other cause an error that names the node", () => {
    const bus = user({ hydrogen: "self: electricity_input_curve", merit_order: "self: hydrogen_input_curve" });
    expect(() => hoursOf({ nodes: { homes: consumer(1), bus } })).toThrow(/^bus follows itself/);
  });
});

describe("a power plant", () => {
  test("a power plant writes full load hours, input demand, rank and curve", () => {
    const { attribute, curve } = hoursOf({
      nodes: { homes: consumer(6), cheap: plant(4, 10), expensive: plant(8, 20) },
    });
    expect(roundOff(attribute("cheap", "full_load_hours"))).toBe(HOURS_PER_YEAR);
    expect(attribute("expensive", "full_load_hours")).toBeCloseTo(HOURS_PER_YEAR / 4, 6);
    expect(attribute("expensive", "demand") / MW_YEAR).toBeCloseTo(4, 9);
    expect([attribute("cheap", "merit_order_position"), attribute("expensive", "merit_order_position")]).toEqual([
      1, 2,
    ]);
    expect(curve("expensive", "electricity_output_curve")[5]).toBeCloseTo(2, 9);
  });

  test("a power plant of a heat network runs in the user's order; plants that are not listed come last", () => {
    const boiler: NodeSketch = {
      input: { gas: 1 },
      output: { steam_hot_water: 1 },
      attributes: { ...INSTALLED, input_capacity: 2, heat_network_ht: { type: "producer", subtype: "dispatchable" } },
    };
    const nodes = { homes: consumer(5, "heat_network_ht"), a: boiler, b: boiler, c: boiler };
    const { load, attribute } = hoursOf({ nodes, orders: { heat_network_order_ht: ["c", "b"] } });
    expect(["a", "b", "c"].map((key) => load("heat_network_ht", key, 1)[0])).toEqual([1, 2, 2]);
    expect(["a", "b", "c"].map((key) => attribute(key, "merit_order_position"))).toEqual([3, 2, 1]);
  });

  test("a backup plant runs last without a limit, and its units are calculated", () => {
    const backup: NodeSketch = {
      ...plant(2, 1),
      attributes: {
        ...plant(2, 1).attributes,
        number_of_units: 0,
        merit_order: { type: "producer", subtype: "backup" },
      },
    };
    const { load, attribute } = hoursOf({
      nodes: { homes: consumer(3, "merit_order", "sun"), gas: plant(1, 900), backup },
    });
    expect(load("merit_order", "backup", 2)).toEqual([0.5, 3.5]);
    expect(attribute("backup", "number_of_units")).toBeCloseTo(3.5 / 2, 9);
    expect(attribute("backup", "full_load_hours")).toBeCloseTo((2 / 3.5) * HOURS_PER_YEAR, 4);
  });
});

describe("curtailed solar power", () => {
  const sun: NodeSketch = {
    output: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      demand: 2 * MW_YEAR,
      input_capacity: 4,
      full_load_hours: HOURS_PER_YEAR / 2,
      merit_order: { type: "producer", subtype: "volatile", group: "sun", production_curtailment: 0.5 },
    },
  };

  test("curtailed solar power delivers the remainder, and writes the curtailed peaks", () => {
    const scene = { nodes: { homes: consumer(5), sun, gas: plant(9, 1) }, edges: { "sun-homes@electricity": {} } };
    const { load, attribute, curve } = hoursOf(scene);
    // Of 1 and 3 MW the latter is capped at half the peak.
    expect(load("merit_order", "sun")).toEqual([1, 1.5, 1, 1.5]);
    expect(attribute("sun", "demand") / MW_YEAR).toBeCloseTo(1.25, 9);
    expect(attribute("sun", "full_load_hours")).toBe(HOURS_PER_YEAR / 2);
    expect(roundOff(curve("sun", "curtailment_output_curve")[1]!)).toBe(1.5);
  });
});

describe("an interconnector", () => {
  const importing: NodeSketch = {
    output: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 5,
      electricity_output_capacity: 5,
      marginal_costs: 40,
      full_load_hours: 8760,
      merit_order: { type: "producer", subtype: "import" },
    },
  };
  const exporting: NodeSketch = {
    input: { electricity: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 5,
      output_capacity: 0,
      marginal_costs: 40,
      full_load_hours: 876,
      merit_order: { type: "flex", subtype: "export" },
    },
  };
  const nodes = { homes: consumer(6), gas: plant(20, 20), importing, exporting };
  const edges: Scene["edges"] = {
    "importing-homes@electricity": { type: "flexible" },
    "gas-exporting@electricity": { type: "inversed_flexible" },
  };

  test("an interconnector imports and exports at a price, which it writes back", () => {
    const { load, attribute, year } = hoursOf({ nodes, edges });
    expect(load("merit_order", "exporting", 1)).toEqual([-5]);
    expect(load("merit_order", "importing", 1)).toEqual([0]);
    expect(attribute("exporting", "demand") / MW_YEAR).toBeCloseTo(5, 9);
    expect(attribute("exporting", "full_load_hours")).toBeCloseTo(HOURS_PER_YEAR, 6);
    const edge = year.energy.topology.edgeByKey.get("gas-exporting@electricity")!;
    expect([year.energy.edgeValue[edge]! / MW_YEAR, year.energy.edgeCalculated[edge]]).toEqual([
      expect.closeTo(5, 9),
      1,
    ]);
  });

  test("an interconnector follows price and availability curves, which start on 1 January", () => {
    const { load, attribute } = hoursOf({
      nodes,
      edges,
      prepare({ energy }, node) {
        // Hours 2160 to 2163 of the year are the first four of the calculation.
        const price = curveOf((hour) => (hour === 2160 ? 10 : 40));
        energy.setCurve(node("importing"), "marginal_cost_curve", price);
        energy.setCurve(node("exporting"), "marginal_cost_curve", price);
        energy.setCurve(
          node("importing"),
          "availability_curve",
          curveOf((hour) => (hour === 2160 ? 0.5 : 2)),
        );
        energy.setCurve(
          node("exporting"),
          "availability_curve",
          curveOf((hour) => (hour === 2161 ? 0.2 : 1)),
        );
      },
    });
    expect(load("merit_order", "importing", 3)).toEqual([2.5, 0, 0]);
    expect(load("merit_order", "exporting", 3)).toEqual([0, -1, -5]);
    expect(attribute("importing", "marginal_costs")).toBe(10);
    expect(attribute("importing", "availability")).toBeCloseTo((0.5 + 2 * 8759) / 8760, 12);
    expect(attribute("exporting", "availability")).toBe(1);
  });

  test("a must-run interconnector is a producer or consumer that follows a profile", () => {
    const { load, attribute, participants } = hoursOf({
      nodes,
      edges,
      prepare({ energy }, node) {
        for (const [key, value] of Object.entries({ subtype: "import_must_run", group: "flat" }))
          energy.setRecordEntry(node("importing"), "merit_order", key, value);
        for (const [key, value] of Object.entries({ type: "consumer", subtype: "export_must_run", group: "sun" }))
          energy.setRecordEntry(node("exporting"), "merit_order", key, value);
      },
    });
    expect(load("merit_order", "importing", 1)).toEqual([5]);
    // 876 hours of 5 MW, on a profile of 1 to 3.
    expect(load("merit_order", "exporting", 2)).toEqual([0.25, 0.75]);
    expect(attribute("exporting", "demand") / MW_YEAR).toBeCloseTo(0.5, 9);
    expect(participants("merit_order")).toEqual(["homes", "exporting", "gas", "importing"]);
  });
});

describe("a battery", () => {
  test("a battery returns all its energy minus losses, and its conversions reflect them", () => {
    const battery: NodeSketch = {
      input: { electricity: 1 },
      output: { electricity: 0.8, loss: 0.2 },
      attributes: {
        ...INSTALLED,
        input_capacity: 2,
        output_capacity: 2,
        electricity_output_capacity: 2,
        marginal_costs: 5,
        max_consumption_price: 3,
        storage: { volume: 2, decay: 0 },
        merit_order: { type: "flex", subtype: "storage" },
      },
    };
    const { load, conversion, curve, attribute } = hoursOf({
      nodes: { homes: consumer(2), battery, sun: sunPower, gas: plant(9, 20) },
    });
    expect(load("merit_order", "battery", 4)).toEqual([0, -1, 0.8, -1]);
    expect(attribute("battery", "demand") / MW_YEAR).toBeCloseTo(0.5, 9);
    // The share of demand × 0.8 that was discharged: the last charge is still stored.
    expect(conversion("battery", "electricity")).toBeCloseTo((4379 / 4380) * 1, 9);
    expect(conversion("battery", "loss")).toBeCloseTo(1 / 4380, 9);
    expect(Array.from(curve("battery", "storage_curve").slice(2160, 2164)).map(roundOff)).toEqual([0, 1, 0, 1]);
  });
});

describe("the heat of a power plant", () => {
  const nodes = {
    homes: consumer(2, "merit_order", "sun"),
    network: consumer(1, "heat_network_ht"),
    chp: heatingPlant(10, 10),
  };

  test("the heat of a power plant reaches its network an hour later; the heat of the last hour is removed from its conversion", () => {
    const { load, conversion } = hoursOf({ nodes });
    expect(load("merit_order", "chp")).toEqual([1, 3, 1, 3]);
    expect(load("heat_network_ht", "chp")).toEqual([0, 0.5, 1.5, 0.5]);
    expect(conversion("chp", "steam_hot_water")).toBeCloseTo(0.2 * (1 - 1.5 / 8760), 12);
  });

  test("electricity does not run again if only a power plant's heat network changes, nor does that network if only other networks change", () => {
    const memory = newHourlyMemory();
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const scene = { ...nodes, shed: consumer(1, "agriculture_heat") };
    const run = (changes: Scene["nodes"]): ReadonlySet<string> => {
      step.mockClear();
      hoursOf({ nodes: { ...scene, ...changes }, memory });
      return new Set(step.mock.contexts.map((order) => (order as MeritOrder).name));
    };
    const homes = consumer(3, "merit_order", "sun");
    expect(run({}).size).toBeGreaterThanOrEqual(3);
    expect(run({ network: consumer(1.5, "heat_network_ht") })).toEqual(new Set(["high temperature heat"]));
    expect(run({ homes })).toEqual(new Set(["electricity", "high temperature heat"]));
    expect(run({ homes, shed: consumer(2, "agriculture_heat") })).toEqual(new Set(["agriculture heat"]));
    step.mockRestore();
  });

  test("the heat of a power plant beyond demand fills a store, whose required volume is calculated", () => {
    const store: NodeSketch = {
      input: { steam_hot_water: 1 },
      output: { steam_hot_water: 1 },
      attributes: {
        ...INSTALLED,
        input_capacity: 1e15,
        output_capacity: 1e15,
        heat_output_capacity: 1e15,
        storage: { volume: 1, decay: 0 },
        heat_network_ht: {
          type: "flex",
          subtype: "heat_storage",
          group: "infinite",
          output_capacity_from_demand_of: "network",
          output_capacity_from_demand_share: 0.25,
        },
      },
    };
    const scene = {
      nodes: { ...nodes, network: consumer(0.8, "heat_network_ht"), store },
      orders: { heat_network_order_ht: ["store"] },
    };
    const { load, attribute, year } = hoursOf(scene);
    // It may deliver a quarter of the network's average.
    expect(load("heat_network_ht", "store")).toEqual([0, 0, -0.7, 0.2]);
    expect(attribute("store", "heat_output_capacity")).toBeCloseTo(0.2, 12);
    const storageCurve = year.energy.curve(year.energy.topology.nodeByKey.get("store")!, "storage_curve")!;
    const maxContent = storageCurve.reduce((a, b) => Math.max(a, b), 0);
    expect(year.energy.record(year.energy.topology.nodeByKey.get("store")!, "storage")!["volume"]).toBe(
      Math.ceil(maxContent),
    );
  });
});

describe("power-to-heat with hydrogen as a backup", () => {
  const factory: NodeSketch = { attributes: { demand: 1 * MW_YEAR } };
  const boiler: NodeSketch = {
    input: { electricity: 1 },
    output: { useable_heat: 1 },
    attributes: {
      ...INSTALLED,
      input_capacity: 9,
      output_capacity: 9,
      max_consumption_price: 22,
      storage: { volume: 100, decay: 0 },
      merit_order: {
        type: "flex",
        subtype: "power_to_heat_industry",
        demand_source: ["factory"],
        demand_profile: "flat",
      },
    },
  };
  const burner: NodeSketch = {
    input: { hydrogen: 1 },
    output: { useable_heat: 0.5 },
    attributes: {
      ...INSTALLED,
      demand: 2 * MW_YEAR,
      hydrogen: {
        type: "consumer",
        subtype: "subordinate",
        subordinate_to: "boiler",
        group: "unmet-demand: useable_heat_from_electricity_curve",
      },
    },
  };

  test("power-to-heat buys at most the average demand per hour, and hydrogen covers the heat that is not produced in time", () => {
    const nodes = { homes: consumer(2), gas: plant(9, 10), factory, boiler, burner };
    const { load, curve, attribute } = hoursOf({ nodes });
    // It buys 1 MW in every hour and converts it to heat an hour later.
    expect(load("merit_order", "boiler", 3)).toEqual([-1, -1, -1]);
    expect(Array.from(curve("boiler", "heat_output_curve").slice(2160, 2163)).map(roundOff)).toEqual([0, 1, 1]);
    expect(load("hydrogen", "burner", 3)).toEqual([2, 0, 0]);
    expect(attribute("boiler", "demand") / MW_YEAR).toBeCloseTo(1, 9);
  });

  test("power-to-heat leaves nothing to a burner that produces no heat", () => {
    const cold: NodeSketch = { ...burner, output: { useable_heat: 0 } };
    const { load } = hoursOf({ nodes: { homes: consumer(2), gas: plant(9, 30), factory, boiler, burner: cold } });
    expect(load("hydrogen", "burner", 3)).toEqual([0, 0, 0]);
  });

  test("power-to-heat throws an error if the burner lacks the slot for its heat", () => {
    const electric: NodeSketch = { ...burner, output: { electricity: 0.5 } };
    const nodes = { homes: consumer(2), gas: plant(9, 30), factory, boiler, burner: electric };
    expect(() => hoursOf({ nodes })).toThrow("burner lacks a slot for its unmet-demand");
  });

  test("power-to-heat that cannot buy leaves all demand to hydrogen", () => {
    const { load } = hoursOf({ nodes: { homes: consumer(2), gas: plant(9, 30), factory, boiler, burner } });
    expect(load("hydrogen", "burner", 3)).toEqual([2, 2, 2]);
  });
});

describe("prices", () => {
  test("prices in a shortage are the carrier's price, or 3000 by default", () => {
    expect(hoursOf({ nodes: { homes: consumer(2), gas: plant(1, 10) } }).price(0)).toBe(3000);
    expect(hoursOf({ nodes: { homes: consumer(1), gas: plant(2, 10) } }).price(0)).toBe(10);
  });
});
