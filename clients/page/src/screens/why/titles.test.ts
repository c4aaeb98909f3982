import type { Subject } from "@etesian/engine";
import { LANGUAGES, NO_DOCUMENTS, viewOf } from "@etesian/interface";
import { describe, expect, it } from "vitest";
import { en } from "../../texts/en.ts";
import { nl } from "../../texts/nl.ts";
import { displayUnitOfTerm, titlesOf } from "./titles.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const inBothLanguages = (text: string) => ({ en: text, nl: text });
const view = (language: "en" | "nl") => {
  const { sliders, ...rest } = viewOf(
    {
      ...NO_DOCUMENTS,
      sliders: { [WIND]: { title: inBothLanguages("Wind at sea"), about: null, unit: "GW", shown: null } },
    },
    { inputs: [{ key: WIND, unit: "MW", folder: "", shareGroup: null, compounds: false }], queries: [] },
    language,
  );
  const series = (query: string, label: string) => ({ terms: [{ query, factor: 1 }], label, colour: "s-energy" });
  const charts = new Map([
    [
      "costs",
      {
        title: "Costs of the energy system",
        series: [series("costs_production", "Production"), series("costs_carriers", "Fuels and trade")],
      },
    ],
    ["peak", { title: "Peak load", series: [series("peak_load", "")] }],
  ]);
  return {
    ...rest,
    sliders,
    charts,
    headline: [{ query: "total_costs", title: "Costs a year" }],
  } as never as ReturnType<typeof viewOf>;
};
const titles = titlesOf(view("en"), "en", en);

const object = (kind: "node" | "edge" | "carrier" | "area", key: string, attribute: string | null = null): Subject => ({
  kind: "object",
  object: kind,
  key,
  attribute,
});

describe("a title", () => {
  it.each<readonly [string, Subject]>([
    ["Costs a year", { kind: "query", key: "total_costs", unit: null }],
    ["Production", { kind: "query", key: "costs_production", unit: null }],
    ["Peak load", { kind: "query", key: "peak_load", unit: null }],
    ["Wind at sea", object("node", "energy_power_wind_turbine_offshore")],
    [
      "Wind at sea, capital",
      object("node", "energy_power_wind_turbine_offshore", "capital_expenditures_excluding_ccs_per(node)"),
    ],
    ["Wind at sea", object("node", "energy_power_wind_turbine_offshore", "demand")],
    ["Natural gas, price", object("carrier", "natural_gas", "cost_per_mj")],
    ["Costs of gas networks", object("area", "area", "annual_infrastructure_cost_gas")],
    [
      "Wind at sea – High voltage network",
      object(
        "edge",
        "energy_power_wind_turbine_offshore-(electricity) -- f --> (electricity)-energy_power_hv_network_electricity",
      ),
    ],
    ["Wind at sea", { kind: "input", key: "capacity_of_energy_power_wind_turbine_offshore" }],
    ["Mean of: Some curve", { kind: "function", name: "AVG", args: ["some_curve"] }],
  ])("a subject has the title %s", (title, subject) => {
    expect(titles.subject(subject)).toBe(title);
  });

  it("the title of a product names the first two factors and counts the others", () => {
    expect(titles.subject({ kind: "product" }, ["Price", "Import", "Share"])).toBe("Price × Import and 1 more");
    expect(titles.subject({ kind: "quotient" }, ["Costs", "Inhabitants"])).toBe("Costs ÷ Inhabitants");
  });

  it.each(LANGUAGES)("a title is neither a key nor code in any language (%s)", (language) => {
    const titles = titlesOf(view(language), language, language === "en" ? en : nl);
    const subjects: readonly Subject[] = [
      { kind: "query", key: "no_title_at_all", unit: null },
      object("node", "households_space_heater_combined_network_gas", "primary_demand_of(natural_gas)"),
      object("area", "area", "number_of_inhabitants"),
      object("edge", "no_edge_of_any_kind"),
      { kind: "function", name: "SOME_FUNCTION", args: ["with_a_key"] },
      { kind: "number" },
      { kind: "rest" },
    ];
    for (const subject of subjects) expect(titles.subject(subject)).toMatch(/^[^_()]+$/);
  });
});

it("costs have the money prefix, prices are per MWh, and a sum has the unit of its first term", () => {
  const { displayUnitOf } = view("en");
  const termWith = (attribute: string) => ({ subject: object("node", "plant", attribute), terms: [] });
  const costs = termWith("capital_expenditures_excluding_ccs_per(node)");
  const inUnit = (unit: string, factor: number) => ({ unit, factor });
  expect(displayUnitOfTerm(costs, displayUnitOf)).toEqual(inUnit("bln €", 1e-9));
  expect(displayUnitOfTerm(termWith("co2_production"), displayUnitOf)).toEqual(inUnit("Mt", 1e-9));
  expect(displayUnitOfTerm(termWith("cost_per_mj"), displayUnitOf)).toEqual(inUnit("€/MWh", 3_600));
  expect(displayUnitOfTerm(termWith("number_of_units"), displayUnitOf)).toEqual(inUnit("", 1));
  expect(
    displayUnitOfTerm({ subject: { kind: "query", key: "total_costs", unit: "euro" }, terms: [] }, displayUnitOf),
  ).toEqual(inUnit("bln €", 1e-9));
  expect(displayUnitOfTerm({ subject: { kind: "sum" }, terms: [costs] } as never, displayUnitOf)).toEqual(
    inUnit("bln €", 1e-9),
  );
});
