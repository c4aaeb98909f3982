/** Downloads in English. */
import type { FileTextsByName } from "./names.ts";

const PEAKS = "Highest hourly load of each producer and consumer, in MW.";
const BALANCE = "Production, consumption and shortage of each hour, in MW.";
const SUPPLY = "Production and consumption of each hour, in MW.";
const HEAT = "Demand and supply of each hour, in MW.";
const EMISSIONS = "Greenhouse gases by reporting category and node, in kt CO₂-eq.";

export const en: FileTextsByName = {
  energy_flow: {
    title: "Energy flows, end year",
    about: "Energy into and out of every node by carrier, in MJ.",
  },
  energy_flow_present: {
    title: "Energy flows, start year",
    about: "Energy into and out of every node by carrier, in MJ.",
  },
  molecule_flow: {
    title: "Flows of CO₂ and other molecules",
    about: "Mass into and out of every molecule node, in kg.",
  },
  sankey: { title: "Flows between sectors (Sankey)", about: "Energy between groups of technologies in both years." },
  direct_emissions_present: { title: "Emissions, start year", about: EMISSIONS },
  direct_emissions_future: { title: "Emissions, end year", about: EMISSIONS },
  storage_parameters: { title: "Storage", about: "Capacity, volume, efficiency and costs of each storage technology." },
  costs_parameters: { title: "Costs", about: "Annual costs of plants, carriers and infrastructure, in euros." },
  electricity_capacities: { title: "Peak loads, electricity", about: PEAKS },
  district_heating_capacities: { title: "Peak loads, heat networks", about: PEAKS },
  hydrogen_capacities: { title: "Peak loads, hydrogen", about: PEAKS },
  network_gas_capacities: { title: "Peak loads, gas network", about: PEAKS },
  electricity_price: { title: "Electricity price", about: "Price of each hour, in €/MWh." },
  electricity_profiles: { title: "Electricity supply and demand", about: BALANCE },
  residual_load: { title: "Residual load", about: "Demand minus inflexible supply of each hour, in MW." },
  district_heating_profiles: { title: "Heat networks", about: BALANCE },
  household_heat: { title: "Heat in households", about: HEAT },
  buildings_heat: { title: "Heat in services", about: HEAT },
  agriculture_heat: { title: "Heat in agriculture", about: BALANCE },
  hydrogen_profiles: { title: "Hydrogen supply and demand", about: SUPPLY },
  hydrogen_integral_cost: {
    title: "Hydrogen costs",
    about: "Production of each hour in MWh, and its costs in €/MWh.",
  },
  network_gas_profiles: { title: "Gas supply and demand", about: SUPPLY },
};
