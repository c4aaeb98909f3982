/** Downloads in Dutch. */
import type { FileTextsByName } from "./names.ts";

const PEAKS = "Hoogste uurbelasting van elke producent en verbruiker, in MW.";
const BALANCE = "Productie, verbruik en tekort van elk uur, in MW.";
const SUPPLY = "Productie en verbruik van elk uur, in MW.";
const HEAT = "Vraag en aanbod van elk uur, in MW.";
const EMISSIONS = "Broeikasgassen per rapportagecategorie en knoop, in kt CO₂-eq.";

export const nl: FileTextsByName = {
  energy_flow: {
    title: "Energiestromen, eindjaar",
    about: "Energie die elke knoop per drager opneemt en afgeeft, in MJ.",
  },
  energy_flow_present: {
    title: "Energiestromen, startjaar",
    about: "Energie die elke knoop per drager opneemt en afgeeft, in MJ.",
  },
  molecule_flow: {
    title: "Stromen van CO₂ en andere moleculen",
    about: "Massa die elke molecuulknoop opneemt en afgeeft, in kg.",
  },
  sankey: {
    title: "Stromen tussen sectoren (Sankey)",
    about: "Energie tussen groepen van technieken in beide jaren.",
  },
  direct_emissions_present: { title: "Emissies, startjaar", about: EMISSIONS },
  direct_emissions_future: { title: "Emissies, eindjaar", about: EMISSIONS },
  storage_parameters: {
    title: "Opslag",
    about: "Vermogen, volume, rendement en kosten van elke opslagtechniek.",
  },
  costs_parameters: { title: "Kosten", about: "Jaarlijkse kosten van centrales, dragers en infrastructuur, in euro." },
  electricity_capacities: { title: "Piekbelasting, elektriciteit", about: PEAKS },
  district_heating_capacities: { title: "Piekbelasting, warmtenetten", about: PEAKS },
  hydrogen_capacities: { title: "Piekbelasting, waterstof", about: PEAKS },
  network_gas_capacities: { title: "Piekbelasting, gasnet", about: PEAKS },
  electricity_price: { title: "Elektriciteitsprijs", about: "Prijs van elk uur, in €/MWh." },
  electricity_profiles: { title: "Aanbod en vraag van elektriciteit", about: BALANCE },
  residual_load: { title: "Residuele vraag", about: "Vraag min inflexibel aanbod van elk uur, in MW." },
  district_heating_profiles: { title: "Warmtenetten", about: BALANCE },
  household_heat: { title: "Warmte in huishoudens", about: HEAT },
  buildings_heat: { title: "Warmte in diensten", about: HEAT },
  agriculture_heat: { title: "Warmte in landbouw", about: BALANCE },
  hydrogen_profiles: { title: "Aanbod en vraag van waterstof", about: SUPPLY },
  hydrogen_integral_cost: {
    title: "Kosten van waterstof",
    about: "Productie van elk uur in MWh, en de kosten in €/MWh.",
  },
  network_gas_profiles: { title: "Aanbod en vraag van gas", about: SUPPLY },
};
