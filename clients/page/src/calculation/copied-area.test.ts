import { connect } from "@etesian/client";
import { inputTable } from "@etesian/sliders/testing";
import { afterEach, expect, test, vi } from "vitest";
import type { StoredScenario } from "./calculator.ts";
import { copyToArea } from "./copied-area.ts";

afterEach(() => vi.unstubAllGlobals());

const amount = (key: string, max: number, start: number) => ({ key, max, default: start, scalesWithArea: true });
const TABLES = {
  country: inputTable(amount("wind", 60_000, 4_000), { key: "price", max: 500, default: 40 }, { key: "steel", max: 9 }),
  town: inputTable(amount("wind", 300, 20), { key: "price", max: 200, default: 45 }),
};
const STORED: StoredScenario = {
  id: 7,
  version: 3,
  title: "Coast",
  area: "country",
  startYear: 2023,
  endYear: 2050,
  isReadOnly: false,
  template: null,
  userValues: { wind: 6_000, price: 250, steel: 4 },
  balancedValues: {},
  activeCouplings: [],
  inactiveCouplings: [],
  orders: {},
  curves: {},
  scaling: null,
};

test("a copy to another area has scaled amounts, and lists omitted and limited sliders", async () => {
  const createdScenarios: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/dump")) {
      const dump = {
        area_code: "country",
        end_year: 2050,
        metadata: { title: "Coast" },
        user_values: STORED.userValues,
      };
      return Response.json({ ...dump, user_curves: { price_curve: [1, 2] } });
    }
    if (pathname.endsWith("/custom_curves/price")) return Response.json({ errors: ["too short"] }, { status: 422 });
    createdScenarios.push(await request.json());
    return Response.json({ id: 8 });
  });
  const api = connect({ url: "http://127.0.0.1:3000" });
  const copy = await copyToArea(api, STORED, "town", async (area) => TABLES[area as keyof typeof TABLES]);
  expect(createdScenarios).toEqual([
    {
      scenario: {
        area_code: "town",
        end_year: 2050,
        title: "Coast",
        source: "Etesian",
        user_values: { wind: 30, price: 200 },
      },
    },
  ]);
  expect(copy).toEqual({
    id: 8,
    omittedSliders: ["steel"],
    limitedSliders: ["price"],
    refusedParts: [{ kind: "curve", key: "price", message: "too short" }],
  });
});
