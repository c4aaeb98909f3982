import { describe, expect, test } from "vitest";
import { PlantAccount, consumptionCosts, fuelCosts, marginalCosts } from "./finance.ts";
import { dispatchable, hourly, storage, user } from "./order.fixture.ts";
import type { Participant } from "./participant.ts";

const price = hourly(10, 40, -5, 0);

function withLoad(participant: Participant, ...load: readonly number[]): Participant {
  participant.load = hourly(...load, 0);
  return participant;
}

const accountOf = (participant: Participant): PlantAccount => new PlantAccount(participant, price);

const plant = (options: Parameters<typeof dispatchable>[3] = {}): Participant =>
  withLoad(dispatchable("gas", 20, 5, options), 2, 3, 1);

describe("a producer", () => {
  test("a producer earns its load at the hourly price, including negative prices", () => {
    expect(accountOf(plant()).revenue).toBe(2 * 10 + 3 * 40 - 5);
    expect(accountOf(plant()).revenuePerMwh).toBe(135 / 6);
  });

  test("a producer earns nothing without units or capacity", () => {
    expect(accountOf(plant({ units: 0 })).revenue).toBe(0);
    expect(accountOf(withLoad(dispatchable("gas", 20, 0), 2)).revenue).toBe(0);
  });

  test("a producer has its constant cost per MWh", () => {
    expect(marginalCosts(plant())).toBe(20);
  });

  test("a producer with a cost curve has hourly costs; per MWh it has their load-weighted mean, or their plain mean if it did not run", () => {
    const cost = hourly(1, 2, 3, 4);
    const importer = withLoad(dispatchable("import", cost, 5), 2, 3);
    expect(marginalCosts(importer)).toBe(8 / 5);
    expect(marginalCosts(dispatchable("import", cost, 5))).toBeCloseTo((1 + 2 + 3 + 4 * 8757) / 8760, 12);
  });

  test.each([
    { fixed: 10, operation: 5, expected: "profitable" },
    { fixed: 20, operation: 5, expected: "conditionally_profitable" },
    { fixed: 15, operation: 14, expected: "conditionally_profitable" },
    { fixed: 20, operation: 15, expected: "unprofitable" },
  ])(
    "a producer with fixed costs of $fixed, including $operation for operation, is $expected",
    ({ fixed, operation, expected }) => {
      const costs = { total: fixed, operation };
      expect(accountOf(plant()).profitability(costs)).toBe(expected);
      expect(accountOf(plant()).profitPerMwh(costs)).toBe((135 - 120 - fixed) / 6);
    },
  );

  test("a producer without production has no figures per MWh", () => {
    const idle = dispatchable("gas", 20, 5);
    expect(accountOf(idle).profitPerMwh({ total: 1, operation: 1 })).toBeNull();
    expect(accountOf(idle).revenuePerMwh).toBeNull();
  });
});

describe("storage", () => {
  const battery = withLoad(storage("battery", {}), -4, 3, -2, 1);

  test("storage earns or pays according to the sign of load times price", () => {
    // A charge at a negative price is a product above 0: revenue, as in the reference.
    expect(accountOf(battery).revenue).toBe(3 * 40 + 2 * 5);
    expect(fuelCosts(battery, price)).toBe(4 * 10);
  });
});

test("a consumer pays its load at the hourly price", () => {
  expect(consumptionCosts(user("homes", 1, 2, 3, 0), price)).toBe(10 + 80 - 15);
});
