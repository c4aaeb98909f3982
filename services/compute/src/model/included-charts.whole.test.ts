/** Tests the charts for models without their own interface on the real model. */
import { Engine } from "@etesian/engine";
import { iamcFactor, queriesOf, viewOf } from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import { curveSource, openModel } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { describe, expect, test } from "vitest";
import { catalogueOf, INCLUDED_CHARTS, interfaceOf } from "./interface-of.ts";

describe("the included charts of the real model", () => {
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
