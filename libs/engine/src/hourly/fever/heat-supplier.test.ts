/** Years of heat are cached and shared by scenarios (`Recorded`): after a run nothing may change them. */
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
  it("a supplier that has run refuses further requests", () => {
    const { fever } = starter.solve({}).hours!;
    for (const { suppliers } of fever.groups)
      for (const supplier of suppliers)
        expect(() => supplier.ask({ demand: ZEROS, weight: 1, deferFor: 0 })).toThrow(HourlyError);
  });

  it("a scenario that reuses it after a refused request gets the same heat", () => {
    const first = starter.solve({});
    const { fever } = first.hours!;
    const [supplier] = fever.groups[0]!.suppliers;
    const before = supplier!.activities;
    expect(() => supplier!.ask({ demand: ZEROS, weight: 1, deferFor: 0 })).toThrow("accepts no more requests");
    const again = starter.solve({ investment_costs_wind_onshore: 20 });
    expect(again.hours!.fever).toBe(fever);
    expect(supplier!.activities).toBe(before);
  });
});
