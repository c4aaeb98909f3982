/** Tests dumping and loading scenarios over HTTP. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { operatorCause, openAccounts } from "@etesian/accounts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const RUNS = 25;
const ADMIN = "admin@example.org";

let data: string;
let server: TestServer;
let token: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-dumps-"));
  server = await startForTest({ model: resolve(import.meta.dirname, "../../../models/starter"), data });
  token = await server.token(ADMIN);
  const { accounts, close } = await openAccounts({ data, store: null, keys: null });
  await accounts.setAdmin(await accounts.getByEmail(ADMIN), true, operatorCause());
  await close();
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown, bearer: string | null = token) {
  const response = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? null : parseSafely(text) };
}
const idOf = ({ json }: { readonly json: unknown }): number => (json as { readonly id: number }).id;
const parseSafely = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const SUPPLY = ["energy_hydrogen_storage_salt_cavern"];
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== "__proto__");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
/** Excludes names that reach an object's prototype, because bodies with them are refused. */
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !/__proto__|prototype/.test(JSON.stringify(value)));
const valuesOf = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

/** Any dump of the starter model, with all its possible parts. */
const dump = fc.record({
  area_code: fc.constant("nl"),
  end_year: fc.integer({ min: 2024, max: 9999 }),
  source: fc.option(fc.string({ maxLength: 50 })),
  private: fc.boolean(),
  keep_compatible: fc.boolean(),
  read_only: fc.boolean(),
  metadata: valuesOf(json).map((json) => JSON.parse(JSON.stringify(json)) as object),
  user_values: valuesOf(fc.oneof(number, fc.string({ maxLength: 20 }))),
  balanced_values: valuesOf(number),
  active_couplings: fc.uniqueArray(name, { maxLength: 3 }),
  scaling: fc.option(
    fc.record({
      area_attribute: fc.constantFrom("number_of_inhabitants", "present_number_of_residences"),
      value: fc.integer({ min: 1, max: 1_000_000 }),
      base_value: fc.integer({ min: 1, max: 20_000_000 }),
      has_agriculture: fc.boolean(),
      has_industry: fc.boolean(),
      has_energy: fc.boolean(),
    }),
  ),
  user_sortables: fc.constantFrom({}, { HydrogenSupplyOrder: { order: SUPPLY } }),
  user_curves: fc.constant({}),
  esdl_file: fc.option(
    fc.record({
      filename: fc.string({ minLength: 1, maxLength: 20 }),
      content: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    }),
  ),
});

test("loading a dump and dumping the scenario again returns the same dump", async () => {
  await fc.assert(
    fc.asyncProperty(dump, async (scenario) => {
      const loadResponse = await send("POST", "/scenarios/load_dump", scenario);
      expect([loadResponse.status, loadResponse.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
      const id = idOf(loadResponse);
      const first = (await send("GET", `/scenarios/${id}/dump`)).json as typeof scenario;
      const { user_sortables: orders, ...otherFields } = first;
      const { user_sortables: _, ...expected } = scenario;
      expect(otherFields).toEqual(expected);
      // Orders are dumped completely.
      expect(Object.keys(orders)).toEqual(Object.keys(scenario.user_sortables));
      const secondId = idOf(await send("POST", "/scenarios/load_dump", first));
      expect((await send("GET", `/scenarios/${secondId}/dump`)).json).toEqual(first);
    }),
    { numRuns: RUNS },
  );
});

test("a scenario created step by step is restored completely, with the same results", async () => {
  const id = idOf(await send("POST", "/scenarios", { scenario: { end_year: 2040, metadata: { title: "M" } } }));
  const wind = "capacity_of_energy_power_wind_turbine_offshore";
  await send("PUT", `/scenarios/${id}`, {
    scenario: { user_values: { [wind]: 20_000, transport_car_using_electricity_share: 80 } },
  });
  await send("PUT", `/scenarios/${id}/user_sortables/hydrogen_supply`, { order: SUPPLY });
  const curve = new FormData();
  curve.append("file", new File(["0.4\n".repeat(8760)], "wind.csv"));
  expect((await send("PUT", `/scenarios/${id}/custom_curves/weather/wind_inland_baseline`, curve)).status).toBe(200);
  const file = new FormData();
  file.append("file", new File(['<?xml version="1.0"?>\n<esdl:EnergySystem/>'], "town.esdl"));
  expect((await send("PUT", `/scenarios/${id}/esdl_file`, file)).status).toBe(202);
  const { text } = await send("POST", "/scenarios/export", { ids: [id, 999_999] });
  const lines = text.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  const exportedDump = JSON.parse(lines[0]!) as { readonly id: number };
  expect(exportedDump).toEqual({ id, ...((await send("GET", `/scenarios/${id}/dump`)).json as object) });
  const copy = idOf(await send("POST", "/scenarios/load_dump", exportedDump));
  expect((await send("GET", `/scenarios/${copy}/custom_curves`)).json).toMatchObject([
    { key: "weather/wind_inland_baseline", stats: { full_load_hours: 3504 } },
  ]);
  expect({ ...((await send("GET", `/scenarios/${copy}/dump`)).json as object), id }).toEqual(exportedDump);
  const gqueries = { gqueries: ["direct_emissions_total_ghg_excl_bunkers"] };
  const results = async (scenarioId: number) =>
    ((await send("PUT", `/scenarios/${scenarioId}`, gqueries)).json as { readonly gqueries: object }).gqueries;
  expect(await results(copy)).toEqual(await results(id));
});

test("only admins can load dumps", async () => {
  const refusal = { errors: ["You must be authenticated to load dumps"] };
  const minimalDump = { area_code: "nl", end_year: 2050 };
  const otherToken = await server.token("somebody@example.org");
  for (const credential of [null, otherToken]) {
    const { status, json } = await send("POST", "/scenarios/load_dump", minimalDump, credential);
    expect([status, json]).toEqual([403, refusal]);
  }
  expect((await send("POST", "/scenarios/load_dump", minimalDump)).status).toBe(200);
});

test.each([
  [{ end_year: 2050 }, 400, "area_code"],
  [{ area_code: "atlantis", end_year: 2050 }, 422, "is unknown or not supported"],
  [{ area_code: "nl", end_year: 1900 }, 422, "must be greater than"],
  [
    { area_code: "nl", end_year: 2050, user_sortables: { HydrogenSupplyOrder: { order: ["x"] } } },
    422,
    "unknown options: x",
  ],
  [{ area_code: "nl", end_year: 2050, user_values: { a: true } }, 400, "a: expected a number or text"],
])("the dump %j is refused", async (invalidDump, status, words) => {
  const response = await send("POST", "/scenarios/load_dump", invalidDump);
  expect([response.status, response.text]).toEqual([status, expect.stringContaining(words)]);
});
