import { createMetrics } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway, captureLog, newGateway } from "../gateway.fixture.ts";

const url = "/api/v3/model/differences";
const example = { key: "q", client: 1, service: 2 };
const report = { recipe_hash: "0".repeat(64), engine: "1".repeat(64), differences: 3 };

describe("reported differences of client results", () => {
  test("reported differences are counted, and logged without free text", async () => {
    const metrics = createMetrics();
    const { log, text: readLog } = captureLog("trace");
    const gqueries = [{ key: "heat_demand", unit: "PJ", description: undefined, labels: [] }];
    const app = await newGateway({ compute: { listGqueries: async () => ({ gqueries }) } }, { metrics, log });
    const payload = {
      ...report,
      agent: "Mozilla/5.0 (zq-secret) Gecko/20100101 Firefox/140.0 zq-secret/1",
      examples: [
        { ...example, key: "heat_demand" },
        { ...example, key: "zq-secret" },
      ],
      recipe: { "zq-secret": 1, user_values: { wind: "zq-secret" } },
      "zq-secret": 1,
    };
    expect((await app.inject({ method: "POST", url, payload })).statusCode).toBe(204);
    expect(await metrics.getSingleMetric("client_differences_total")!.get()).toMatchObject({ values: [{ value: 3 }] });
    expect(readLog()).not.toContain("zq-secret");
    const lines = readLog().trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object).find((line) => "report" in line)).toMatchObject({
      report: {
        recipe: report.recipe_hash,
        engine: report.engine,
        differences: 3,
        browser: ["Firefox/140"],
        examples: [{ key: "heat_demand", client: 1, service: 2 }],
        unknownKeys: 1,
      },
    });
  });

  test.each([
    ["an invalid hash", { ...report, engine: "newest" }],
    ["no differences", { ...report, differences: 0 }],
    ["too many examples", { ...report, examples: Array.from({ length: 21 }, () => example) }],
    ["a long text", { ...report, agent: "x".repeat(301) }],
  ])("a report with %s is refused", async (_description, payload) => {
    const { statusCode } = await (await gateway()).inject({ method: "POST", url, payload });
    expect(statusCode).toBe(400);
  });

  test("repeated reports from one address are refused, independently of the general rate limit", async () => {
    const app = await newGateway({}, { rateLimit: 0 });
    const statuses = [];
    for (let count = 0; count < 22; count++) {
      statuses.push((await app.inject({ method: "POST", url, payload: report })).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(204), 429, 429]);
    expect((await app.inject("/api/v3/scenarios/1")).headers["x-ratelimit-limit"]).toBeUndefined();
  });
});
