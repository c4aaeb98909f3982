/**
 * Tests that nothing can change a year of heat after its run, because scenarios share cached years
 * (`RecordedCalculations`).
 */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { StarterModel } from "../../scenario/starter-model.fixture.ts";
import { HourlyError } from "../energy-nodes.ts";
import { ZEROS } from "../curves/arithmetic.ts";

let starter: StarterModel;

beforeAll(async () => {
  starter = await StarterModel.open(join(import.meta.dirname, "../../../../../models/starter"));
});

describe("a cached year of heat", () => {
  it("a supplier that has run rejects further requests", () => {
    const { fever } = starter.solve({}).hours!;
    for (const { suppliers } of fever.groups)
      for (const supplier of suppliers)
        expect(() => supplier.addRequest({ demand: ZEROS, weight: 1, deferFor: 0 })).toThrow(HourlyError);
  });

  it("a scenario that reuses a cached year after a rejected request gets the same heat", () => {
    const first = starter.solve({});
    const { fever } = first.hours!;
    const [supplier] = fever.groups[0]!.suppliers;
    const activitiesBefore = supplier!.activities;
    expect(() => supplier!.addRequest({ demand: ZEROS, weight: 1, deferFor: 0 })).toThrow("accepts no more requests");
    const second = starter.solve({ investment_costs_wind_onshore: 20 });
    expect(second.hours!.fever).toBe(fever);
    expect(supplier!.activities).toBe(activitiesBefore);
  });
});
