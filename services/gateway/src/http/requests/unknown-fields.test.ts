import type { UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { describe, expect, test } from "vitest";
import { scenarioOutcome, gateway, scenario } from "../../gateway.fixture.ts";

const MISSPELT = "scenario.user_value is not known; did you mean user_values?";

async function put(payload: object, headers: { readonly [name: string]: string } = {}, query = "") {
  const requests: UpdateScenarioRequest[] = [];
  const app = await gateway({
    scenarios: {
      updateScenario: async (request) => {
        requests.push(request);
        return scenarioOutcome(scenario());
      },
    },
  });
  const url = `/api/v3/scenarios/1${query}`;
  return { response: await app.inject({ method: "PUT", url, headers, payload }), requests };
}

describe("an unknown field", () => {
  test("an unknown field has no effect, and the response to a change warns in its body and a header", async () => {
    const { response } = await put({ scenario: { user_value: { a: 1 } } });
    const { warnings } = response.json();
    expect([response.statusCode, warnings, response.headers["x-warnings"]]).toEqual([200, [MISSPELT], [MISSPELT]]);
    expect(response.json()).toMatchObject({ scenario: { id: 1 }, gqueries: {} });
  });

  test("unknown fields are reported at the top level, next to the scenario and in the query string, with and without the wrapper", async () => {
    const atTopLevel = await put({ scenario: {}, gquerys: ["a"] }, {}, "?autobalanse=1");
    expect(atTopLevel.response.json().warnings).toEqual([
      "autobalanse is not known; did you mean autobalance?",
      "gquerys is not known; did you mean gqueries?",
    ]);
    const flat = await put({ titel: "x", title: "y" });
    expect(flat.response.json().warnings).toEqual(["titel is not known; did you mean title?"]);
  });

  test("an unknown field is refused with strict handling, and nothing is changed", async () => {
    const { response, requests } = await put({ scenario: { user_value: {} } }, { prefer: "handling=strict" });
    expect([response.statusCode, response.json(), response.headers["x-error-code"]]).toEqual([
      422,
      { errors: [MISSPELT] },
      "unknown_fields",
    ]);
    expect([response.headers["preference-applied"], requests]).toEqual(["handling=strict", []]);
  });

  test("warnings about unknown fields are limited, and contain only printable characters", async () => {
    const { response } = await put({
      scenario: Object.fromEntries(Array.from("é1234567890").map((key) => [key.repeat(99), 1])),
    });
    const warnings: string[] = response.json().warnings;
    expect([warnings.length, warnings.at(-1)]).toEqual([11, "1 more field or value has no effect"]);
    expect(Math.max(...warnings.map(({ length }) => length))).toBeLessThan(100);
    expect([response.headers["x-warnings"]].flat().join("")).toMatch(/^[ -~]+$/);
  });
});

test("slider values, metadata and tokens in a URL cause no warnings, and a response without warnings has no field for them", async () => {
  const knownFields = { scenario: { user_values: { anything: 1 }, metadata: { any: { thing: 1 } } }, gqueries: [] };
  const { response } = await put(knownFields, {}, "?autobalance=true&access_token=t");
  expect([response.statusCode, response.headers["x-warnings"]]).toEqual([200, undefined]);
  expect(response.json()).not.toHaveProperty("warnings");
});

test("an unknown parameter does not affect the response to a read: only a header warns", async () => {
  const app = await gateway({ scenarios: { listInputs: async () => ({ inputs: [] }) } });
  const response = await app.inject("/api/v3/scenarios/1/inputs?defaults=zzz&include_extra=1");
  expect([response.statusCode, response.json(), response.headers["x-warnings"]]).toEqual([
    200,
    {},
    [
      "zzz is not a valid value of defaults; expected one of parent, original",
      "include_extra is not known; did you mean include_extras?",
    ],
  ]);
});

test.each<[body: object, warning: string]>([
  [{ gqueries: { a: 1 } }, 'gqueries was ignored: expected a list of strings, got {"a":1}'],
  [{ gqueries: [null] }, "gqueries was ignored: expected a list of strings, got [null]"],
  [{ scenario: { title: {} } }, "scenario.title was ignored: expected a string, got {}"],
  [{ title: [1] }, "title was ignored: expected a string, got [1]"],
  [{ scenario: { source: 5 } }, "scenario.source was ignored: expected a string or null, got 5"],
  [{ scenario: { metadata: null } }, "scenario.metadata was ignored: expected a JSON object, got null"],
  [{ scenario: { user_values: "" } }, 'scenario.user_values was ignored: expected a JSON object, got ""'],
])("the value in %j is ignored: the response warns, and strict handling refuses it", async (body, warning) => {
  const { response } = await put(body);
  expect([response.statusCode, response.json().warnings]).toEqual([200, [warning]]);
  const strictResponse = await put(body, { prefer: "handling=strict" });
  expect([strictResponse.response.statusCode, strictResponse.response.json(), strictResponse.requests]).toEqual([
    422,
    { errors: [warning] },
    [],
  ]);
});

test("fields of a response may be sent back: a warning says that they cannot be changed, and strict handling accepts them", async () => {
  const body = { scenario: { title: "x", id: 1, area_code: "nl", created_at: "2026" }, detailed: true };
  const warnings = ["id", "area_code", "created_at"].map((name) => `scenario.${name} cannot be changed`);
  for (const headers of [{}, { prefer: "handling=strict" }]) {
    const { response } = await put(body, headers);
    expect([response.statusCode, response.json().warnings]).toEqual([200, warnings]);
  }
});

test.each([[[{ a: 1 }]], ["x"], [5]])(
  "user_values %j is refused because it is not a JSON object",
  async (user_values) => {
    const { response, requests } = await put({ scenario: { user_values } });
    expect([response.statusCode, response.json(), requests]).toEqual([
      422,
      { errors: ["user_values must be a JSON object"] },
      [],
    ]);
  },
);

test.each([[[1]], ["text"], [5]])("metadata %j is refused because it is not a JSON object", async (metadata) => {
  const { response, requests } = await put({ scenario: { metadata } });
  expect([response.statusCode, response.json(), requests]).toEqual([
    422,
    { errors: ["metadata must be a JSON object"] },
    [],
  ]);
});
