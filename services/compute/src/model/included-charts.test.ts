/** Tests the charts for models without their own interface. */
import { join } from "node:path";
import { Engine } from "@etesian/engine";
import { iamcFactor, LANGUAGES, queriesOf, viewOf } from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import { curveSource, openModel } from "@etesian/model";
import { directoryOf, realModel, smallModel } from "@etesian/model/testing";
import { blankRecipe } from "@etesian/sliders";
import { describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { catalogueOf, INCLUDED_CHARTS, interfaceOf } from "./interface-of.ts";

const query = (key: string, unit: string): { readonly [path: string]: string } => ({
  [`gqueries/general/${key}.gql`]: `- unit = ${unit}\n- query = 1.0\n`,
});

describe("the included charts", () => {
  test("the included charts are valid, with a label for each series in both languages", () => {
    const catalogue = { inputs: [], queries: [] };
    const { documents, problems } = readInterface(INCLUDED_CHARTS, catalogue, []);
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(documents.charts.length).toBeGreaterThanOrEqual(20);
    expect(documents.headline).toHaveLength(9);
    for (const language of LANGUAGES) {
      for (const { series } of viewOf(documents, catalogue, language).charts.values()) {
        const labels = series.map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }
    }
  });

  test("a model without an interface gets the charts and headline numbers whose queries it has", async () => {
    const prices = ["prices_in_order", "prices_by_hour_and_day", "merit_order"];
    const model = await openModel(
      directoryOf(smallModel({ ...query("merit_order_price_curve", "curve"), ...query("total_costs", "euro") })),
    );
    const { documents, problems } = interfaceOf(model);
    expect(problems).toEqual([]);
    expect(documents.charts.map(({ key }) => key)).toEqual(prices);
    expect(documents.headline).toMatchObject([{ query: "total_costs", chart: null }]);
    expect([documents.board, documents.sections, documents.slides, documents.areas]).toEqual([[], [], [], {}]);
  });

  test("a model without an interface gets the first slide with its own inputs, which also stay on their slides", async () => {
    const model = await openModel(
      directoryOf(
        smallModel({
          "inputs/costs/costs_co2.ad":
            "- query = UPDATE(V(mine), preset_demand, USER_INPUT())\n- unit = euro\n- update_period = future\n- min_value = 0.0\n- max_value = 9.0\n- start_value = 0.0\n",
        }),
      ),
    );
    const { documents } = interfaceOf(model);
    expect(documents.slides.map(({ sliders }) => sliders.filter((item) => typeof item === "string"))).toEqual([
      ["costs_co2"],
    ]);
    const { sections, sliders } = viewOf(documents, catalogueOf(model.definition), "en");
    expect(sliders.get("costs_co2")).toMatchObject({ title: "CO₂ price", unit: "€/t" });
    expect(sections.map(({ title }) => title)).toEqual(expect.arrayContaining(["What matters most", "Costs"]));
  });

  test("a model with its own interface gets no included charts", async () => {
    const directory = directoryOf(
      smallModel({ ...query("merit_order_price_curve", "curve"), "interface/board.yml": "[]\n" }),
    );
    expect(interfaceOf(await openModel(directory)).documents.charts).toEqual([]);
    const minimal = await openModel(join(INCLUDED_CHARTS, "../minimal"));
    expect(interfaceOf(minimal).documents.charts).toHaveLength(1);
  });

  test.skipIf(realModel === null)(
    "the real model has every query of the included charts, in a displayable unit (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
    async () => {
      const model = await openModel(realModel!, { ...modelCache, firstArea: null });
      const catalogue = catalogueOf(model.definition);
      const etsourceInterface = readInterface(
        INCLUDED_CHARTS,
        catalogue,
        model.areas.map(({ area }) => area),
      );
      expect(etsourceInterface.problems).toEqual([]);
      const { sliders, ...documents } = interfaceOf(model).documents;
      expect({ ...documents, sliders: {} }).toEqual({ ...etsourceInterface.documents, sliders: {} });
      expect(Object.keys(sliders).length).toBeGreaterThan(500);
      const chartQueries = [...viewOf(etsourceInterface.documents, catalogue, "en").charts.values()].flatMap(queriesOf);
      expect(new Set(chartQueries).size).toBeGreaterThan(130);
    },
  );

  test.skipIf(realModel === null).each(["nl2023", "DE_germany"])(
    "IAMC variables of %s add up to their totals (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
    async (area) => {
      const model = await openModel(realModel!, { ...modelCache, firstArea: null });
      const { documents } = interfaceOf(model);
      const engine = new Engine(model.definition, curveSource(model));
      const solution = engine.solve(await model.dataset(area), blankRecipe(area, 2050));
      const units = new Map(catalogueOf(model.definition).queries.map(({ key, unit }) => [key, unit]));
      const figure = (variable: string): number => {
        const document = documents.iamc![variable]!;
        return (
          (solution.evaluation.query(document.query, "future") as number) *
          iamcFactor(document, units.get(document.query)!)!
        );
      };
      const sumOf = (total: string, isPart: (level: string) => boolean): number =>
        Object.keys(documents.iamc!)
          .filter((variable) => variable.startsWith(`${total}|`) && isPart(variable.slice(total.length + 1)))
          .reduce((sum, variable) => sum + figure(variable), 0);
      const carriers = new Set(["Electricity", "Heat", "Hydrogen"]);
      expect(sumOf("Final Energy", (level) => !carriers.has(level)) / figure("Final Energy")).toBeCloseTo(1, 9);
      expect(sumOf("Emissions|Kyoto Gases", () => true) / figure("Emissions|Kyoto Gases")).toBeCloseTo(1, 9);
      expect(sumOf("Secondary Energy|Electricity", () => true)).toBeLessThan(figure("Secondary Energy|Electricity"));
      expect(figure("Population")).toBeGreaterThan(10);
    },
  );
});
