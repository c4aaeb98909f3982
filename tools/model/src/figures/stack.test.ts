/** Runs the check of stacks on a chart of network gas in a village with little gas. */
import { join } from "node:path";
import type { ChartSeries } from "@etesian/interface";
import { openModel } from "@etesian/model";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { expect, test } from "vitest";
import { AuditedModel } from "./audited-model.ts";
import { AuditedScenario } from "./audited-scenario.ts";
import { stack } from "./stack.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");

/** A scenario whose stacks exceed a demand of 0.6 kW by a number of watts. */
class VillageScenario extends AuditedScenario {
  surplus = 0;

  override hourlySum(series: readonly ChartSeries[]): Float64Array {
    const gigawatts = series.map(({ drawn }) => ({ stack: 6e-7 + this.surplus / 1e9, line: 6e-7, below: 0 })[drawn]);
    return new Float64Array(8760).fill(gigawatts[0] ?? 0);
  }
}

test("only charts of network gas may differ by the imbalance that its calculation leaves, 10 W", async () => {
  const model = await openModel(STARTER, modelCache);
  const auditedModel = new AuditedModel(model);
  const dataset = await model.dataset("nl");
  const solution = auditedModel.engine.solve(dataset, blankRecipe("nl", 2050));
  const scenario = new VillageScenario(auditedModel, "nl", solution, dataset);
  const chartsWithSurplus = (watts: number): readonly string[] => {
    scenario.surplus = watts;
    return [...stack.run(scenario)].filter(({ faults }) => faults.length > 0).map(({ subject }) => subject);
  };
  expect(chartsWithSurplus(0)).toEqual([]);
  expect(chartsWithSurplus(9)).toContain("hourly_electricity");
  expect(chartsWithSurplus(9)).not.toContain("hourly_network_gas");
  expect(chartsWithSurplus(11)).toContain("hourly_network_gas");
});
