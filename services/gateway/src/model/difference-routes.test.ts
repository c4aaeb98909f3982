import { createMetrics } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway, keptLog, newGateway } from "../gateway.fixture.ts";

const url = "/api/v3/model/differences";
const example = { key: "q", client: 1, service: 2 };
const report = { recipe_hash: "0".repeat(64), engine: "1".repeat(64), differences: 3 };

describe("numbers that a client calculated otherwise", () => {
  test("reported differences are counted, and logged with their recipe where it was sent", async () => {
    const metrics = createMetrics();
    const { log, written } = keptLog("warn");
    const app = await newGateway({}, { metrics, log });
    for (const recipe of [undefined, { user_values: { a_slider: 5 } }]) {
      const { statusCode } = await app.inject({ method: "POST", url, payload: { ...report, recipe } });
      expect([statusCode, written().includes("a_slider")]).toEqual([204, recipe !== undefined]);
    }
    expect(await metrics.getSingleMetric("client_differences_total")!.get()).toMatchObject({ values: [{ value: 6 }] });
    expect(written()).toContain(report.recipe_hash);
  });

  test.each([
    ["no hash", { ...report, engine: "newest" }],
    ["no number of differences", { ...report, differences: 0 }],
    ["more examples than are read", { ...report, examples: Array.from({ length: 21 }, () => example) }],
    ["a long text", { ...report, agent: "x".repeat(301) }],
  ])("are refused with %s", async (_what, payload) => {
    const { statusCode } = await (await gateway()).inject({ method: "POST", url, payload });
    expect(statusCode).toBe(400);
  });

  test("reports from an address that repeats them are refused, independent of the limit of all requests", async () => {
    const app = await newGateway({}, { rateLimit: 0 });
    const statuses = [];
    for (let sent = 0; sent < 22; sent++) {
      statuses.push((await app.inject({ method: "POST", url, payload: report })).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429, 429]);
    expect((await app.inject("/api/v3/scenarios/1")).headers["x-ratelimit-limit"]).toBeUndefined();
  });
});
