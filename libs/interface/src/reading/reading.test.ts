import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Catalogue, NO_DOCUMENTS } from "../documents.ts";
import { readExamples, readInterface } from "./index.ts";

const catalogue: Catalogue = {
  inputs: [
    { key: "gas_share", unit: "%", folder: "demand", shareGroup: "heating", compounds: false },
    { key: "power_share", unit: "%", folder: "demand", shareGroup: "heating", compounds: false },
    { key: "capacity", unit: "MW", folder: "supply", shareGroup: null, compounds: false },
  ],
  queries: [
    { key: "mix_wind", unit: "MJ" },
    { key: "price_curve", unit: "curve" },
    { key: "costs", unit: "euro" },
    { key: "part", unit: "factor" },
  ],
};

const AREAS = ["nl", "GM0344_utrecht"];

const VALID_INTERFACE = {
  "interface/sections.yml": "- { key: demand, title: { en: Demand, nl: Vraag }, share: part }\n",
  "interface/slides/a.yml": `- key: heating
  section: demand
  title: { en: Heating, nl: Verwarming }
  chart: mix
  sliders:
    - gas_share
    - heading: { en: Others, nl: Andere }
    - power_share
`,
  "interface/sliders.yml": "gas_share:\n  title: { en: Gas, nl: Gas }\n",
  "interface/hidden.yml": "- capacity\n",
  "interface/board.yml": "- mix\n",
  "interface/headline.yml": "- { query: costs, title: { en: Costs, nl: Kosten }, unit: bln € }\n",
  "charts/mix.yml": `key: mix
type: stacked_bars
title: { en: Mix, nl: Mix }
unit: { quantity: energy, show: TWh }
series:
  - { query: mix_wind, carrier: wind }
`,
};

/** The problems of a valid interface after replacing some files. */
function problemsWith(files: { readonly [path: string]: string }): readonly string[] {
  return read({ ...VALID_INTERFACE, ...files }).problems.map(
    ({ severity, file, line, key, message }) => `${file}:${String(line)}: ${severity}: ${String(key)}: ${message}`,
  );
}

function read(files: { readonly [path: string]: string }) {
  const directory = mkdtempSync(join(tmpdir(), "etesian-interface-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return readInterface(directory, catalogue, AREAS);
}

describe("interface documents", () => {
  test("a valid interface is read without problems", () => {
    const { documents, problems } = read(VALID_INTERFACE);
    expect(problems).toEqual([]);
    expect(documents.slides[0]?.sliders).toEqual([
      "gas_share",
      { heading: { en: "Others", nl: "Andere" } },
      "power_share",
    ]);
    expect(documents.charts).toMatchObject([{ key: "mix", series: [{ queries: ["mix_wind"], drawn: "stack" }] }]);
    expect(documents.headline).toMatchObject([{ query: "costs", better: null, target: null, chart: null }]);
  });

  test("a slide may repeat sliders of other slides, and a slider that is only on such a slide is reported", () => {
    const repeatingSlide = (key: string): string =>
      `- { key: most, section: demand, title: { en: Most, nl: Meest }, repeats: true, sliders: [${key}] }\n`;
    expect(problemsWith({ "interface/slides/most.yml": repeatingSlide("gas_share") })).toEqual([]);
    expect(
      problemsWith({ "interface/slides/most.yml": repeatingSlide("capacity"), "interface/hidden.yml": "" }),
    ).toEqual(["interface/slides:null: warning: capacity: expected every input on a slide or in interface/hidden.yml"]);
  });

  test("areas have a name, and a position as a point or an outline", () => {
    const { documents, problems } = read({
      "interface/areas.yml":
        "nl: { title: { en: A, nl: B }, outline: [[[3, 51], [4, 51], [4, 52]]] }\nGM0344_utrecht: { title: { en: U, nl: U } }\n",
    });
    expect(problems).toEqual([]);
    expect(documents.areas).toEqual({
      nl: {
        title: { en: "A", nl: "B" },
        map: {
          kind: "outline",
          rings: [
            [
              [3, 51],
              [4, 51],
              [4, 52],
            ],
          ],
        },
      },
      GM0344_utrecht: { title: { en: "U", nl: "U" }, map: null },
    });
  });

  test("a documented range needs an input, a lower end below the upper one, and a source", () => {
    const range = (key: string, fields: string) => ({ "interface/uncertainties.yml": `${key}: { ${fields} }\n` });
    expect(problemsWith(range("gas_share", "from: 1, to: 2, source: A report"))).toEqual([]);
    expect(problemsWith(range("gas_share", "from: 2, to: 1, source: A report"))).toEqual([
      'interface/uncertainties.yml:1: error: gas_share: expected "from" to be less than "to"',
    ]);
    expect(problemsWith(range("gas_share", "from: 1, to: 2"))).toEqual([
      expect.stringContaining("interface/uncertainties.yml:1: error: gas_share.source: "),
    ]);
    expect(problemsWith(range("gas", "from: 1, to: 2, source: A report"))).toEqual([
      "interface/uncertainties.yml:1: warning: gas: expected the key of an input",
    ]);
  });

  test("a variable of the IAMC format needs a query, and a factor if the units cannot be converted", () => {
    const iamc = (variable: string, fields: string) => ({ "interface/iamc.yml": `${variable}: { ${fields} }\n` });
    const file = "interface/iamc.yml:1";
    expect(problemsWith(iamc("Final Energy|Heat", "query: mix_wind, unit: PJ/yr, factor: 1e-9"))).toEqual([]);
    expect(problemsWith(iamc("Final Energy", "query: cold, unit: PJ/yr"))).toEqual([
      `${file}: warning: Final Energy: query: expected the key of a query, found "cold"`,
    ]);
    expect(problemsWith(iamc("Final Energy | Heat", "query: mix_wind, unit: PJ/yr, factor: 2"))).toEqual([
      `${file}: warning: Final Energy | Heat: expected levels without spaces around the bars, such as "Final Energy|Electricity"`,
    ]);
    expect(problemsWith(iamc("Heat", "query: mix_wind, unit: furlongs"))).toEqual([
      expect.stringMatching(/warning: Heat: factor: expected the factor from \S+, the unit of mix_wind, to furlongs$/),
    ]);
    for (const fields of [
      "unit: PJ/yr",
      "query: mix_wind, unit: PJ/yr, factor: 0",
      "query: mix_wind, unit: PJ/yr, more: 1",
    ])
      expect(problemsWith(iamc("Heat", fields))[0]).toContain(`${file}: error: Heat`);
  });

  test("a model without an interface has empty documents and no problems", () => {
    expect(read({})).toEqual({ documents: NO_DOCUMENTS, problems: [] });
  });

  test("text in only one language is an error with file and line, and only its entry is omitted", () => {
    const files = {
      "interface/sections.yml": `${VALID_INTERFACE["interface/sections.yml"]}- key: more\n  title: { en: More }\n`,
    };
    expect(problemsWith(files)).toEqual([expect.stringMatching(/^interface\/sections\.yml:3: error: 1\.title\.nl: /)]);
    expect(read({ ...VALID_INTERFACE, ...files }).documents.sections).toHaveLength(1);
  });

  test("invalid YAML is an error with its line", () => {
    expect(problemsWith({ "interface/board.yml": "- mix\n- [\n" })).toEqual([
      expect.stringMatching(/^interface\/board\.yml:\d: error: null: expected YAML: /),
    ]);
  });

  test("a repeated key is an error, since one of its values would be lost", () => {
    const [problem] = problemsWith({ "interface/sliders.yml": "gas_share: {}\ngas_share: {}\n" });
    expect(problem).toMatch(/^interface\/sliders\.yml:2: error: null: expected YAML: Map keys must be unique/);
  });

  test.each<[string, { readonly [path: string]: string }, string]>([
    [
      "an unknown field",
      {
        "interface/board.yml": "- mix\n",
        "charts/mix.yml": VALID_INTERFACE["charts/mix.yml"].replace("series:", "colour: red\nseries:"),
      },
      'charts/mix.yml:1: error: null: Unrecognized key: "colour"',
    ],
    [
      "an area that the model does not have",
      { "interface/areas.yml": "nl: { title: { en: A, nl: A } }\nbe: { title: { en: B, nl: B }, point: [4, 51] }\n" },
      "interface/areas.yml:2: warning: be: expected the key of an area",
    ],
    [
      "an area with a point and an outline",
      {
        "interface/areas.yml":
          "nl: { title: { en: A, nl: A }, point: [4, 51], outline: [[[3, 51], [4, 51], [4, 52]]] }\n",
      },
      "interface/areas.yml:1: error: nl: expected point or outline, not both",
    ],
    [
      "an outline with too few corners",
      { "interface/areas.yml": "nl: { title: { en: A, nl: A }, outline: [[[3, 51], [4, 51]]] }\n" },
      "interface/areas.yml:1: error: nl.outline.0: expected at least 3 corners",
    ],
    [
      "an area with invalid coordinates",
      { "interface/areas.yml": "nl: { title: { en: A, nl: A }, point: [4, 91] }\n" },
      "interface/areas.yml:1: error: nl.point.1: Too big: expected number to be <=90",
    ],
    [
      "a slider without an input",
      {
        "interface/slides/a.yml": VALID_INTERFACE["interface/slides/a.yml"].replace(
          "- power_share",
          "- power_shar\n    - power_share",
        ),
      },
      'interface/slides/a.yml:1: warning: heating: sliders: expected the key of an input, found "power_shar"',
    ],
    [
      "a slider on two slides",
      {
        "interface/hidden.yml": "",
        "interface/slides/b.yml":
          "- { key: b, section: demand, title: { en: B, nl: B }, sliders: [capacity] }\n- { key: again, section: demand, title: { en: A, nl: A }, sliders: [capacity] }\n",
      },
      "interface/slides/b.yml:2: warning: again: sliders: capacity is already on slide b",
    ],
    [
      "an input on no slide",
      { "interface/hidden.yml": "" },
      "interface/slides:null: warning: capacity: expected every input on a slide or in interface/hidden.yml",
    ],
    [
      "an input that is hidden and shown",
      { "interface/hidden.yml": "- capacity\n- gas_share\n" },
      "interface/hidden.yml:null: warning: gas_share: expected an input that is on no slide; it is on slide heating",
    ],
    [
      "a share group on two slides",
      {
        "interface/slides/a.yml":
          "- { key: a, section: demand, title: { en: A, nl: A }, sliders: [gas_share] }\n- { key: b, section: demand, title: { en: A, nl: A }, sliders: [power_share] }\n",
      },
      "interface/slides:null: warning: heating: expected the members of a share group on one slide; they are on a, b",
    ],
    [
      "an unknown section",
      {
        "interface/slides/a.yml": VALID_INTERFACE["interface/slides/a.yml"].replace(
          "section: demand",
          "section: supply",
        ),
      },
      'interface/slides/a.yml:1: warning: heating: section: expected the key of a section, found "supply"',
    ],
    [
      "an unknown chart",
      { "interface/board.yml": "- mix\n- max\n" },
      'interface/board.yml:null: warning: max: chart: expected the key of a chart, found "max"',
    ],
    [
      "a key that two sections use",
      {
        "interface/sections.yml": `${VALID_INTERFACE["interface/sections.yml"]}- { key: demand, title: { en: D, nl: D } }\n`,
      },
      "interface/sections.yml:2: warning: demand: expected a unique key; another section has the same key",
    ],
    [
      "a share that is not a factor",
      { "interface/sections.yml": "- { key: demand, title: { en: D, nl: V }, share: costs }\n" },
      "interface/sections.yml:1: warning: demand: share: expected a query with the unit factor or %; costs has euro",
    ],
    [
      "a unit that does not fit the input",
      { "interface/sliders.yml": "gas_share:\n  title: { en: Gas, nl: Gas }\n  unit: GW\n" },
      "interface/sliders.yml:2: warning: gas_share: unit: expected one of factor, %, % a year, found GW",
    ],
    [
      "a headline number with a unit that does not fit its query",
      { "interface/headline.yml": "- { query: costs, title: { en: C, nl: K }, unit: TWh }\n" },
      "interface/headline.yml:1: warning: costs: unit: expected one of €, thousand €, mln €, bln €, €/MWh, €/kWh, €/t, €/kW, €/kg, €/l, €/GJ, €/unit, €/connection, found TWh",
    ],
    [
      "a chart whose unit does not measure its quantity",
      { "charts/mix.yml": VALID_INTERFACE["charts/mix.yml"].replace("quantity: energy", "quantity: power") },
      "charts/mix.yml:1: warning: mix: unit: expected one of W, kW, MW, GW for power, found TWh",
    ],
    [
      "a curve in an annual chart",
      { "charts/mix.yml": VALID_INTERFACE["charts/mix.yml"].replace("mix_wind", "price_curve") },
      "charts/mix.yml:6: warning: mix: price_curve: expected a query without the unit curve",
    ],
    [
      "a series without a name",
      { "charts/mix.yml": VALID_INTERFACE["charts/mix.yml"].replace(", carrier: wind", "") },
      "charts/mix.yml:6: warning: mix: expected a carrier, a sector, a technology or a label",
    ],
    [
      "an hourly chart that does not declare that it needs hours",
      {
        "charts/hours.yml": `- key: prices
  type: hours
  title: { en: P, nl: P }
  unit: { quantity: price, show: €/MWh }
  series: [{ query: price_curve, carrier: power }]
`,
      },
      "charts/hours.yml:1: warning: prices: needs: expected hours, since its queries are curves",
    ],
    [
      "a target in a chart type that draws none",
      {
        "charts/hours.yml": `- key: prices
  type: duration
  title: { en: P, nl: P }
  unit: { quantity: price, show: €/MWh }
  needs: hours
  series: [{ query: price_curve, carrier: power, target: 40 }]
`,
      },
      "charts/hours.yml:6: warning: prices: target: expected none, duration does not draw targets",
    ],
    [
      "a link of a Sankey diagram to an unknown node",
      {
        "charts/flows.yml": `- key: flows
  type: sankey
  title: { en: F, nl: F }
  unit: { quantity: energy, show: PJ }
  nodes: [{ key: wind, carrier: wind, column: 0 }]
  series: [{ query: mix_wind, from: wind, to: power }]
`,
      },
      "charts/flows.yml:6: warning: flows: to: expected the key of a node, found power",
    ],
  ])("%s is reported with its position", (_, files, expected) => {
    expect(problemsWith(files)).toEqual([expected]);
  });
});

describe("example scenarios", () => {
  const EXAMPLE = `title: { en: Wind, nl: Wind }
about: { en: Much of it, nl: Veel ervan }
group: national
area: nl
end_year: 2040
values: { capacity: 12, gas_share: 3.5 }
`;

  function examplesOf(files: { readonly [path: string]: string }) {
    const directory = mkdtempSync(join(tmpdir(), "etesian-examples-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    mkdirSync(join(directory, "scenarios"));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
    return readExamples(directory, catalogue, ["nl"]);
  }

  test("the examples are read in the order of their files", () => {
    const { examples, problems } = examplesOf({
      "scenarios/02.yml": EXAMPLE.replace("en: Wind", "en: Second"),
      "scenarios/01.yml": EXAMPLE,
    });
    expect(problems).toEqual([]);
    expect(examples.map(({ title, area, endYear, values }) => [title.en, area, endYear, values])).toEqual([
      ["Wind", "nl", 2040, { capacity: 12, gas_share: 3.5 }],
      ["Second", "nl", 2040, { capacity: 12, gas_share: 3.5 }],
    ]);
  });

  test.each([
    ["an unknown input", EXAMPLE.replace("capacity:", "capacty:"), "warning: capacty: expected the key of an input"],
    [
      "an unknown area",
      EXAMPLE.replace("area: nl", "area: nowhere"),
      'warning: area: expected an area of the model, found "nowhere"',
    ],
    [
      "a year that is not a number",
      EXAMPLE.replace("2040", "soon"),
      expect.stringMatching(/^error: end_year: /) as string,
    ],
  ])("%s is reported with its file", (_, text, expected) => {
    const { problems } = examplesOf({ "scenarios/01.yml": text });
    const lines = problems.map(({ severity, key, message }) => `${severity}: ${key}: ${message}`);
    expect(problems.map(({ file }) => file)).toEqual(["scenarios/01.yml"]);
    expect(lines).toEqual([expected]);
  });
});
