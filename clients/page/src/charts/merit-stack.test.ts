import type { MarketHour } from "@etesian/engine";
import { expect, test } from "vitest";
import { bidsOf, stackOf } from "./merit-stack.ts";
import type { Slider } from "@etesian/interface";
import { carrierOfNode, nameAmongPeers, nameOfNode } from "./nodes.ts";

const member = (node: string, load: number) => ({ node, load, role: "other" as const });
const HOUR: MarketHour = {
  network: "merit_order",
  hour: 497,
  demand: 100,
  alwaysOn: 40,
  consumers: [member("homes", -100)],
  alwaysOnMembers: [member("wind", 30), member("sun", 10)],
  offers: [
    { ...member("coal", 30), cost: 30, spare: 0 },
    { ...member("gas", 30), cost: 60, spare: 20 },
    { ...member("oil", 0), cost: 90, spare: 50 },
    { ...member("peaker", 0), cost: 200, spare: 10 },
  ],
  flexible: [],
  stores: [],
  purchases: [],
  price: 60,
  rule: "producer",
  setter: "gas",
  next: { node: "oil", cost: 90, after: 20 },
  shortage: 0,
  curtailed: 0,
  imported: 0,
  exported: 0,
};

test("bids are sorted by cost, with the next one at the top and members that run at any price at the bottom", () => {
  expect(bidsOf(HOUR).map(({ node, part, cost }) => [node, part, cost])).toEqual([
    ["oil", "next", 90],
    ["gas", "setter", 60],
    ["coal", "runs", 30],
    ["sun", "runs", null],
    ["wind", "runs", null],
  ]);
});

test("no bid sets the price in an hour of shortage", () => {
  const bids = bidsOf({ ...HOUR, rule: "shortage", shortage: 10, price: 3_000, next: null });
  expect(bids.map(({ node, part }) => [node, part])).toEqual([
    ["gas", "runs"],
    ["coal", "runs"],
    ["sun", "runs"],
    ["wind", "runs"],
  ]);
});

test("an unlimited bid is shown with its running capacity", () => {
  const backup = { ...member("backup", 5), cost: Infinity, spare: Infinity };
  expect(bidsOf({ ...HOUR, offers: [backup], next: null })[0]).toMatchObject({ node: "backup", available: 5 });
});

test("rows show the available capacity, filled up to the load, and are at least as high as their names", () => {
  const rows = stackOf(bidsOf(HOUR), 400);
  expect(rows.every(({ height, filledHeight }) => height >= 17 && filledHeight <= height)).toBe(true);
  const [oil, gas] = rows;
  expect(gas!.filledHeight / gas!.height).toBeCloseTo(30 / 50);
  expect(oil!.filledHeight).toBe(0);
  expect(rows.at(-1)!.y + rows.at(-1)!.height).toBeCloseTo(398);
});

test("nodes have the colour of the carrier that they burn, trade or store", () => {
  expect(
    [
      "energy_power_wind_turbine_offshore",
      "energy_power_wind_turbine_inland",
      "energy_interconnector_1_imported_electricity",
      "energy_power_combined_cycle_network_gas_dispatchable",
      "energy_power_combined_cycle_coal_gas",
      "energy_flexibility_mv_batteries_electricity",
      "energy_export_hydrogen_backup",
      "energy_chp_supercritical_mt_waste_mix",
      "households_useful_demand",
    ].map(carrierOfNode),
  ).toEqual(["wind_sea", "wind_land", "import", "gas", "coal_gas", "storage", "export", "waste", null]);
});

/** Sliders of a model without titles. */
const NO_SLIDERS = new Map<string, Slider>();

test("a node has the title of its capacity slider, if the model has one", () => {
  const slider: Slider = {
    title: "Coal plants",
    isTitled: true,
    about: null,
    unit: "GW",
    unitName: "GW",
    factor: 0.001,
    shown: null,
  };
  const sliders = new Map([["capacity_of_energy_power_coal", slider]]);
  expect(nameOfNode("energy_power_coal", sliders, "en")).toBe("Coal plants");
  const untitled = new Map([["capacity_of_energy_power_coal", { ...slider, title: "Capacity of…", isTitled: false }]]);
  expect(nameOfNode("energy_power_coal", untitled, "en")).toBe("Coal");
});

test("a heater in an order has the title of its share, and other technologies have their own names", () => {
  const pump = "households_heater_heatpump_air_water_electricity_share";
  const titled = { title: "Air-source heat pump", isTitled: true } as const;
  const slider: Slider = { ...titled, about: null, unit: "%", unitName: "%", factor: 1, shown: null };
  const sliders = new Map([[pump, slider]]);
  expect(nameAmongPeers("households_space_heater_heatpump_air_water_electricity", sliders, "nl")).toBe(slider.title);
  expect(nameAmongPeers("energy_hydrogen_steam_methane_reformer_dispatchable", sliders, "nl")).toBe(
    "Waterstof stoomreformer",
  );
});

test("names of nodes omit the words that all of them share", () => {
  expect(nameOfNode("energy_power_ultra_supercritical_coal", NO_SLIDERS, "en")).toBe("Ultra supercritical coal");
  expect(nameOfNode("energy_interconnector_1_imported_electricity", NO_SLIDERS, "en")).toBe("Interconnector 1 import");
  expect(nameOfNode("energy_power_", NO_SLIDERS, "en")).not.toBe("");
  expect(nameOfNode("energy_power_hv_network_electricity", NO_SLIDERS, "en")).toBe("High voltage network");
  expect(nameOfNode("energy_chp_ultra_supercritical_cofiring_ht_coal", NO_SLIDERS, "en")).toBe(
    "CHP co-firing high temperature coal",
  );
  expect(nameOfNode("industry_chp_engine_gas_power_fuelmix", NO_SLIDERS, "en")).toBe("Industry CHP engine gas");
  expect(nameOfNode("environment_air_ambient_heat", NO_SLIDERS, "en")).toBe("Ambient heat from air");
});
