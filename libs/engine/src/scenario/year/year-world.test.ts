import { GqlError, type ModelObject } from "@etesian/gql";
import { describe, expect, test, vi } from "vitest";
import { YearObjects } from "../../attributes/objects/objects.ts";
import { modelTopology } from "../../graph/topology/topology.ts";
import { YearState } from "../../graph/state/year.ts";
import type { CurveSource } from "../../hourly/curves/curve-source.ts";
import { MODEL, VILLAGE } from "../model.fixture.ts";
import { SectorMap } from "./sector-map.ts";
import { CurveMemo } from "../../hourly/curves/memo.ts";
import { StructuralLists } from "./structural-lists.ts";
import { YearWorld } from "./year-world.ts";

const wind = Float64Array.of(1, 2);
const storm = Float64Array.of(3, 4);
const attachedCurve = Float64Array.of(5, 6);

const curves: CurveSource = {
  curve: (area, key, variant) =>
    area === "village" && key === "weather/wind" ? (variant === "1987" ? storm : wind) : null,
  variants: (_, set) => (set === "weather" ? ["default", "1987"] : []),
  weatherProperties: (_, variant) => (variant === "1987" ? new Map([["wind_hours", 3000]]) : null),
};

const state = YearState.fromDataset(modelTopology(MODEL), VILLAGE);
const world = new YearWorld(
  "present",
  new YearObjects(state),
  new SectorMap(MODEL),
  {
    area: "village",
    curves,
    inputValue: (key) => key.length,
    attachedCurve: (key) => (key === "weather/rain" || key === "price" ? attachedCurve : null),
  },
  null,
  { lists: new StructuralLists(), curves: new CurveMemo() },
);

const keys = (objects: readonly ModelObject[]): string[] => objects.map(({ key }) => key);
const node = (key: string): ModelObject => world.node("energy", key)!;

describe("the graphs of a year", () => {
  test("the graphs of a year find nodes by key, group, sector and use; unknown names return nil", () => {
    expect(world.node("energy", "gas_boiler")).toBe(world.node("energy", "gas_boiler"));
    expect(world.node("molecules", "gas_boiler")).toBeUndefined();
    expect(keys(world.group("energy", "useful_demand"))).toEqual(["heat_demand"]);
    expect(world.group("energy", "unknown")).toEqual([]);
    expect(keys(world.sector("energy", "energy")).sort()).toEqual(["gas_field", "gas_plant"]);
    expect(world.use("energy", "energetic")).toHaveLength(MODEL.energy.nodes.length);
    expect(keys(world.nodes("molecules"))).toEqual(["emitted_co2"]);
  });

  test("the graphs of a year find an edge from either end", () => {
    const edge = world.edge("energy", "gas_boiler", "heat_demand");
    expect(edge?.key).toBe("gas_boiler-heat_demand@useable_heat");
    expect(world.edge("energy", "heat_demand", "gas_boiler")).toBe(edge);
    expect(world.edge("energy", "heat_demand", "gas_field")).toBeUndefined();
    expect(world.edge("energy", "heat_demand", "unknown")).toBeUndefined();
  });

  test("the graphs of a year lead from nodes to slots, edges and neighbours", () => {
    expect(keys(world.slots(node("gas_boiler"), "output"))).toEqual(["(useable_heat)-gas_boiler", "(loss)-gas_boiler"]);
    const slot = world.slot(node("gas_field"), "output", "natural_gas")!;
    expect(keys(world.edges(slot, "input"))).toEqual([
      "gas_field-gas_boiler@natural_gas",
      "gas_field-gas_plant@natural_gas",
    ]);
    expect(world.slot(node("gas_field"), "output", "electricity")).toBeUndefined();
    expect(keys(world.suppliers(node("heat_demand")))).toEqual(["gas_boiler", "electric_heater"]);
    expect(keys(world.consumers(node("gas_field")))).toEqual(["gas_boiler", "gas_plant"]);
    expect(() => world.edges(world.area, "input")).toThrow(GqlError);
  });

  test("the graphs of a year find only carriers that energy nodes use", () => {
    expect(world.carrier("energy", "electricity")?.key).toBe("electricity");
    expect(world.carrier("energy", "co2")).toBeUndefined();
    expect(world.carrier("energy", "unknown")).toBeUndefined();
    expect(world.carrier("molecules", "electricity")).toBeUndefined();
  });
});

describe("the sector mapping", () => {
  test("the sector mapping finds nodes and emissions by the values of a scheme, in any spelling", () => {
    expect(world.isScheme("Sector")).toBe(true);
    expect(world.isScheme("households")).toBe(false);
    expect(keys(world.nodesOfScheme("energy", "sector", ["built ENVIRONMENT"]))).toContain("heat_demand");
    expect(keys(world.nodesOfScheme("energy", "sector", ["built environment"]))).not.toContain("gas_field");
    expect(world.mappedEmission("sector", "Built environment", "co2", null)).toBe(3);
    expect(world.mappedEmission("sector", "Built environment", "other_ghg", null)).toBe(0);
  });

  test("the sector mapping rejects unknown schemes and values", () => {
    expect(() => world.nodesOfScheme("energy", "unknown", ["x"])).toThrow("Unknown sector scheme unknown");
    expect(() => world.nodesOfScheme("energy", "sector", ["x"])).toThrow("Unknown value x of sector scheme sector");
  });
});

test("emissions are stored by sector, use and gas, and separately for 1990", () => {
  expect(world.emission("village_heating", "energetic", "co2", null)).toBe(3);
  expect(world.emission("village_heating", "energetic", "co2", "1990")).toBeNull();
});

describe("curves", () => {
  test("curves are the user's curves, or curves of the selected weather if there are none", () => {
    expect(world.datasetCurve("weather/rain")).toBe(attachedCurve);
    expect(world.datasetCurve("weather/wind")).toBe(wind);
    state.area.set("weather_curve_set", "1987");
    expect(world.datasetCurve("weather/wind")).toBe(storm);
    expect(world.weatherProperty("wind_hours")).toBe(3000);
    state.area.set("weather_curve_set", "default");
    expect(() => world.weatherProperty("wind_hours")).toThrow("No weather property wind_hours in variant default");
    expect(() => world.datasetCurve("unknown")).toThrow("No curve unknown in the area village");
  });

  test("curves attached by users are named after their curve", () => {
    expect(world.attachedCurve("price_curve")).toBe(attachedCurve);
    expect(world.attachedCurve("price")).toBeNull();
    expect(world.curveSetVariants("weather")).toEqual(["default", "1987"]);
  });
});

describe("a function of curves", () => {
  test("a function of curves runs once for the same curves", () => {
    const curves = [Float64Array.of(1, 2), Float64Array.of(3, 4)];
    const add = vi.fn<(points: Float64Array) => void>((points) => points.set([4, 6]));
    expect(world.curveOf("sum", curves, 2, add)).toEqual(Float64Array.of(4, 6));
    expect(world.curveOf("sum", [...curves], 2, add)).toBe(world.curveOf("sum", curves, 2, add));
    expect(add).toHaveBeenCalledTimes(1);
    world.curveOf("sum", curves.toReversed(), 2, add);
    world.curveOf("product", curves, 2, add);
    expect(add).toHaveBeenCalledTimes(3);
  });
});
