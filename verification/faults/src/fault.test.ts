import { expect, test } from "vitest";
import { spread } from "./fault.ts";

test("a report has percentiles of the measured values, and states when none were measured", () => {
  expect(spread([3, 1, 2])).toBe("p50 2.0, p99 3.0, max 3.0");
  expect(spread([])).toBe("not measured");
});
