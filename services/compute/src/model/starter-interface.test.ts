/** Tests that the included model's interface is complete in both languages. */
import { join } from "node:path";
import { LANGUAGES, queriesOf, type Section, viewOf } from "@etesian/interface";
import { Engine } from "@etesian/engine";
import { curveSource, type Model, openModel } from "@etesian/model";
import { blankRecipe } from "@etesian/sliders";
import { beforeAll, describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { catalogueOf, interfaceOf } from "./interface-of.ts";

type Interface = ReturnType<typeof interfaceOf>;

let catalogue: ReturnType<typeof catalogueOf>;
let starterInterface: Interface;
let model: Model;

beforeAll(async () => {
  model = await openModel(join(import.meta.dirname, "../../../../models/starter"), modelCache);
  catalogue = catalogueOf(model.definition);
  starterInterface = interfaceOf(model);
});

const slidesOf = (section: Section): Section["slides"] => [...section.slides, ...section.sections.flatMap(slidesOf)];

describe("the interface of the included model", () => {
  test("the interface documents have no problems", () => {
    expect(starterInterface.problems).toEqual([]);
  });

  test("the interface gives every area a name and a position on the map", () => {
    for (const { area } of model.areas)
      expect([area, typeof starterInterface.documents.areas[area]?.map]).toEqual([area, "object"]);
    expect(Object.values(starterInterface.documents.areas).filter(({ map }) => map === null)).toEqual([]);
  });

  test("every slider is on a slide, except one setting", () => {
    const sliders = new Set(
      viewOf(starterInterface.documents, catalogue, "en").sections.flatMap((section) =>
        slidesOf(section).flatMap(({ items }) => items.flatMap((item) => (item.kind === "slider" ? [item.key] : []))),
      ),
    );
    const unplacedKeys = catalogue.inputs.map(({ key }) => key).filter((key) => !sliders.has(key));
    expect(unplacedKeys).toEqual(["initial_updates_interconnector_curves"]);
  });

  test.each(LANGUAGES)("every slider and slide has a unique title in %s", (language) => {
    const { sliders, sections } = viewOf(starterInterface.documents, catalogue, language);
    const visibleSliders = [...sliders].filter(([key]) => !starterInterface.documents.hidden.includes(key));
    expect(visibleSliders.filter(([, { isTitled }]) => !isTitled)).toEqual([]);
    const titles = visibleSliders.map(([, { title }]) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    for (const section of sections) {
      for (const { isTitled, chart } of slidesOf(section))
        expect([isTitled, chart]).toEqual([true, expect.any(String)]);
    }
  });

  test("the charts cover every result group, with a label for each series", () => {
    const { charts, board, headline } = viewOf(starterInterface.documents, catalogue, "en");
    expect(charts.size).toBeGreaterThanOrEqual(45);
    expect(new Set([...charts.values()].map(({ type }) => type)).size).toBeGreaterThanOrEqual(10);
    expect(board.length).toBeGreaterThanOrEqual(3);
    expect(headline.length).toBeGreaterThanOrEqual(7);
    const chartQueries = new Set([...charts.values()].flatMap(queriesOf));
    expect(chartQueries.size).toBeGreaterThanOrEqual(230);
  });

  test.each([
    ["at the sliders' start values", {}],
    [
      "with much wind, batteries, electrolysis and electric boilers",
      {
        capacity_of_energy_power_wind_turbine_offshore: 40_000,
        capacity_of_energy_flexibility_mv_batteries_electricity: 8_000,
        capacity_of_energy_hydrogen_flexibility_p2g_electricity: 6_000,
        capacity_of_industry_other_flexibility_p2h_electricity: 1_000,
        capacity_of_energy_heat_boiler_mt_electricity: 300,
        households_flexibility_p2p_electricity_market_penetration: 20,
      },
    ],
  ])("hourly electricity supply equals its use: %s", async (_, userValues) => {
    const engine = new Engine(model.definition, curveSource(model));
    const solution = engine.solve(await model.dataset("nl"), { ...blankRecipe("nl", 2050), userValues });
    const { series } = starterInterface.documents.charts.find(({ key }) => key === "hourly_electricity")!;
    const total = (drawing: string): readonly number[] => {
      const curves = series
        .filter((seriesDocument) => seriesDocument.drawn === drawing)
        .flatMap(({ queries }) => queries)
        .map((key) => {
          const curve = solution.evaluation.run(engine.library.compileProgram(`Q(${key})`, key), "future");
          return Array.from(curve as ArrayLike<number>);
        });
      return Array.from({ length: 8760 }, (__, hour) => curves.reduce((sum, curve) => sum + (curve[hour] ?? 0), 0));
    };
    const [supply, use] = [total("stack"), total("line")];
    expect(Math.max(...use)).toBeGreaterThan(10_000);
    expect(Math.max(...use.map((value, hour) => Math.abs(value - supply[hour]!)))).toBeLessThan(1e-3);
  });
});
