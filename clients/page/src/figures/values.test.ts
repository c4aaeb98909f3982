import { expect, test } from "vitest";
import type { Chart, HeadlineNumber } from "@etesian/interface";
import { hasStartValue } from "./values.ts";

const shows = (query: string, needs: "hours" | null) => ({ terms: [{ query, factor: 1 }], needs, base: null });
const view = {
  headline: [{ query: "shortage_hours", needs: "hours", base: null } as HeadlineNumber],
  charts: new Map([
    ["mix", { series: [shows("wind", null), shows("shortage", "hours")] } as unknown as Chart],
    ["peaks", { series: [shows("wind", "hours")] } as unknown as Chart],
  ]),
};

test.each([
  ["shortage_hours", false],
  ["shortage", false],
  ["wind", true],
  ["shown_nowhere", true],
])("whether the query %s has a value for the start year: %s", (query, expected) => {
  expect(hasStartValue(view, query)).toBe(expected);
});
