import { connect } from "@etesian/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findSavedScenarioOf, saveScenario, saveVersion, type SavedScenario } from "./saved-scenarios.ts";

afterEach(() => vi.unstubAllGlobals());

type ApiResponses = Readonly<Record<string, readonly [status: number, body: object]>>;

/** A fake API that answers by method and path, and records its requests. */
function fakeApi(responses: ApiResponses) {
  const requests: (readonly [operation: string, body: unknown])[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const operation = `${request.method} ${new URL(request.url).pathname.replace("/api/v3", "")}`;
    const text = await request.text();
    requests.push([operation, text === "" ? null : JSON.parse(text)]);
    const [status, body] = responses[operation] ?? [404, { errors: ["Not found"] }];
    return Response.json(body, { status });
  });
  return { api: connect({ url: "http://etesian.test" }), requests };
}

const details = { title: "Coast", description: "", isPrivate: false };
const savedResponse = (scenario: number, history: readonly number[] = []) =>
  ({ id: 5, scenario_id: scenario, scenario_id_history: history, title: "Coast" }) as unknown as SavedScenario;

describe("saving a scenario", () => {
  it("saving a user's own scenario saves it unchanged", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [200, []],
      "POST /saved_scenarios": [200, savedResponse(1)],
      "PUT /scenarios/1": [200, {}],
    });
    await saveScenario(api, 1, details);
    expect(requests.map(([operation]) => operation)).toEqual([
      "GET /scenarios/1/users",
      "POST /saved_scenarios",
      "PUT /scenarios/1",
    ]);
    expect(requests[1]![1]).toEqual({
      saved_scenario: { scenario_id: 1, title: "Coast", description: null, private: false },
    });
  });

  it("saving another user's scenario saves a copy", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [403, { errors: ["Not yours"] }],
      "GET /scenarios/1": [200, { id: 1, template: 3 }],
      "POST /scenarios": [200, { id: 2 }],
      "POST /saved_scenarios": [200, savedResponse(2)],
      "PUT /scenarios/2": [200, {}],
    });
    expect((await saveScenario(api, 1, details)).scenario_id).toBe(2);
    expect(requests.slice(2, 4)).toEqual([
      ["POST /scenarios", { scenario: { scenario_id: 1, source: "Etesian" } }],
      // Its sliders are reset to the same values as the sliders of the original.
      ["PUT /scenarios/2", { scenario: { preset_scenario_id: 3 } }],
    ]);
  });

  it("saving a scenario as private also makes the scenario itself private", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [200, []],
      "POST /saved_scenarios": [200, savedResponse(1)],
      "PUT /saved_scenarios/5": [200, savedResponse(1)],
      "PUT /scenarios/1": [200, {}],
    });
    await saveScenario(api, 1, { ...details, isPrivate: true });
    expect(requests.at(-1)).toEqual(["PUT /scenarios/1", { scenario: { private: true } }]);
  });

  it("saving a scenario fails without making a copy if the server cannot identify its owners", async () => {
    const { api, requests } = fakeApi({ "GET /scenarios/1/users": [500, { errors: ["Internal Server Error"] }] });
    await expect(saveScenario(api, 1, details)).rejects.toThrow("Internal Server Error");
    expect(requests.length).toBe(1);
  });
});

it("a new version is a copy, and the previous scenario does not change", async () => {
  const { api, requests } = fakeApi({
    "GET /scenarios/1": [200, { id: 1, template: null }],
    "POST /scenarios": [200, { id: 9 }],
    "PUT /scenarios/9": [200, {}],
    "PUT /saved_scenarios/5": [200, savedResponse(9, [1])],
    "GET /saved_scenarios/5": [200, savedResponse(9, [1])],
  });
  expect((await saveVersion(api, savedResponse(1), 1)).scenario_id).toBe(9);
  expect(requests.slice(2, 5)).toEqual([
    ["PUT /scenarios/9", { scenario: { preset_scenario_id: null } }],
    ["PUT /scenarios/9", { scenario: { title: "Coast" } }],
    ["PUT /saved_scenarios/5", { saved_scenario: { scenario_id: 9 } }],
  ]);
});

describe("a scenario's saved scenario", () => {
  const findSaved = (metadata: object, response: readonly [number, object]) =>
    findSavedScenarioOf(
      fakeApi({ "GET /scenarios/1": [200, { id: 1, metadata }], "GET /saved_scenarios/5": response }).api,
      1,
    );

  it("a scenario's saved scenario is found by its metadata, for its current and earlier versions", async () => {
    expect(await findSaved({ saved_scenario_id: 5 }, [200, savedResponse(1)])).toMatchObject({ id: 5 });
    expect(await findSaved({ saved_scenario_id: 5 }, [200, savedResponse(9, [1])])).toMatchObject({ id: 5 });
  });

  it("a scenario's saved scenario is null if the metadata was copied from another scenario, or the user may not see it", async () => {
    expect(await findSaved({ saved_scenario_id: 5 }, [200, savedResponse(9)])).toBe(null);
    expect(await findSaved({ saved_scenario_id: 5 }, [404, { errors: ["Not found"] }])).toBe(null);
    expect(await findSaved({}, [200, savedResponse(1)])).toBe(null);
  });
});
