/** Runs the check of weekdays on a demand that is lowest on Fridays and Saturdays. */
import { join } from "node:path";
import { openModel } from "@etesian/model";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { expect, test } from "vitest";
import { AuditedModel } from "./audited-model.ts";
import { AuditedScenario } from "./audited-scenario.ts";
import { weekday } from "./weekday.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");

/** A scenario whose curves are a day early. */
class EarlyScenario extends AuditedScenario {
  override curve(query: string): Float64Array | null {
    const curve = super.curve(query);
    return curve && Float64Array.from(curve, (_, hour) => curve[(hour + 24) % curve.length]!);
  }
}

test("demand that is lowest on other days is a fault, unless the scenario changes demand", async () => {
  const model = await openModel(STARTER, modelCache);
  const auditedModel = new AuditedModel(model);
  const dataset = await model.dataset("nl");
  const messagesOf = (Scenario: typeof AuditedScenario, userValues: { readonly [key: string]: number }) => {
    const solution = auditedModel.engine.solve(dataset, { ...blankRecipe("nl", 2050), userValues });
    const scenario = new Scenario(auditedModel, "nl", solution, dataset);
    return [...weekday.run(scenario)].flatMap(({ faults }) => faults.map(({ message }) => message));
  };
  expect(messagesOf(AuditedScenario, {})).toEqual([]);
  expect(messagesOf(EarlyScenario, {})).toEqual([expect.stringMatching(/is lowest on .*Friday/)]);
  expect(messagesOf(EarlyScenario, { capacity_of_energy_power_solar_pv_solar_radiation: 50_000 })).toHaveLength(1);
  expect(messagesOf(EarlyScenario, { households_heater_heatpump_air_water_electricity_share: 74 })).toEqual([]);
});
