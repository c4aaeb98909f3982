import type { QueryRequest } from "@etesian/contracts/compute";
import { RpcError, status } from "@etesian/service-kit";
import { expect, test } from "vitest";
import { gateway, scenario } from "../gateway.fixture.ts";

const URL = "/api/v3/scenarios/queries";

/** Scenario 7 does not exist, 8 cannot be calculated. The query `broken` fails, `list` results in a list. */
async function appWith(requests: QueryRequest[] = []) {
  return gateway({
    scenarios: {
      getScenario: async ({ id }) => {
        if (id === 7) throw new RpcError(status.NOT_FOUND, "Not found");
        const { recipe } = scenario();
        return scenario({ id, recipe: { ...recipe!, area: id === 8 ? "sea" : "nl" } });
      },
    },
    compute: {
      query: async (request) => {
        requests.push(request);
        if (request.recipe?.area === "sea") throw new RpcError(status.FAILED_PRECONDITION, "Division by zero");
        const results = [
          { key: "co2", presentJson: "1.5", futureJson: "null", unit: "MT" },
          { key: "list", presentJson: "[1]", futureJson: "[2]", unit: undefined },
        ].filter(({ key }) => request.keys.includes(key));
        const failures = request.keys
          .filter((key) => key === "broken")
          .map((key) => ({ key, messages: [`Gquery ${key} does not exist`] }));
        return { calculation: undefined, outcome: { $case: "results", value: { results, failures } } };
      },
    },
  });
}

test("each scenario and query has its result or its error", async () => {
  const requests: QueryRequest[] = [];
  const app = await appWith(requests);
  const payload = { scenarios: [1, 7, 8, 1], keys: ["co2", "broken", "list", "co2"] };
  const response = await app.inject({ method: "POST", url: URL, payload });
  expect(response.statusCode).toBe(200);
  const { columns, rows } = response.json<{ columns: { key: string }[]; rows: unknown[][] }>();
  expect(columns.map(({ key }) => key)).toEqual(["scenario", "key", "present", "future", "unit", "code", "error"]);
  expect(rows).toEqual([
    [1, "co2", 1.5, null, "MT", null, null],
    [1, "list", null, null, null, "no_result", "Gquery list does not result in a number"],
    [1, "broken", null, null, null, "no_result", "Gquery broken does not exist"],
    [7, null, null, null, null, "not_found", "Not found"],
    [8, null, null, null, null, "cannot_be_calculated", "Division by zero"],
  ]);
  expect(requests.map(({ keys, partial }) => [keys, partial])).toEqual([
    [["co2", "broken", "list"], true],
    [["co2", "broken", "list"], true],
  ]);
});

test("the long layout has a row per year, and its response has an ETag", async () => {
  const response = await (await appWith()).inject("/api/v3/scenarios/1,7/queries.csv?keys=co2&layout=long");
  expect(response.headers["content-disposition"]).toBe('attachment; filename="queries.csv"');
  const conditionalRequest = {
    url: "/api/v3/scenarios/1,7/queries.csv?keys=co2&layout=long",
    headers: { "if-none-match": String(response.headers["etag"]) },
  };
  expect((await (await appWith()).inject(conditionalRequest)).statusCode).toBe(304);
  expect(response.body).toBe(
    "scenario,key,year,value,unit,code,error\n1,co2,2023,1.5,MT,,\n1,co2,2050,,MT,,\n7,,,,,not_found,Not found\n",
  );
});

test.each([
  ["suffix", ".parquet", "*/*"],
  ["Accept header", "", "application/vnd.apache.parquet"],
])("the %s selects a format other than JSON", async (_description, suffix, accept) => {
  const payload = { scenarios: [1], keys: ["co2"] };
  const response = await (
    await appWith()
  ).inject({ method: "POST", url: `${URL}${suffix}`, payload, headers: { accept } });
  expect(response.headers["content-type"]).toBe("application/vnd.apache.parquet");
  expect(response.rawPayload.subarray(0, 4).toString()).toBe("PAR1");
});

test.each([
  [{ keys: ["co2"] }, 400, "missing_parameter"],
  [{ scenarios: [1] }, 400, "missing_parameter"],
  [{ scenarios: [1, "x"], keys: ["co2"] }, 422, "invalid"],
  [{ scenarios: Array.from({ length: 101 }, (_, id) => id + 1), keys: ["co2"] }, 400, "too_many_ids"],
  [
    {
      scenarios: Array.from({ length: 100 }, (_, id) => id + 1),
      keys: Array.from({ length: 1001 }, (_, n) => `q${n}`),
    },
    422,
    "too_many_results",
  ],
  [{ scenarios: [1], keys: ["co2"], layout: "tall" }, 422, "invalid"],
])(
  "an empty request, a request above the limit or an unknown layout is refused: case %#",
  async (payload, code, error) => {
    const response = await (await appWith()).inject({ method: "POST", url: URL, payload });
    expect([response.statusCode, response.headers["x-error-code"]]).toEqual([code, error]);
  },
);

test("a defect is an internal error, not a row", async () => {
  const app = await gateway({ compute: { query: () => Promise.reject(new Error("defect")) } });
  const response = await app.inject({ method: "POST", url: URL, payload: { scenarios: [1], keys: ["co2"] } });
  expect(response.statusCode).toBe(500);
});
