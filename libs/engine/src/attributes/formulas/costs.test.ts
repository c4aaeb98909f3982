import { describe, expect, it } from "vitest";
import { SketchedYear } from "../attributes.fixture.ts";

const figures = {
  typical_input_capacity: 10,
  full_load_hours: 5000,
  initial_investment: 1000,
  decommissioning_costs: 200,
  technical_lifetime: 20,
  construction_time: 1,
  wacc: 0.1,
  fixed_operation_and_maintenance_costs_per_year: 30,
  variable_operation_and_maintenance_costs_per_full_load_hour: 2,
  variable_operation_and_maintenance_costs_for_ccs_per_full_load_hour: 1,
  number_of_units: 3,
} as const;

type Figures = { readonly [name: string]: number };

function plant(attributes: Figures = figures): SketchedYear {
  const year = new SketchedYear({
    nodes: {
      mine: {},
      plant: { attributes, input: { coal: 1 }, output: { electricity: 0.5, loss: 0.5 } },
      grid: { demand: 1000 },
    },
    edges: { "mine-plant@coal": {}, "plant-grid@electricity": {} },
  });
  year.state.area.set("co2_price", 0.05);
  year.state.area.set("co2_percentage_free", 0.1);
  year.state.area.set("captured_biogenic_co2_price", 0.02);
  return year.carrier("coal", "cost_per_mj", 0.01).carrier("coal", "co2_conversion_per_mj", 0.1).calculate();
}

const withoutFigure = (name: string): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([other]) => other !== name));

describe("capital costs", () => {
  it("capital costs are depreciation plus interest on the average investment, including during construction", () => {
    const year = plant();
    expect(year.read("plant", "cost_of_capital")).toBe((600 * 0.1 * 21) / 20);
    expect(year.read("plant", "depreciation_costs")).toBe(60);
    expect(year.read("plant", "fixed_costs")).toBe(63 + 60 + 30);
  });

  it("capital costs cannot be calculated with a missing or zero lifetime", () => {
    expect(() => plant(withoutFigure("technical_lifetime")).read("plant", "cost_of_capital")).toThrow(
      "technical_lifetime is nil",
    );
    expect(() => plant({ ...figures, technical_lifetime: 0 }).read("plant", "cost_of_capital")).toThrow(
      "technical_lifetime",
    );
  });

  it("capital costs are nil, not 0, if documents specify no investment", () => {
    expect(plant(withoutFigure("initial_investment")).read("plant", "total_initial_investment")).toBeNull();
  });
});

describe("energy costs", () => {
  it("energy costs are fuel and CO2 per MJ of input", () => {
    const year = plant();
    const perMj = 0.01 + 0.1 * 0.05 * (1 - 0.1) + (2 + 1) / (10 * 3600);
    expect(year.read("plant", "variable_costs_per_typical_input")).toBeCloseTo(perMj, 14);
    expect(year.read("plant", "marginal_costs")).toBeCloseTo((perMj * 3600) / 0.5, 10);
    expect(year.read("plant", "variable_costs")).toBeCloseTo(perMj * 10 * 3600 * 5000, 4);
  });

  it("marginal costs are nil for a node without electricity output", () => {
    expect(plant().read("mine", "marginal_costs")).toBeNull();
  });

  it("energy is bought at the stored price, if there is one", () => {
    const year = plant({ ...figures, marginal_costs: 7, max_consumption_price: 9 });
    expect(year.read("plant", "marginal_costs")).toBe(7);
    expect(year.read("plant", "max_consumption_price")).toBe(9);
    expect(plant({ ...figures, marginal_costs: 7 }).read("plant", "max_consumption_price")).toBe(7);
  });

  it("fuel costs with and without hourly electricity prices are cached separately", () => {
    const year = plant();
    year.objects.energy.state.column("fuel_costs_electricity_per_plant")[year.node("plant").index] = 5;
    const fuel = year.read("plant", "fuel_costs");
    expect(fuel).toBeCloseTo(0.01 * 10 * 3600 * 5000, 6);
    // The plant's fuel is not electricity, so it has no hourly price.
    expect(year.read("plant", "fuel_costs_hourly_electricity")).toBe(fuel);
  });
});

describe("costs per unit", () => {
  const year = plant();
  const costs = 63 + 60 + 30;
  it.each([
    ["plant", costs],
    ["node", costs * 3],
    ["mw_input", costs / 10],
    ["mw_electricity", costs / 5],
    ["mwh_input", costs / 50_000],
    ["mwh_electricity", costs / 25_000],
    ["full_load_hour", costs / 5000],
  ])("fixed_costs_per(:%s)", (unit, expected) => {
    expect(year.read("plant", "fixed_costs_per", unit)).toBeCloseTo(expected, 12);
  });

  it("costs per unit are 0 instead of infinite, and throw for unknown units", () => {
    expect(year.read("plant", "fixed_costs_per", "mw_heat")).toBe(0);
    expect(() => year.read("plant", "fixed_costs_per", "mw_cold")).toThrow("mw_cold unknown");
  });

  it("nil costs remain nil per plant and throw per node", () => {
    const plantWithoutInvestment = plant(withoutFigure("initial_investment"));
    expect(plantWithoutInvestment.read("plant", "initial_investment_per", "plant")).toBeNull();
    expect(() => plantWithoutInvestment.read("plant", "initial_investment_per", "node")).toThrow("nil");
  });
});
