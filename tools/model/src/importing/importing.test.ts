import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Catalogue, type InterfaceDocuments, NO_DOCUMENTS } from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import { ImportError, importInterface, writeInterface } from "./index.ts";

const catalogue: Catalogue = {
  inputs: [
    { key: "wind", unit: "MW", folder: "supply", shareGroup: null, compounds: false },
    { key: "price", unit: "euro", folder: "supply", shareGroup: null, compounds: false },
    { key: "untitled", unit: "%", folder: "supply", shareGroup: null, compounds: false },
    { key: "elsewhere", unit: "%", folder: "supply", shareGroup: null, compounds: false },
  ],
  queries: [
    { key: "of_wind", unit: "MJ" },
    { key: "of_coal", unit: "MJ" },
    { key: "wind_curve", unit: "curve" },
    { key: "mass", unit: "MT" },
    { key: "costs", unit: "euro" },
    { key: "share", unit: "factor" },
    { key: "percentage", unit: "%" },
    { key: "price_of_wind", unit: "euro" },
    { key: "total_now", unit: "MJ" },
    { key: "total", unit: "MJ" },
    { key: "of_demand_store", unit: "MJ" },
    { key: "of_production_store", unit: "MJ" },
  ],
};

const seriesEntry = (chart: string, gquery: string, otherFields = ""): string =>
  `- { output_element_key: ${chart}, gquery: ${gquery}, label: ${gquery}, group: made, order_by: 1${otherFields} }\n`;
const elementEntry = (key: string, type: string): string =>
  `- { key: ${key}, unit: PJ, hidden: false, requires_merit_order: false, output_element_type_name: ${type} }\n`;

/** A front end with one document of each kind. */
const FRONT_END = {
  "LICENSE.txt": "Free of charge, to any person.\n",
  "config/interface/tabs.yml": "- { key: supply, position: 2 }\n- { key: empty, position: 1 }\n",
  "config/interface/sidebar_items.yml": `- { key: power, tab_key: supply, position: 2, percentage_bar_query: share }
- { key: land, tab_key: supply, position: 1, parent_key: power }
- { key: nothing, tab_key: empty, position: 1 }
`,
  "config/interface/slides/a.yml": `- { key: wind_slide, sidebar_item_key: land, position: 2, output_element_key: mix }
- { key: only_a_chart, sidebar_item_key: power, position: 1, output_element_key: mix }
- { key: bare, sidebar_item_key: power, position: 3, output_element_key: drawn }
`,
  "config/interface/input_elements/a.yml": `- { key: untitled, slide_key: wind_slide, position: 3, unit: "%" }
- { key: price, slide_key: wind_slide, position: 2, unit: " €/MWh", interface_group: money }
- { key: wind, slide_key: wind_slide, position: 1, unit: furlong }
- { key: gone, slide_key: wind_slide, position: 4, unit: "%" }
`,
  "config/interface/output_elements/a.yml":
    elementEntry("mix", "bezier") +
    elementEntry("curves", "hourly_stacked_area").replace("PJ", "MW") +
    elementEntry("columns", "mekko") +
    elementEntry("drawn", "sankey") +
    elementEntry("secret", "bezier").replace("false", "true") +
    elementEntry("broken", "bezier") +
    elementEntry("heavy", "bezier") +
    elementEntry("parts", "vertical_stacked_bar").replace("PJ", '"%"') +
    elementEntry("prices", "hourly_stacked_area").replace("PJ", "Eur/Mwh"),
  "config/interface/output_element_series/a.yml":
    seriesEntry("mix", "of_wind") +
    seriesEntry("mix", "of_coal", ", is_1990: true") +
    seriesEntry("mix", "total_now", ", is_target_line: true").replace("label: total_now", "label: total") +
    seriesEntry("mix", "total", ", is_target_line: true") +
    seriesEntry("curves", "wind_curve") +
    seriesEntry("columns", "of_wind") +
    seriesEntry("broken", "of_nothing") +
    seriesEntry("heavy", "mass") +
    seriesEntry("parts", "share") +
    seriesEntry("parts", "percentage") +
    seriesEntry("prices", "wind_curve"),
  "config/locales/en_etm.yml": "en: { tabs: { supply: Supply }, accordion: { money: Money } }\n",
  "config/locales/interface/a/en_a.yml": `en:
  sidebar_items: { power: { title: Power }, land: { title: On land } }
  slides:
    wind_slide:
      title: Wind
      description: 'A quoted text
    that continues too far to the left, with an <a href="/x">address</a>.<br/><br/>CO<sub>2</sub> &amp; more.'
  input_elements:
    wind: { title: First }
    wind: { title: "Wind &lt; 3&nbsp;MW", description: "Ask %{person}" }
    price: { title: Price }
  output_elements: { mix: { title: Mix }, curves: { title: Curves }, columns: { title: Columns }, drawn: { title: D }, parts: { title: Parts }, prices: { title: Prices } }
  output_element_series: { labels: { of_wind: Wind }, groups: { made: Made } }
`,
  "config/locales/interface/a/nl_a.yml": `nl:
  slides: { wind_slide: { title: Wind op land } }
  input_elements: { wind: { title: Windmolens } }
`,
};

function directoryWith(files: { readonly [path: string]: string }): string {
  const directory = mkdtempSync(join(tmpdir(), "etesian-import-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

const importFiles = (files: { readonly [path: string]: string } = {}, included: InterfaceDocuments = NO_DOCUMENTS) =>
  importInterface(directoryWith({ ...FRONT_END, ...files }), catalogue, included, (query) =>
    query === "total_now" ? "total" : query,
  );

describe("an import from the front end", () => {
  test("tabs and items of the sidebar become sections in order, without empty ones", () => {
    const { documents, leftOut } = importFiles();
    expect(documents.sections).toEqual([
      {
        key: "tab_supply",
        title: { en: "Supply", nl: "Supply" },
        share: null,
        role: null,
        sections: [
          {
            key: "section_power",
            title: { en: "Power", nl: "Power" },
            share: "share",
            role: null,
            sections: [
              { key: "section_land", title: { en: "On land", nl: "On land" }, share: null, role: null, sections: [] },
            ],
          },
        ],
      },
    ]);
    expect(leftOut).toContainEqual({ kind: "section", key: "nothing", reason: "none of its slides exists" });
  });

  test("slides have their sliders by position, and sliders of a group below its heading", () => {
    const { documents, leftOut } = importFiles();
    expect(documents.slides.map(({ key, sliders }) => [key, sliders])).toEqual([
      ["only_a_chart", []],
      ["wind_slide", ["wind", "untitled", { heading: { en: "Money", nl: "Money" } }, "price"]],
    ]);
    expect(documents.hidden).toEqual(["elsewhere"]);
    expect(leftOut).toContainEqual({
      kind: "slide",
      key: "bare",
      reason: "neither its sliders nor its chart exists",
    });
    expect(leftOut).toContainEqual({ kind: "slider", key: "gone", reason: "the model has no such input" });
  });

  test("strings become plain text at any indentation, and a string with a placeholder is omitted", () => {
    const { documents } = importFiles();
    expect(documents.slides.find(({ key }) => key === "wind_slide")).toMatchObject({
      title: { en: "Wind", nl: "Wind op land" },
      about: { en: "A quoted text that continues too far to the left, with an address.\n\nCO₂ & more." },
    });
    expect(documents.sliders["wind"]).toMatchObject({ title: { en: "Wind < 3 MW", nl: "Windmolens" }, about: null });
  });

  test("a slider has the front end's unit if that is another name for the model's", () => {
    const { documents, leftOut } = importFiles();
    expect(documents.sliders["price"]).toMatchObject({ unit: "€/MWh" });
    expect(documents.sliders["wind"]).toMatchObject({ unit: null });
    expect(leftOut).toContainEqual({ kind: "unit", key: "wind", reason: "furlong is not known for MW, which is kept" });
    expect(documents.sliders).not.toHaveProperty("untitled");
    expect(leftOut).toContainEqual(expect.objectContaining({ kind: "title", key: "untitled" }));
  });

  test("charts that need only queries are imported, with each line once and in both years", () => {
    const { documents } = importFiles();
    expect(documents.charts.slice(0, 3)).toMatchObject([
      {
        key: "mix",
        type: "stacked_bars",
        unit: { quantity: "energy", show: "PJ" },
        needs: null,
        series: [
          { queries: ["of_wind"], label: { en: "Wind" }, carrier: "wind", drawn: "stack" },
          { queries: ["total"], label: { en: "Total" }, drawn: "line" },
        ],
      },
      { key: "curves", type: "hours", needs: "hours", series: [{ queries: ["wind_curve"] }] },
      {
        key: "columns",
        type: "mekko",
        columns: [{ key: "made", label: { en: "Made" } }],
        series: [{ column: "made" }],
      },
    ]);
  });

  test("figures without a sum are not stacked", () => {
    expect(importFiles().documents.charts.slice(3)).toMatchObject([
      { key: "parts", type: "table", series: [{ queries: ["share"] }, { queries: ["percentage"] }] },
      { key: "prices", type: "hours", series: [{ drawn: "line" }] },
    ]);
  });

  test("a series has its carrier's colour, and none if a series with another label has it or it names no carrier", () => {
    const series = ["gas", "fossil_gas", "gas", "nothing_known"].map((label) =>
      seriesEntry("mix", "of_wind", ', color: "#cccccc"').replace("label: of_wind", `label: ${label}`),
    );
    const { documents } = importFiles({ "config/interface/output_element_series/a.yml": series.join("") });
    expect(documents.charts[0]!.series.map(({ carrier, sector, technology }) => [carrier, sector, technology])).toEqual(
      [
        ["gas", null, null],
        [null, null, null],
        ["gas", null, null],
        [null, null, null],
      ],
    );
  });

  test("a label that begins with a carrier's name has its colour before others, and a target has none", () => {
    const labels = ["network_gas_compression", "gas_chp", "solar_pv_offshore", "wind_offshore", "demand_incl_export"];
    const series = labels.map((label) =>
      seriesEntry("mix", "of_wind", label.startsWith("demand") ? ", is_target_line: true" : "").replace(
        "label: of_wind",
        `label: ${label}`,
      ),
    );
    const { documents } = importFiles({ "config/interface/output_element_series/a.yml": series.join("") });
    expect(documents.charts[0]!.series.map(({ carrier }) => carrier)).toEqual([null, "gas", "solar", "wind_sea", null]);
  });

  test("a table has each target once, and names the sides of a market", () => {
    const files = {
      "config/interface/output_elements/a.yml": elementEntry("capacities", "category_bar"),
      "config/interface/output_element_series/a.yml": ["total_now", "total", "of_demand_store", "of_production_store"]
        .map((query) =>
          seriesEntry("capacities", query, query.startsWith("total") ? ", is_target_line: true" : "").replace(
            `label: ${query}`,
            query.startsWith("total") ? "label: total" : "label: store",
          ),
        )
        .join(""),
      "config/locales/interface/b/en_b.yml": "en: { output_elements: { capacities: { title: T } } }\n",
    };
    const [chart] = importFiles(files).documents.charts;
    expect(chart!.series.map(({ queries, label }) => [queries, label?.en])).toEqual([
      [["total"], "Made: Total"],
      [["of_demand_store"], "Made: Store, demand"],
      [["of_production_store"], "Made: Store, production"],
    ]);
  });

  test("costs of one household are in euros in areas of every size", () => {
    const files = {
      "config/interface/output_elements/a.yml": ["costs", "costs_per_household"]
        .map((key) => elementEntry(key, "bezier").replace("PJ", "euro"))
        .join(""),
      "config/interface/output_element_series/a.yml":
        seriesEntry("costs", "costs") + seriesEntry("costs_per_household", "costs"),
      "config/locales/interface/b/en_b.yml":
        "en: { output_elements: { costs: { title: T }, costs_per_household: { title: T } } }\n",
    };
    expect(importFiles(files).documents.charts.map(({ unit }) => unit.show)).toEqual(["mln €", "€"]);
  });

  test("first slides, key figures, board and areas come from the included model, whose charts replace imported ones", () => {
    const title = { en: "Own", nl: "Eigen" };
    const [mix] = importFiles().documents.charts;
    const included: InterfaceDocuments = {
      ...NO_DOCUMENTS,
      sections: [{ key: "most", title, share: null, role: null, sections: [] }],
      slides: [{ key: "most", section: "most", title, about: null, chart: null, sliders: ["wind"], repeats: true }],
      sliders: Object.fromEntries(
        ["wind", "price"].map((key) => [key, { title, about: null, unit: null, shown: null }]),
      ),
      charts: [{ ...mix!, title }],
      board: ["mix"],
      areas: { nl: { title, map: { kind: "point", at: [5, 52] } } },
      iamc: { "Secondary Energy": { query: "of_wind", unit: "PJ/yr", factor: null } },
    };
    const { documents } = importFiles({}, included);
    expect(documents.sections.map(({ key }) => key)).toEqual(["most", "tab_supply"]);
    expect(documents.slides.map(({ key }) => key)).toEqual(["most", "only_a_chart", "wind_slide"]);
    expect(documents.charts.filter(({ key }) => key === "mix")).toEqual([{ ...mix!, title }]);
    // Sliders of the included slides keep their titles; the front end names the others.
    expect(documents.sliders["wind"]!.title).toEqual(title);
    expect(documents.sliders["price"]!.title.en).toBe("Price");
    const model = directoryWith({});
    writeInterface(model, documents, "A notice.\n");
    const reread = readInterface(model, catalogue, ["nl"]);
    expect(reread.problems).toEqual([]);
    expect(reread.documents.board).toEqual(["mix"]);
    // The files contain all documents; charts are grouped into files by type.
    const byKey = ({ charts, ...others }: InterfaceDocuments) => ({
      ...others,
      charts: charts.toSorted((one, other) => one.key.localeCompare(other.key)),
    });
    expect(byKey(reread.documents)).toEqual(byKey(documents));
  });

  test.each([
    ["drawn", "has the type sankey, which the front end draws with custom code"],
    ["secret", "hidden in the front end"],
    ["heavy", "without a title"],
    ["broken", "without a title"],
  ])("the chart %s is omitted: %s", (key, reason) => {
    expect(importFiles().leftOut).toContainEqual({ kind: "chart", key, reason });
  });

  test.each([
    ["broken", "the model has no query of_nothing"],
    ["heavy", "mass in MT cannot be shown as PJ"],
  ])("the chart %s with a title is omitted: %s", (key, reason) => {
    const titles = { "config/locales/interface/b/en_b.yml": `en: { output_elements: { ${key}: { title: T } } }\n` };
    expect(importFiles(titles).leftOut).toContainEqual({ kind: "chart", key, reason });
  });

  test.each<[string, { readonly [path: string]: string }, RegExp]>([
    ["a string that is not YAML", { "config/interface/tabs.yml": "- [" }, /^config\/interface\/tabs\.yml: line \d: /],
    [
      "an entry without a key",
      { "config/interface/slides/a.yml": "- { position: 1 }\n" },
      /^config\/interface\/slides\/a\.yml: 0\.key: /,
    ],
  ])("%s is refused with its position", (_, files, message) => {
    expect(() => importFiles(files)).toThrow(message);
    expect(() => importFiles(files)).toThrow(ImportError);
  });

  test("a directory that is not a checkout is refused", () => {
    expect(() => importInterface(directoryWith({}), catalogue, NO_DOCUMENTS)).toThrow("has no LICENSE.txt");
    expect(() => importInterface(directoryWith({ "LICENSE.txt": "" }), catalogue, NO_DOCUMENTS)).toThrow(
      /has no config\/interface\/tabs\.yml: expected a checkout/,
    );
  });
});

describe("an imported interface in a model directory", () => {
  test("the written documents are read back unchanged, without a problem", () => {
    const { documents } = importFiles();
    const model = directoryWith({});
    writeInterface(model, documents, "A notice.\n");
    expect(readFileSync(join(model, "interface/NOTICE"), "utf8")).toBe("A notice.\n");
    const reread = readInterface(model, catalogue, []);
    expect(reread.problems).toEqual([]);
    expect(reread.documents).toEqual({
      ...documents,
      charts: expect.arrayContaining([...documents.charts]) as unknown,
    });
  });

  test("an import replaces an earlier one, and keeps an interface of another origin", () => {
    const { documents } = importFiles();
    const model = directoryWith({});
    writeInterface(model, documents, "first\n");
    writeInterface(model, { ...documents, charts: [] }, "second\n");
    expect(readFileSync(join(model, "interface/NOTICE"), "utf8")).toBe("second\n");
    expect(existsSync(join(model, "charts"))).toBe(false);

    const ownModel = directoryWith({ "charts/mine.yml": "[]\n" });
    expect(() => writeInterface(ownModel, documents, "x")).toThrow("charts exists and was not imported");
    expect(existsSync(join(ownModel, "interface"))).toBe(false);
  });
});
