import { connect } from "@etesian/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { savedOf, saveScenario, saveVersion, type SavedScenario } from "./saved-scenarios.ts";

afterEach(() => vi.unstubAllGlobals());

type Answers = Readonly<Record<string, readonly [status: number, body: object]>>;

/** A fake API that answers by method and path, and records its requests. */
function fakeApi(answers: Answers) {
  const requests: (readonly [operation: string, body: unknown])[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const operation = `${request.method} ${new URL(request.url).pathname.replace("/api/v3", "")}`;
    const text = await request.text();
    requests.push([operation, text === "" ? null : JSON.parse(text)]);
    const [status, body] = answers[operation] ?? [404, { errors: ["Not found"] }];
    return Response.json(body, { status });
  });
  return { api: connect({ url: "http://etesian.test" }), requests };
}

const details = { title: "Coast", description: "", isPrivate: false };
const saved = (scenario: number, history: readonly number[] = []) =>
  ({ id: 5, scenario_id: scenario, scenario_id_history: history, title: "Coast" }) as unknown as SavedScenario;

describe("saving a scenario", () => {
  it("saving a scenario of the user's own saves it unchanged", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [200, []],
      "POST /saved_scenarios": [200, saved(1)],
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

  it("saving a scenario of another user saves a copy", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [403, { errors: ["Not yours"] }],
      "GET /scenarios/1": [200, { id: 1, template: 3 }],
      "POST /scenarios": [200, { id: 2 }],
      "POST /saved_scenarios": [200, saved(2)],
      "PUT /scenarios/2": [200, {}],
    });
    expect((await saveScenario(api, 1, details)).scenario_id).toBe(2);
    expect(requests.slice(2, 4)).toEqual([
      ["POST /scenarios", { scenario: { scenario_id: 1, source: "Etesian" } }],
      // Its sliders are reset to the same values as the sliders of the original.
      ["PUT /scenarios/2", { scenario: { preset_scenario_id: 3 } }],
    ]);
  });

  it("saving a scenario as private makes the scenario private, too", async () => {
    const { api, requests } = fakeApi({
      "GET /scenarios/1/users": [200, []],
      "POST /saved_scenarios": [200, saved(1)],
      "PUT /saved_scenarios/5": [200, saved(1)],
      "PUT /scenarios/1": [200, {}],
    });
    await saveScenario(api, 1, { ...details, isPrivate: true });
    expect(requests.at(-1)).toEqual(["PUT /scenarios/1", { scenario: { private: true } }]);
  });

  it("saving a scenario raises a failure, and makes no copy", async () => {
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
    "PUT /saved_scenarios/5": [200, saved(9, [1])],
    "GET /saved_scenarios/5": [200, saved(9, [1])],
  });
  expect((await saveVersion(api, saved(1), 1)).scenario_id).toBe(9);
  expect(requests.slice(2, 5)).toEqual([
    ["PUT /scenarios/9", { scenario: { preset_scenario_id: null } }],
    ["PUT /scenarios/9", { scenario: { title: "Coast" } }],
    ["PUT /saved_scenarios/5", { saved_scenario: { scenario_id: 9 } }],
  ]);
});

describe("the saved scenario of a scenario", () => {
  const of = (metadata: object, answer: readonly [number, object]) =>
    savedOf(fakeApi({ "GET /scenarios/1": [200, { id: 1, metadata }], "GET /saved_scenarios/5": answer }).api, 1);

  it("the saved scenario of a scenario is named in its metadata, as its current or an earlier version", async () => {
    expect(await of({ saved_scenario_id: 5 }, [200, saved(1)])).toMatchObject({ id: 5 });
    expect(await of({ saved_scenario_id: 5 }, [200, saved(9, [1])])).toMatchObject({ id: 5 });
  });

  it("the saved scenario of a scenario does not exist if the name was copied from another scenario, or the user may not see it", async () => {
    expect(await of({ saved_scenario_id: 5 }, [200, saved(9)])).toBe(null);
    expect(await of({ saved_scenario_id: 5 }, [404, { errors: ["Not found"] }])).toBe(null);
    expect(await of({}, [200, saved(1)])).toBe(null);
  });
});
