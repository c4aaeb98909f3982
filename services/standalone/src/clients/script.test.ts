/** A script as people write them: a scenario from its creation to its end, with everything that can be had of one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ANNUAL_EXPORTS, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startForTest, type TestServer } from "../test-server.ts";
import { type Session, sessionOf } from "./session.ts";

let data: string;
let server: TestServer;
let session: Session;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "etesian-script-"));
  server = await startForTest({ model: resolve(import.meta.dirname, "../../../../models/starter"), data });
  session = sessionOf(server, await server.token("somebody@example.org"));
});
afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const SLIDERS = 20;
const EMISSIONS = "direct_emissions_total_ghg_excl_bunkers";
const RENEWABLE = "share_of_renewable_electricity";

interface Input {
  readonly min?: number;
  readonly max?: number;
  readonly unit: string;
  readonly disabled: boolean;
  readonly share_group?: string;
}

/** Sliders that stand alone, each a quarter of its way from the lower end. */
function someSliders(inputs: { readonly [key: string]: Input }): { readonly [key: string]: number } {
  const free = Object.entries(inputs).flatMap(([key, { min, max, unit, disabled, share_group }]) => {
    if (min === undefined || max === undefined || !(max > min) || disabled || share_group || unit === "bool") return [];
    return key.startsWith("settings_") ? [] : [[key, min + (max - min) / 4] as const];
  });
  return Object.fromEntries(free.slice(0, SLIDERS));
}

test(
  "create, sliders, orders, queries, 22 tables, clone, interpolate, undo, delete",
  { timeout: 120_000 },
  async () => {
    const { ask } = session;
    const { json: created } = await ask("POST", "/scenarios", {
      scenario: { area_code: "nl", end_year: 2040, source: "script", metadata: { title: "Of a script" } },
    });
    const id = created["id"] as number;
    const path = `/scenarios/${id}`;
    expect(created).toMatchObject({ title: "Of a script", end_year: 2040, user_values: {} });

    const results = async (of: string): Promise<{ readonly [key: string]: { readonly future: number } }> => {
      const { json } = await ask("PUT", of, { gqueries: [EMISSIONS, RENEWABLE] });
      return json["gqueries"] as never;
    };
    const atFirst = await results(path);

    const user_values = someSliders((await ask("GET", `${path}/inputs`)).json as { readonly [key: string]: Input });
    expect(Object.keys(user_values)).toHaveLength(SLIDERS);
    const { json: updated } = await ask("PUT", path, { scenario: { user_values }, gqueries: [EMISSIONS] });
    expect(updated).toMatchObject({ scenario: { user_values }, gqueries: { [EMISSIONS]: { unit: "MT" } } });

    const orders = (await ask("GET", `${path}/user_sortables`)).json as { readonly hydrogen_supply: readonly string[] };
    const order = orders.hydrogen_supply.toReversed();
    expect(order.length).toBeGreaterThan(1);
    expect((await ask("PUT", `${path}/hydrogen_supply_order`, { order })).json).toEqual({ order });
    expect((await ask("GET", `${path}/user_sortables`)).json).toMatchObject({ hydrogen_supply: order });
    const moved = await results(path);
    expect(moved).not.toEqual(atFirst);

    const tables = [
      ...Object.keys(ANNUAL_EXPORTS).map((name) => `${path}/${name}.csv`),
      ...Object.keys(HOURLY_EXPORTS).map((name) => `${path}/curves/${name}.csv`),
    ];
    expect(tables).toHaveLength(22);
    for (const table of tables) {
      const { type, text } = await ask("GET", table, undefined, { accept: "text/csv" });
      const [head = "", ...rows] = text.trimEnd().split("\n");
      expect([table, type, head.split(",").length > 1]).toEqual([table, "text/csv", true]);
      expect([table, !table.includes("/curves/") || rows.length === 8_760]).toEqual([table, true]);
    }

    const clone = (await ask("POST", "/scenarios", { scenario: { scenario_id: id } })).json;
    expect(clone).toMatchObject({ template: id, user_values, end_year: 2040 });
    expect(await results(`/scenarios/${clone["id"] as number}`)).toEqual(moved);

    const between = (await ask("POST", `${path}/interpolate`, { end_year: 2030 })).json;
    expect(between).toMatchObject({ end_year: 2030, template: null });
    expect(Object.keys(between["user_values"] as object).toSorted()).toEqual(Object.keys(user_values).toSorted());

    const { data: history } = (await ask("GET", `${path}/history`)).json as {
      readonly data: readonly { version: number }[];
    };
    const first = history.at(-1)!.version;
    expect((await ask("POST", `${path}/restore`, { version: first })).json).toMatchObject({
      scenario: { user_values: {} },
    });
    expect(await results(path)).toEqual(atFirst);
    // What was undone can be done again.
    await ask("POST", `${path}/restore`, { version: history[0]!.version });
    expect(await results(path)).toEqual(moved);

    await ask("DELETE", path);
    expect((await session.attempt("GET", path)).status).toBe(404);
    expect(await results(`/scenarios/${clone["id"] as number}`)).toEqual(moved);
  },
);
