/** Finds the existing IDs and keys of a server. */
import type { Client } from "../http/client.ts";
import type { OpenApi } from "../http/openapi.ts";
import type { ExistingValues } from "./requests.ts";

/** Maximum number of values per name. */
const MAX_VALUES = 60;
const sample = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, index) => index % Math.max(1, Math.floor(all.length / MAX_VALUES)) === 0).slice(0, MAX_VALUES);

/** The OpenAPI document, and the existing IDs and keys by the names that it uses. */
export async function surveyServer(
  client: Client,
  token: string,
): Promise<{ readonly document: OpenApi; readonly existingValues: ExistingValues }> {
  const document = await client.get<OpenApi>("/docs/json");
  const ids = [await createScenario(client), await createScenario(client), await createScenario(client)];
  const api = `/api/v3/scenarios/${ids[0]}`;
  const areas = (await client.get<{ area: string }[]>("/api/v3/areas")).map(({ area }) => area);
  const gqueries = sample((await client.get<{ key: string }[]>("/api/v3/gqueries")).map(({ key }) => key));
  const inputs = sample(Object.keys(await client.get<object>(`${api}/inputs`)));
  const { nodes } = await client.get<{ nodes: { key: string }[] }>(`${api}/nodes/topology`);
  const keys = sample(nodes.map(({ key }) => key));
  const existingValues = {
    token: [token],
    id: [...ids, ...ids, ...ids, ...ids, 0, 999_999, "x", "-1", "4294967296"],
    ids: [ids.join(), ...ids, "0,999999", "1,,x"],
    scenario_id: ids,
    scenario_ids: ids,
    start_scenario_id: ids,
    preset_scenario_id: ids,
    saved_scenario_ids: ids,
    scenarios: ids,
    end_year: [2030, 2040, 2050, 2060, 9999],
    end_years: [2030, 2040, 2050, 9999],
    // Versions of scenarios that change constantly.
    at: [1, 2, 3, 10, 0, 999_999],
    version: [1, 2, 3, 10, 0, 999_999],
    groups: ["mill", "industry", "x"],
    "last-event-id": ["1", "2", "999999", "x"],
    area_code: areas,
    gqueries: [...gqueries, "nope"],
    inputs,
    key: [...inputs, ...keys],
    keys,
    curve_key: ["sun", "power_price", "bakery", "interconnector_1_price", "weather/wind_inland_baseline"],
    type: ["heat_network", "forecast_storage", "hydrogen_supply", "hydrogen_demand", "space_heating", "x"],
  };
  return { document, existingValues };
}

async function createScenario(client: Client): Promise<number> {
  const headers = { "content-type": "application/json" };
  const { body } = await client.send({ method: "POST", path: "/api/v3/scenarios", headers, body: "{}" });
  return (JSON.parse(body) as { readonly id: number }).id;
}
