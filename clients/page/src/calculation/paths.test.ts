import { connect } from "@etesian/client";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import {
  interpolateYears,
  adjacentScenario,
  pathIds,
  scenariosOf,
  storePath,
  suggestedYears,
  writePath,
  yearNames,
  parseYears,
} from "./paths.ts";

afterEach(() => vi.unstubAllGlobals());

const scenario = (id: number, endYear: number) => ({ id, endYear });

describe("the scenarios in a URL", () => {
  test("the open scenario comes first, each scenario occurs once, and there are at most six", () => {
    expect(pathIds("30,40,50", 40)).toEqual([40, 30, 50]);
    expect(pathIds(30, 40)).toEqual([40, 30]);
    expect(pathIds(undefined, 40)).toEqual([40]);
    expect(pathIds("1,2,3,4,5,6,7,8", 9)).toEqual([9, 1, 2, 3, 4, 5]);
  });

  test("the URL parameter is the same for every scenario of a path, and a single scenario has none", () => {
    expect(writePath([40, 30, 50])).toBe("30,40,50");
    expect(writePath([50, 40, 30])).toBe("30,40,50");
    expect(writePath([40])).toBeUndefined();
  });
});

test("steps go from year to year, and stop at the ends of the path", () => {
  const path = [scenario(9, 2050), scenario(7, 2030), scenario(8, 2040)];
  expect(adjacentScenario(path, 7, 1)?.id).toBe(8);
  expect(adjacentScenario(path, 9, -1)?.id).toBe(8);
  expect(adjacentScenario(path, 9, 1)).toBeNull();
  expect(adjacentScenario(path, 1, 1)).toBeNull();
});

test("scenarios are named after their years, and by ID where a year occurs twice", () => {
  expect(yearNames([scenario(1, 2030), scenario(2, 2050), scenario(3, 2050)])).toEqual([
    "2030",
    "2050 (2)",
    "2050 (3)",
  ]);
});

test("missing decades before the last year are suggested, up to the maximum length", () => {
  expect(suggestedYears(2023, [2050])).toEqual([2030, 2040]);
  expect(suggestedYears(2023, [2030, 2050])).toEqual([2040]);
  expect(suggestedYears(2019, [2019 + 1, 2021, 2022, 2023, 2100])).toEqual([2030]);
  expect(suggestedYears(2030, [2035])).toEqual([]);
});

test("typed years are sorted, without duplicates, and other text is refused", () => {
  expect(parseYears("2040, 2030;2040 2035")).toEqual([2030, 2035, 2040]);
  for (const text of ["", " ", "20x0", "2030, soon", "203"]) expect(parseYears(text)).toBeNull();
});

type ApiResponses = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** A fake API that answers by method and path, and records its requests. */
function fakeApi(responses: ApiResponses) {
  const requests: (readonly [operation: string, body: unknown])[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const operation = `${request.method} ${decodeURIComponent(new URL(request.url).pathname).replace("/api/v3", "")}`;
    const text = await request.text();
    requests.push([operation, text === "" ? null : JSON.parse(text)]);
    const [status, body] = responses[operation] ?? [404, { errors: ["Not found"] }];
    return Response.json(body, { status });
  });
  return { api: connect({ url: "http://etesian.test" }), requests };
}

const page = (...data: readonly object[]) => ({ data, meta: { total: data.length } });
const storedScenario = (id: number, endYear: number) => ({
  id,
  title: "",
  area_code: "nl",
  start_year: 2023,
  end_year: endYear,
});

describe("stored paths", () => {
  const saved = page({ id: 5, scenario_id: 50, scenario_id_history: [41] });

  it("a path refers to a saved scenario where a scenario is its current version", async () => {
    const { api, requests } = fakeApi({
      "GET /saved_scenarios": [200, saved],
      "POST /collections": [201, { id: 12 }],
      "PUT /collections/12": [200, { id: 12 }],
    });
    const path = { title: "To 2050", scenarios: [50, 40, 41] };
    expect(await storePath(api, { id: null, ...path })).toBe(12);
    const collection = { title: "To 2050", scenario_ids: [40, 41], saved_scenario_ids: [5] };
    expect(requests.at(-1)).toEqual(["POST /collections", { collection }]);
    expect(await storePath(api, { id: 12, ...path })).toBe(12);
    expect(requests.at(-1)).toEqual(["PUT /collections/12", { collection }]);
  });

  it("the scenarios of a path include current versions of its saved scenarios, in the order of their years", async () => {
    const { api } = fakeApi({
      "GET /collections/12": [200, { id: 12, scenario_ids: [40], saved_scenario_ids: [5, 6] }],
      "GET /saved_scenarios/5": [200, { id: 5, scenario_id: 30 }],
      "GET /scenarios/40,30/batch": [200, [storedScenario(40, 2040), storedScenario(30, 2030)]],
    });
    expect((await scenariosOf(api, 12)).map(({ id, endYear }) => [id, endYear])).toEqual([
      [30, 2030],
      [40, 2040],
    ]);
  });

  it("a server error is thrown, not mistaken for a deleted scenario", async () => {
    const { api } = fakeApi({
      "GET /collections/12": [200, { id: 12, scenario_ids: [], saved_scenario_ids: [5] }],
      "GET /saved_scenarios/5": [500, { errors: ["Internal Server Error"] }],
    });
    await expect(scenariosOf(api, 12)).rejects.toThrow("Internal Server Error");
  });

  it("years are interpolated between all scenarios of the path", async () => {
    const { api, requests } = fakeApi({ "POST /scenarios/interpolate": [200, [{ id: 61 }, { id: 62 }]] });
    expect(await interpolateYears(api, [50, 30], [2035, 2040])).toEqual([61, 62]);
    expect(requests[0]![1]).toEqual({ scenario_ids: [50, 30], end_years: [2035, 2040] });
  });
});
