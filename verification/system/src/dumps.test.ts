/** Scenarios dumped and loaded over HTTP. */
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

async function ask(method: string, path: string, body?: unknown, bearer: string | null = token) {
  const answer = await fetch(`${server.url}/api/v3${path}`, {
    method,
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text === "" ? null : safely(text) };
}
const idOf = ({ json }: { readonly json: unknown }): number => (json as { readonly id: number }).id;
const safely = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const SUPPLY = ["energy_hydrogen_storage_salt_cavern"];
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text !== "__proto__");
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
/** Without names that reach an object's prototype, because bodies with them are refused. */
const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => !/__proto__|prototype/.test(JSON.stringify(value)));
const values = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });

/** Any dump of the starter model, with all its possible parts. */
const dump = fc.record({
  area_code: fc.constant("nl"),
  end_year: fc.integer({ min: 2024, max: 9999 }),
  source: fc.option(fc.string({ maxLength: 50 })),
  private: fc.boolean(),
  keep_compatible: fc.boolean(),
  read_only: fc.boolean(),
  metadata: values(json).map((json) => JSON.parse(JSON.stringify(json)) as object),
  user_values: values(fc.oneof(number, fc.string({ maxLength: 20 }))),
  balanced_values: values(number),
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
    fc.asyncProperty(dump, async (written) => {
      const loaded = await ask("POST", "/scenarios/load_dump", written);
      expect([loaded.status, loaded.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
      const id = idOf(loaded);
      const first = (await ask("GET", `/scenarios/${id}/dump`)).json as typeof written;
      const { user_sortables: orders, ...others } = first;
      const { user_sortables: _, ...expected } = written;
      expect(others).toEqual(expected);
      // Orders are dumped completely.
      expect(Object.keys(orders)).toEqual(Object.keys(written.user_sortables));
      const again = idOf(await ask("POST", "/scenarios/load_dump", first));
      expect((await ask("GET", `/scenarios/${again}/dump`)).json).toEqual(first);
    }),
    { numRuns: RUNS },
  );
});

test("a scenario created step by step is restored completely, with the same results", async () => {
  const id = idOf(await ask("POST", "/scenarios", { scenario: { end_year: 2040, metadata: { title: "M" } } }));
  const wind = "capacity_of_energy_power_wind_turbine_offshore";
  await ask("PUT", `/scenarios/${id}`, {
    scenario: { user_values: { [wind]: 20_000, transport_car_using_electricity_share: 80 } },
  });
  await ask("PUT", `/scenarios/${id}/user_sortables/hydrogen_supply`, { order: SUPPLY });
  const curve = new FormData();
  curve.append("file", new File(["0.4\n".repeat(8760)], "wind.csv"));
  expect((await ask("PUT", `/scenarios/${id}/custom_curves/weather/wind_inland_baseline`, curve)).status).toBe(200);
  const file = new FormData();
  file.append("file", new File(['<?xml version="1.0"?>\n<esdl:EnergySystem/>'], "town.esdl"));
  expect((await ask("PUT", `/scenarios/${id}/esdl_file`, file)).status).toBe(202);
  const { text } = await ask("POST", "/scenarios/export", { ids: [id, 999_999] });
  const lines = text.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  const exported = JSON.parse(lines[0]!) as { readonly id: number };
  expect(exported).toEqual({ id, ...((await ask("GET", `/scenarios/${id}/dump`)).json as object) });
  const copy = idOf(await ask("POST", "/scenarios/load_dump", exported));
  expect((await ask("GET", `/scenarios/${copy}/custom_curves`)).json).toMatchObject([
    { key: "weather/wind_inland_baseline", stats: { full_load_hours: 3504 } },
  ]);
  expect({ ...((await ask("GET", `/scenarios/${copy}/dump`)).json as object), id }).toEqual(exported);
  const gqueries = { gqueries: ["direct_emissions_total_ghg_excl_bunkers"] };
  const results = async (of: number) =>
    ((await ask("PUT", `/scenarios/${of}`, gqueries)).json as { readonly gqueries: object }).gqueries;
  expect(await results(copy)).toEqual(await results(id));
});

test("only admins load dumps", async () => {
  const refused = { errors: ["You must be authenticated to load dumps"] };
  const dumped = { area_code: "nl", end_year: 2050 };
  const other = await server.token("somebody@example.org");
  for (const shown of [null, other]) {
    const { status, json } = await ask("POST", "/scenarios/load_dump", dumped, shown);
    expect([status, json]).toEqual([403, refused]);
  }
  expect((await ask("POST", "/scenarios/load_dump", dumped)).status).toBe(200);
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
])("the dump %j is refused", async (dumped, status, words) => {
  const answer = await ask("POST", "/scenarios/load_dump", dumped);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)]);
});
