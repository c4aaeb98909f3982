import { describe, expect, test } from "vitest";
import { calculation, type Compute, gateway } from "../gateway.fixture.ts";

describe("nodes", () => {
  const node = async (outcome: Awaited<ReturnType<Compute["getNode"]>>["outcome"]) => {
    const response = await (
      await gateway({ compute: { getNode: async () => ({ outcome, calculation }) } })
    ).inject("/api/v3/scenarios/1/nodes/wind");
    return [response.statusCode, response.json()];
  };

  test("figures of nodes are returned as compute reports them", async () => {
    expect(await node({ $case: "reportJson", value: '{"key":"wind"}' })).toEqual([200, { key: "wind" }]);
    expect(await node({ $case: "unknownNode", value: true })).toEqual([404, { errors: ["Not found"] }]);
    expect(await node({ $case: "failure", value: "no such carrier" })).toEqual([404, { errors: ["no such carrier"] }]);
  });

  test("figures requested with POST are returned regardless of the client's tag", async () => {
    const app = await gateway({
      compute: {
        download: async function* () {
          yield { part: { $case: "fileName", value: "stats" } };
          yield { part: { $case: "piece", value: Buffer.from('{"nodes":{}}') } };
        },
      },
    });
    const headers = { "if-none-match": "*" };
    const url = "/api/v3/scenarios/1/nodes/stats";
    const response = await app.inject({ method: "POST", url, headers, payload: { keys: { wind: null } } });
    expect([response.statusCode, response.headers.etag, response.body]).toEqual([200, undefined, '{"nodes":{}}']);
  });
});
