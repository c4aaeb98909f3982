/** Tests the charts for models without their own interface. */
import { join } from "node:path";
import { LANGUAGES, viewOf } from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import { openModel } from "@etesian/model";
import { directoryOf, smallModel } from "@etesian/model/testing";
import { describe, expect, test } from "vitest";
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
});
