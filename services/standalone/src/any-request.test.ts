/** Whatever is sent, the answer is not a fault of ours, and what could not be done changed nothing. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "./test-server.ts";

let directory: string;
let server: TestServer;
let scenario: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-any-"));
  writeVillage(join(directory, "village"));
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
  const created = await fetch(`${server.url}/api/v3/scenarios`, { method: "POST" });
  scenario = `${server.url}/api/v3/scenarios/${((await created.json()) as { id: number }).id}`;
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const json = fc.jsonValue({ maxDepth: 3 });
const inputKey = fc.constantFrom(
  "heat_demand_per_year",
  "share_of_gas_boiler",
  "share_of_electric_heater",
  "settings_holiday",
  "settings_winter",
  "mill_output",
  "factory_output",
  "nope",
  "constructor",
  "toString",
  "1",
  "",
);
const inputValue = fc.oneof(json, fc.double(), fc.constantFrom("reset", "50", " 7e1 ", "cold", 0, 1, 100));
const userValues = fc.oneof(fc.dictionary(inputKey, inputValue, { maxKeys: 4 }), json);
const fields = fc.record(
  {
    user_values: userValues,
    metadata: json,
    title: json,
    source: json,
    private: json,
    keep_compatible: json,
    area_code: fc.oneof(fc.constant("village"), json),
    end_year: fc.oneof(fc.integer({ min: 2000, max: 2100 }), json),
    scenario_id: fc.oneof(fc.constant(1), json),
    preset_scenario_id: json,
    scale: fc.oneof(
      fc.record({ area_attribute: fc.constantFrom("number_of_inhabitants", "nope"), value: inputValue }),
      json,
    ),
    descale: json,
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 5, arbitrary: fc.record({ scenario: fc.oneof(fields, json) }, { requiredKeys: [] }) },
  { weight: 2, arbitrary: fields },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        scenario: fields,
        gqueries: fc.oneof(fc.array(fc.constantFrom("heat_demand", "gas_demand", "broken", "nope", "all_nodes")), json),
        reset: json,
        autobalance: json,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: json },
);

/** Bodies as JSON, sometimes cut off or no JSON at all. */
const payload = fc.oneof(
  { weight: 8, arbitrary: body.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.tuple(body, fc.nat(40)).map(([value, end]) => JSON.stringify(value).slice(0, end)) },
  { weight: 1, arbitrary: fc.string() },
);
const contentType = fc.constantFrom(
  "application/json",
  "application/json",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "text/plain",
  "application/json; charset=x",
);

async function read(): Promise<object> {
  return (await (await fetch(scenario)).json()) as object;
}

test("any update is done, or refused and without effect", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(payload, contentType, async (content, type) => {
      const before = await read();
      const answer = await fetch(scenario, { method: "PUT", headers: { "content-type": type }, body: content });
      const text = await answer.text();
      expect([answer.status < 500, text]).toEqual([true, text]);
      const after = answer.ok ? before : await read();
      expect(JSON.parse(text)).toHaveProperty(answer.ok ? "scenario" : "errors");
      expect(after).toEqual(before);
    }),
    { numRuns: 400 },
  );
});

test("any creation is done or refused", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(payload, contentType, async (content, type) => {
      const answer = await fetch(`${server.url}/api/v3/scenarios`, {
        method: "POST",
        headers: { "content-type": type },
        body: content,
      });
      const text = await answer.text();
      expect([answer.status < 500, text]).toEqual([true, text]);
      expect(JSON.parse(text)).toHaveProperty(answer.ok ? "id" : "errors");
    }),
    { numRuns: 400 },
  );
});

test("any path is answered", { timeout: 120_000 }, async () => {
  const part = fc.oneof(
    fc.constantFrom("scenarios", "inputs", "nodes", "areas", "gqueries", "1", "heat_demand_per_year", "gas_well"),
    fc.string().map(encodeURIComponent),
    fc.string(),
  );
  const path = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.string())
    .map(([parts, query]) => `${parts.join("/")}?${query}`);
  const method = fc.constantFrom("GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS");
  await fc.assert(
    fc.asyncProperty(method, path, async (method, path) => {
      const answer = await fetch(new URL(`api/v3/${path.replaceAll("\\", "")}`, `${server.url}/`), { method });
      const text = await answer.text();
      expect([answer.status < 500, text]).toEqual([true, text]);
    }),
    { numRuns: 400 },
  );
});
