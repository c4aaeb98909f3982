import { describe, expect, test } from "vitest";
import {
  type Catalogue,
  type ChartDocument,
  type InterfaceDocuments,
  NO_DOCUMENTS,
  type SeriesDocument,
} from "./documents.ts";
import { LANGUAGES } from "./language.ts";
import { readableArea, readableKey } from "./readable.ts";
import { prefixesOf } from "./units.ts";
import { queriesOf, type Section, viewOf } from "./view.ts";

const catalogue: Catalogue = {
  inputs: [
    { key: "capacity_of_wind", unit: "MW", folder: "supply/wind", shareGroup: null, compounds: false },
    { key: "households_heater_share", unit: "%", folder: "demand", shareGroup: null, compounds: false },
    { key: "secret", unit: "bool", folder: "settings", shareGroup: null, compounds: false },
  ],
  queries: [
    { key: "co2", unit: "kg" },
    { key: "wind", unit: "MJ" },
    { key: "sun", unit: "PJ" },
  ],
};

const sameText = (text: string) => ({ en: text, nl: `${text} (nl)` });

const series = (document: Partial<SeriesDocument>): SeriesDocument => ({
  queries: [],
  less: [],
  label: null,
  carrier: null,
  sector: null,
  technology: null,
  drawn: "stack",
  column: null,
  from: null,
  to: null,
  target: null,
  needs: null,
  base: null,
  ...document,
});

const chart: ChartDocument = {
  key: "mix",
  type: "stacked_bars",
  title: sameText("Mix"),
  about: null,
  unit: { quantity: "energy", show: "TWh" },
  needs: null,
  market: null,
  columns: [],
  nodes: [],
  series: [
    series({ queries: ["wind", "sun"], carrier: "wind_sea" }),
    series({ queries: ["sun"], label: sameText("Sun"), carrier: "solar", drawn: "below" }),
  ],
  equals: null,
  source: null,
};

const documents: InterfaceDocuments = {
  ...NO_DOCUMENTS,
  sections: [
    {
      key: "supply",
      title: sameText("Supply"),
      share: null,
      role: null,
      sections: [{ key: "power", title: sameText("Power"), share: "part", role: null, sections: [] }],
    },
  ],
  slides: [
    {
      key: "wind",
      section: "power",
      title: sameText("Wind"),
      about: null,
      chart: "mix",
      sliders: [{ heading: sameText("Turbines") }, "capacity_of_wind"],
      repeats: false,
    },
  ],
  sliders: { capacity_of_wind: { title: sameText("Turbines at sea"), about: null, unit: "GW", shown: [0, 60] } },
  headline: [
    {
      query: "co2",
      title: sameText("CO₂"),
      short: null,
      unit: "Mt CO₂",
      range: [0, 170],
      differs: null,
      better: "lower",
      target: 0,
      chart: "mix",
      needs: null,
      base: null,
    },
  ],
  charts: [chart],
  board: ["mix"],
  hidden: ["secret"],
};

const slidesOf = ({ slides, sections }: Section): Section["slides"] => [...slides, ...sections.flatMap(slidesOf)];

describe("the units of a scenario", () => {
  const prefixes = prefixesOf({ power: 200, wattHour: 3.6e9, mass: 1.74e9 });

  test("sliders, headline numbers, charts and reports use one prefix without changing amounts", () => {
    const { sliders, headline, charts, displayUnitOf } = viewOf(documents, catalogue, "en", prefixes);
    expect(sliders.get("capacity_of_wind")).toMatchObject({ unit: "MW", factor: 1, shown: [0, 60_000] });
    expect(headline[0]).toMatchObject({ unit: "kt CO₂", target: 0 });
    expect(headline[0]!.factor).toBeCloseTo(1e-6, 15);
    expect(charts.get("mix")!.unit).toBe("GWh");
    expect(charts.get("mix")!.series[0]!.terms[0]!.factor).toBeCloseTo(1 / 3.6e6, 15);
    expect([displayUnitOf("MW"), displayUnitOf("MWh"), displayUnitOf("€/MWh")]).toEqual([
      { unit: "MW", factor: 1 },
      { unit: "MWh", factor: 1 },
      { unit: "€/MWh", factor: 1 },
    ]);
  });

  test("targets are converted to their unit", () => {
    const [headlineDocument] = documents.headline;
    const [seriesDocument] = chart.series;
    const documentsWithTargets = {
      ...documents,
      headline: [{ ...headlineDocument!, target: 60 }],
      charts: [{ ...chart, series: [{ ...seriesDocument!, target: 2 }] }],
    };
    const { headline, charts } = viewOf(documentsWithTargets, catalogue, "nl", prefixes);
    expect(headline[0]!.target).toBeCloseTo(60_000, 6);
    expect(charts.get("mix")!.series[0]!.target).toBeCloseTo(2_000, 6);
  });

  test("a share that compounds annually has a unit per year in both languages, and other percentages do not", () => {
    const growth = { ...catalogue, inputs: [{ ...catalogue.inputs[1]!, compounds: true }, catalogue.inputs[1]!] };
    const units = LANGUAGES.map((language) => {
      const [growthInput] = growth.inputs;
      return viewOf(NO_DOCUMENTS, { ...growth, inputs: [growthInput!] }, language).sliders.get(growthInput!.key)!.unit;
    });
    expect(units).toEqual(["%/year", "%/jaar"]);
    expect(viewOf(NO_DOCUMENTS, catalogue, "en").sliders.get("households_heater_share")!.unit).toBe("%");
  });
});

describe("the view of an interface in a language", () => {
  test("sections contain their slides in document order", () => {
    const [supply] = viewOf(documents, catalogue, "nl").sections;
    expect(supply?.title).toBe("Supply (nl)");
    expect(supply?.sections[0]).toMatchObject({ key: "power", share: { query: "part", factor: 100 } });
    expect(supply?.sections[0]?.slides).toMatchObject([
      {
        title: "Wind (nl)",
        isTitled: true,
        chart: "mix",
        items: [
          { kind: "heading", text: "Turbines (nl)" },
          { kind: "slider", key: "capacity_of_wind" },
        ],
      },
    ]);
  });

  test("an input without a slide is on a slide named after its folder, unless it is hidden", () => {
    const { sections } = viewOf(documents, catalogue, "en");
    expect(sections.slice(1)).toMatchObject([
      { title: "Demand", slides: [{ isTitled: false, items: [{ kind: "slider", key: "households_heater_share" }] }] },
    ]);
  });

  test("a slide that repeats sliders is shown in addition to the sliders' original slides", () => {
    const repeatingSlide = { ...documents.slides[0]!, key: "most", section: "supply", repeats: true };
    const supplySection = viewOf({ ...documents, slides: [repeatingSlide, ...documents.slides] }, catalogue, "en")
      .sections[0]!;
    expect([supplySection.slides[0]?.repeats, supplySection.sections[0]?.slides[0]?.repeats]).toEqual([true, false]);
    expect(supplySection.slides[0]?.items).toEqual(supplySection.sections[0]?.slides[0]?.items);
    const sections = viewOf({ ...documents, slides: [repeatingSlide] }, catalogue, "en").sections;
    expect(
      sections
        .slice(1)
        .flatMap(slidesOf)
        .flatMap(({ items }) => items),
    ).toContainEqual({
      kind: "slider",
      key: "capacity_of_wind",
    });
  });

  test("a slider has its useful range in the API's unit", () => {
    const { sliders } = viewOf(documents, catalogue, "en");
    expect(sliders.get("capacity_of_wind")).toEqual({
      title: "Turbines at sea",
      isTitled: true,
      about: null,
      unit: "GW",
      unitName: "GW",
      factor: 0.001,
      shown: [0, 60_000],
    });
    expect(sliders.get("households_heater_share")).toMatchObject({
      title: "Households heater share",
      isTitled: false,
      unit: "%",
    });
  });

  test("a headline number has the factor from its query", () => {
    expect(viewOf(documents, catalogue, "en").headline).toMatchObject([
      { unit: "Mt CO₂", factor: 1e-9, range: [0, 170] },
    ]);
  });

  test("a headline number without a short title uses its title", () => {
    const [co2] = documents.headline;
    const { headline } = viewOf({ ...documents, headline: [co2!, { ...co2!, short: sameText("C") }] }, catalogue, "nl");
    expect(headline.map(({ short }) => short)).toEqual(["CO₂ (nl)", "C (nl)"]);
  });

  test("a series adds up queries of different units, each with its factor", () => {
    const mix = viewOf(documents, catalogue, "en").charts.get("mix")!;
    expect(mix.series[0]).toMatchObject({ label: "Wind at sea", colour: "c-wind-sea", drawn: "stack" });
    expect(mix.series[0]!.terms.map(({ factor }) => factor * 3.6)).toEqual([1e-9, 1]);
    expect(mix.series[1]).toMatchObject({ label: "Sun", colour: "c-solar", drawn: "below" });
    expect(queriesOf(mix)).toEqual(["wind", "sun"]);
  });

  test("a model without documents shows all its inputs by folder, with readable keys", () => {
    const { sections, sliders, charts } = viewOf(NO_DOCUMENTS, catalogue, "nl");
    expect(sections.map(({ title }) => title)).toEqual(["Aanbod", "Vraag", "Instellingen"]);
    expect(sections.flatMap(slidesOf).map(({ title }) => title)).toEqual(["Wind", "Vraag", "Instellingen"]);
    expect(sliders.size).toBe(3);
    expect(charts.size).toBe(0);
  });
});

test("nested folders are sections, and slides omit the name of their parent folder", () => {
  const input = (folder: string) => ({ key: folder, unit: null, folder, shareGroup: null, compounds: false });
  const folders = [
    "demand/households/households_heating",
    "demand/households",
    "demand/transport/freight/transport_van",
  ];
  const [demand] = viewOf(NO_DOCUMENTS, { inputs: folders.map(input), queries: [] }, "en").sections;
  expect(demand?.sections.map(({ title, slides }) => [title, slides.map((slide) => slide.title)])).toEqual([
    ["Households", ["Heating", "Households"]],
    ["Transport", ["Van"]],
  ]);
});

describe("readable keys", () => {
  test.each([
    [
      "capacity_of_energy_power_wind_turbine_inland",
      "Capacity of wind turbine on land",
      "Vermogen van wind turbine op land",
    ],
    ["combined_cycle_network_gas", "Combined cycle network gas", "Steg netgas"],
    ["extraction_natural_gas", "Extraction natural gas", "Winning aardgas"],
    ["full_load_hours", "Full-load hours", "Vollasturen"],
    ["greengas_demand_not_used", "Green gas demand not used", "Groen gas vraag niet gebruikt"],
    ["hv_network_electricity", "High voltage network electricity", "Hoogspanningsnet elektriciteit"],
    ["external_coupling", "External coupling", "Externe koppeling"],
    ["costs_co2_energy_graph", "Costs CO₂ energy", "Kosten CO₂ energie"],
    ["co2_of_uranium_oxide", "CO₂ of uranium", "CO₂ van uranium"],
    ["solar_pv_on_land", "Solar panels on land", "Zonnepanelen op land"],
    [
      "interconnector_1_import_availability",
      "Interconnector 1 import availability",
      "Interconnector 1 import beschikbaarheid",
    ],
    ["constructor", "Constructor", "Constructor"],
  ])("the key %s is spelled out", (key, en, nl) => {
    expect(readableKey(key)).toEqual({ en, nl });
  });
});

test.each([
  ["GM0344_utrecht", "Utrecht"],
  ["PV20_groningen", "Groningen"],
  ["DE_germany", "Germany"],
  ["GM0080_sudwest_fryslan", "Sudwest Fryslan"],
  ["GM0352_wijk_bij_duurstede", "Wijk bij Duurstede"],
  ["GM0310_de_bilt", "De Bilt"],
  ["nl", "nl"],
  ["nl2019", "nl2019"],
  ["GM0344_", "GM0344_"],
])("the area %s is called %s", (key, name) => {
  expect(readableArea(key)).toBe(name);
});
