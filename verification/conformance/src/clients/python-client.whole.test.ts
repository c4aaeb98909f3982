/**
 * Sends the calls of the existing model's Python client (`pyetm` 2.0.2) in the order of a session, and checks the
 * fields that it reads from each response. A script that changes only the base URL works.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { type Session, sessionOf } from "./session.ts";

let data: string;
let server: TestServer;
let session: Session;
let id: number;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-python-"));
  server = await startForTest({ model: resolve(import.meta.dirname, "../../../../models/starter"), data });
  session = sessionOf(server, await server.token("somebody@example.org"));
  id = await createScenario({ area_code: "nl", end_year: 2050 });
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const createScenario = async (scenario: object): Promise<number> =>
  (await session.request("POST", "/scenarios", { scenario })).json["id"] as number;

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const QUERY = "direct_emissions_total_ghg_excl_bunkers";

describe("a session", () => {
  test("a session is created with its scenario settings", async () => {
    const scenario = {
      area_code: "nl",
      end_year: 2040,
      private: true,
      source: "pyetm",
      metadata: { note: "a" },
      title: "Mine",
      keep_compatible: true,
    };
    const { json } = await session.request("POST", "/scenarios", { scenario });
    const { metadata, ...fields } = scenario;
    expect(json).toMatchObject({ ...fields, metadata: { ...metadata, title: "Mine" }, id: expect.any(Number) });
  });

  test("a session is created from a template by the template's ID alone", async () => {
    const template = await createScenario({ area_code: "nl", end_year: 2035, user_values: { [WIND]: 9_000 } });
    const { json } = await session.request("POST", "/scenarios", { scenario: { preset_scenario_id: template } });
    expect(json).toMatchObject({ area_code: "nl", end_year: 2035, template, user_values: { [WIND]: 9_000 } });
  });

  test("a loaded session finds every field that it reads", async () => {
    const { json } = await session.request("GET", `/scenarios/${id}`);
    const readFields =
      "id created_at updated_at end_year keep_compatible private area_code source metadata title start_year scaling " +
      "preset_scenario_id url active_couplings inactive_couplings";
    expect(readFields.split(" ").filter((field) => !(field in json))).toEqual([]);
  });

  test("a session reads inputs, with bounds for all except switches and enums", async () => {
    const { json } = await session.request("GET", `/scenarios/${id}/inputs?defaults=original`);
    const inputs = Object.entries(json as { readonly [key: string]: { readonly [field: string]: unknown } });
    expect(inputs.length).toBeGreaterThan(50);
    const incompleteInputs = inputs.filter(([, { unit, min, max, permitted_values: names }]) =>
      unit === "enum" ? !Array.isArray(names) : unit !== "bool" && (typeof min !== "number" || typeof max !== "number"),
    );
    expect(incompleteInputs).toEqual([]);
  });

  test("a session sets inputs, with switches as true and false, and resets them", async () => {
    const { json } = await session.request("GET", `/scenarios/${id}/inputs`);
    const inputs = Object.entries(
      json as { readonly [key: string]: { readonly unit: string; readonly disabled: boolean } },
    );
    const [onOff] = inputs.find(([, { unit, disabled }]) => unit === "bool" && !disabled)!;
    await session.request("PUT", `/scenarios/${id}`, { scenario: { user_values: { [WIND]: 20, [onOff]: true } } });
    expect((await session.request("GET", `/scenarios/${id}`)).json).toMatchObject({
      user_values: { [WIND]: 20, [onOff]: 1 },
    });
    await session.request("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { [WIND]: "reset", [onOff]: "reset" } },
    });
    expect((await session.request("GET", `/scenarios/${id}`)).json["user_values"]).toEqual({});
  });

  test("a session reads, sets and resets orders", async () => {
    const path = `/scenarios/${id}/user_sortables`;
    const orders = (await session.request("GET", path)).json;
    expect(Object.keys(orders).toSorted()).toEqual([
      "forecast_storage",
      "heat_network",
      "hydrogen_demand",
      "hydrogen_supply",
      "space_heating",
    ]);
    expect(Object.keys(orders["heat_network"] as object)).toEqual(["lt", "mt", "ht"]);
    for (const kind of ["forecast_storage", "hydrogen_supply", "heat_network?subtype=mt"]) {
      const { order } = (await session.request("PUT", `${path}/${kind}`, { order: [] })).json as {
        order: readonly string[];
      };
      await session.request("PUT", `${path}/${kind}`, { order: order.toReversed() });
      expect((await session.request("GET", `${path}/${kind}`)).json).toEqual({ order: order.toReversed() });
      await session.request("PUT", `${path}/${kind}`, { order: [] });
    }
    expect((await session.request("GET", path)).json).toEqual(orders);
  });

  test("a session downloads hourly tables by their previous names, with times in the first column", async () => {
    const names =
      "merit_order heat_network hydrogen network_gas electricity_price agriculture_heat household_heat buildings_heat residual_load hydrogen_integral_cost";
    for (const name of names.split(" ")) {
      const { type, text } = await session.request("GET", `/scenarios/${id}/curves/${name}.csv`, undefined, {
        accept: "text/csv",
      });
      expect([name, type, text.slice(0, 5)]).toEqual([name, "text/csv", "Time,"]);
    }
  });

  test("a session downloads annual tables without a suffix, and gets 404 for a removed one", async () => {
    const names =
      "energy_flow energy_flow_present molecule_flow sankey storage_parameters costs_parameters electricity_capacities";
    for (const name of names.split(" ")) {
      const { type } = await session.request("GET", `/scenarios/${id}/${name}`, undefined, { accept: "text/csv" });
      expect([name, type]).toEqual([name, "text/csv"]);
    }
    const { status } = await session.attempt("GET", `/scenarios/${id}/production_parameters`, undefined, {
      accept: "text/csv",
    });
    expect(status).toBe(404);
  });

  test("a session requests queries, and retries without the one that the refusal names", async () => {
    const refusal = await session.attempt("PUT", `/scenarios/${id}`, { gqueries: [QUERY, "no_such_query"] });
    expect(refusal.status).toBe(422);
    const [, unknownQuery] = /Gquery (\S+) does not exist/.exec(refusal.text)!;
    expect(unknownQuery).toBe("no_such_query");
    const { json } = await session.request("PUT", `/scenarios/${id}`, { gqueries: [QUERY] });
    expect(json["gqueries"]).toEqual({
      [QUERY]: { present: expect.any(Number), future: expect.any(Number), unit: "MT" },
    });
  });

  test("a session couples and uncouples, and finds the active groups at the top of the response", async () => {
    for (const [path, body] of [
      ["couple", { groups: [] }],
      ["uncouple", { groups: [], force: true }],
    ] as const) {
      const { json } = await session.request("POST", `/scenarios/${id}/${path}`, body);
      expect(json).toMatchObject({ active_couplings: [], inactive_couplings: [] });
    }
  });

  test("a session shares a scenario by email, changes the role, and removes it", async () => {
    const path = `/scenarios/${id}/users`;
    const user = (role: string) => ({ scenario_users: [{ user_email: "friend@example.org", role }] });
    await session.request("POST", path, user("scenario_viewer"));
    await session.request("PUT", path, user("scenario_collaborator"));
    const { text } = await session.request("GET", path);
    expect(JSON.parse(text)).toMatchObject([{}, { user_email: "friend@example.org", role: "scenario_collaborator" }]);
    await session.request("DELETE", path, user("scenario_collaborator"));
  });

  test("a session changes metadata and flags; fields that cannot change are ignored", async () => {
    const scenario = {
      private: false,
      title: "New",
      keep_compatible: true,
      source: "pyetm",
      end_year: 2030,
      area_code: "x",
    };
    await session.request("PUT", `/scenarios/${id}`, { scenario: { ...scenario, metadata: { a: 1 } } });
    expect((await session.request("GET", `/scenarios/${id}`)).json).toMatchObject({
      private: false,
      title: "New",
      keep_compatible: true,
      source: "pyetm",
      end_year: 2050,
      area_code: "nl",
      metadata: { a: 1 },
    });
  });

  test("a session is copied, and the copy drops the link to its template", async () => {
    const copy = await createScenario({ scenario_id: id });
    await session.request("PUT", `/scenarios/${copy}`, { scenario: { preset_scenario_id: null } });
    expect((await session.request("GET", `/scenarios/${copy}`)).json).toMatchObject({ template: null });
  });

  test("a session is interpolated between several scenarios", async () => {
    const [earlier, later] = [await createScenario({ end_year: 2030 }), await createScenario({ end_year: 2060 })];
    const body = { scenario_ids: [earlier, later], end_years: [2040, 2050] };
    const { text } = await session.request("POST", "/scenarios/interpolate", body);
    expect(JSON.parse(text)).toMatchObject([{ end_year: 2040 }, { end_year: 2050 }]);
  });

  test("a session lists page after page until one is empty", async () => {
    const listedIds: number[] = [];
    for (let page = 1; ; page++) {
      const { data } = (await session.request("GET", `/scenarios?page=${page}&per_page=10`)).json as {
        data: { id: number }[];
      };
      if (data.length === 0) break;
      listedIds.push(...data.map((one) => one.id));
    }
    expect(listedIds).toContain(id);
    expect(new Set(listedIds).size).toBe(listedIds.length);
  });

  test("a session is deleted with an empty response", async () => {
    const { text } = await session.request("DELETE", `/scenarios/${await createScenario({ end_year: 2050 })}`, {});
    expect(text).toBe("");
  });
});

describe("custom curves", () => {
  const HOURS = 8_760;
  /** Files as the client writes them: without a newline after the last value, and with the key's slash in the name. */
  function fileOf(key: string, values: readonly number[]): FormData {
    const form = new FormData();
    form.append("file", new Blob([values.join("\n")], { type: "application/octet-stream" }), `${key}.csv`);
    return form;
  }
  const list = async () =>
    JSON.parse(
      (await session.request("GET", `/scenarios/${id}/custom_curves?include_internal=true`)).text,
    ) as readonly {
      readonly key: string;
      readonly type: string;
    }[];

  test.each([
    ["interconnector_1_price", "price", (hour: number) => 30 + (hour % 24)],
    ["weather/wind_offshore_baseline", "capacity_profile", (hour: number) => (hour % 5) / 5],
  ] as const)("%s is uploaded, listed, read back and removed", async (key, type, value) => {
    const values = Array.from({ length: HOURS }, (_, hour) => value(hour));
    const path = `/scenarios/${id}/custom_curves/${key}`;
    await session.request("PUT", path, fileOf(key, values));
    expect(await list()).toMatchObject([{ key, type }]);
    const { type: kind, text } = await session.request("GET", `${path}.csv`, undefined, { accept: "text/csv" });
    expect([kind, text.trimEnd().split("\n").map(Number)]).toEqual(["text/csv", values]);
    expect((await session.request("DELETE", path)).text).toBe("");
    expect(await list()).toEqual([]);
  });

  test("an invalid file is refused with a message that the client shows", async () => {
    const { status, json } = await session.attempt(
      "PUT",
      `/scenarios/${id}/custom_curves/interconnector_1_price`,
      fileOf("interconnector_1_price", [1, 2, 3]),
    );
    expect([status, json]).toEqual([422, expect.objectContaining({ errors: [expect.stringContaining("8760")] })]);
  });
});

describe("a saved scenario", () => {
  const fields = { title: "Mine", private: false, version: "127" };
  const save = async (scenarioId: number) =>
    (await session.request("POST", "/saved_scenarios", { saved_scenario: { scenario_id: scenarioId, ...fields } }))
      .json;
  const READ_FIELDS = "id scenario_id title private created_at updated_at scenario".split(" ");

  test("a saved scenario is created from a session, with an unknown version, and loaded", async () => {
    const savedScenario = await save(id);
    expect(READ_FIELDS.filter((field) => !(field in savedScenario))).toEqual([]);
    expect(savedScenario).toMatchObject({ scenario_id: id, title: "Mine", private: false, scenario: { id } });
    const { json } = await session.request("GET", `/saved_scenarios/${savedScenario["id"] as number}`);
    expect(READ_FIELDS.filter((field) => !(field in json))).toEqual([]);
    expect(json["errors"] ?? []).toEqual([]);
  });

  test("a saved scenario is changed, and the response has only fields that the client can set", async () => {
    const path = `/saved_scenarios/${(await save(id))["id"] as number}`;
    const next = await createScenario({ end_year: 2045 });
    const change = { title: "Other", private: true, scenario_id: next, discarded: false, version: "127" };
    const { json } = await session.request("PUT", path, { saved_scenario: change });
    expect(json).toMatchObject({ title: "Other", private: true, scenario_id: next, discarded: false });
    expect(json).not.toHaveProperty("version");
    expect((await session.request("GET", path)).json).toMatchObject({ scenario_id: next, scenario_id_history: [id] });
  });

  test("a saved scenario is shared by email, its user gets another role, and sharing ends", async () => {
    const path = `/saved_scenarios/${(await save(id))["id"] as number}/users`;
    const users = (role: string) => ({ saved_scenario_users: [{ user_email: "friend@example.org", role }] });
    await session.request("POST", path, users("scenario_viewer"));
    await session.request("PUT", path, users("scenario_collaborator"));
    expect(JSON.parse((await session.request("GET", path)).text)).toMatchObject([
      { role: "scenario_owner" },
      { user_email: "friend@example.org", role: "scenario_collaborator" },
    ]);
    await session.request("DELETE", path, users("scenario_collaborator"));
    expect(JSON.parse((await session.request("GET", path)).text)).toHaveLength(1);
  });

  test("a saved scenario is discarded without a body, and deleted with its session", async () => {
    const scenarioId = await createScenario({ end_year: 2050 });
    const path = `/saved_scenarios/${(await save(scenarioId))["id"] as number}`;
    await session.request("PUT", `${path}/discard`, undefined, { "content-type": "application/octet-stream" });
    expect((await session.request("GET", path)).json).toMatchObject({ discarded: true });
    await session.request("DELETE", path);
    await session.request("DELETE", `/scenarios/${scenarioId}`, {});
    expect((await session.attempt("GET", path)).status).toBe(404);
  });

  test("a saved scenario is in the list, which takes one request", async () => {
    const { id: savedScenario } = await save(id);
    const { data } = (await session.request("GET", "/saved_scenarios")).json as { data: readonly { id: number }[] };
    expect(data.map((one) => one.id)).toContain(savedScenario);
  });
});

describe("a collection", () => {
  test("a collection is created, loaded, changed, listed and deleted", async () => {
    const [first, second] = [await createScenario({ end_year: 2030 }), await createScenario({ end_year: 2050 })];
    const collection = { title: "Ways", interpolation: false, scenario_ids: [first], saved_scenario_ids: [] };
    const { json } = await session.request("POST", "/collections", { collection });
    expect(json).toMatchObject({
      id: expect.any(Number),
      title: "Ways",
      scenario_ids: [first],
      saved_scenario_ids: [],
    });
    const path = `/collections/${json["id"] as number}`;
    await session.request("PUT", path, { collection: { title: "More", scenario_ids: [first, second] } });
    expect((await session.request("GET", path)).json).toMatchObject({ title: "More", scenario_ids: [first, second] });
    const { collections } = (await session.request("GET", "/collections")).json as {
      readonly collections: readonly { readonly title: string }[];
    };
    expect(collections.map(({ title }) => title)).toEqual(["More"]);
    await session.request("DELETE", path);
    expect((await session.attempt("GET", path)).status).toBe(404);
  });
});
