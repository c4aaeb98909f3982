import type { ChangeCouplingsRequest } from "@etesian/contracts/scenarios";
import { expect, test } from "vitest";
import { scenarioOutcome, gateway, rejectionOutcome, scenario } from "../gateway.fixture.ts";

async function post(action: string, payload?: object) {
  const requests: ChangeCouplingsRequest[] = [];
  const app = await gateway({
    scenarios: {
      changeCouplings: async (request) => {
        requests.push(request);
        return request.activate.includes("nope")
          ? rejectionOutcome({ attribute: "coupling_groups", message: "invalid coupling" })
          : scenarioOutcome(scenario({ inactiveCouplings: ["waste_chp"] }));
      },
    },
  });
  const url = `/api/v3/scenarios/1/${action}`;
  const response = await app.inject({ method: "POST", url, ...(payload === undefined ? {} : { payload }) });
  return { response, request: requests[0] };
}

test.each<[action: string, payload: object | undefined, request: Omit<ChangeCouplingsRequest, "id">]>([
  ["couple", { groups: ["chp"] }, { activate: ["chp"], deactivate: [], force: false }],
  ["couple", { groups: [] }, { activate: [], deactivate: [], force: false }],
  ["uncouple", { groups: ["chp"] }, { activate: [], deactivate: ["chp"], force: false }],
  ["uncouple", { groups: ["chp"], force: "1" }, { activate: [], deactivate: ["chp"], force: true }],
  ["uncouple", { force: true }, { activate: [], deactivate: [], force: true }],
  ["uncouple", { groups: "chp" }, { activate: [], deactivate: ["chp"], force: false }],
  ["uncouple", { groups: [5] }, { activate: [], deactivate: ["5"], force: false }],
])("%s %j calls the service", async (action, payload, expected) => {
  const { response, request } = await post(action, payload);
  expect([response.statusCode, request]).toEqual([200, { id: 1, ...expected }]);
});

test("the response has the scenario in both places where clients look for it", async () => {
  const { response } = await post("couple", { groups: ["chp"] });
  const { scenario, ...flat } = response.json<{ readonly scenario: object }>();
  expect(flat).toEqual(scenario);
  expect(flat).toMatchObject({ active_couplings: ["chp"], inactive_couplings: ["waste_chp"] });
  expect(flat).not.toHaveProperty("preset_scenario_id");
  expect(response.headers["etag"]).toBe('"3"');
});

test.each([
  ["couple", {}, { errors: { groups: ["can't be blank"] } }],
  ["couple", { force: true }, { errors: { groups: ["can't be blank"] } }],
  ["couple", { groups: ["nope"] }, { errors: { coupling_groups: ["invalid coupling"] } }],
  ["uncouple", undefined, { errors: { groups: ["can't be blank"] } }],
  ["uncouple", { groups: {}, force: "f" }, { errors: { groups: ["can't be blank"] } }],
  ["uncouple", { force: "maybe" }, { errors: { force: ["must be boolean"] } }],
])("%s %j is refused", async (action, payload, body) => {
  const { response } = await post(action, payload);
  expect([response.statusCode, response.json()]).toEqual([422, body]);
});
