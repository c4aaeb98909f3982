/**
 * `made`: recreates the reference's hourly scenarios over HTTP, as a client does: creates them, moves sliders, sets
 * orders, couples groups. Then compares every query.
 */
import type { Json } from "@etesian/engine";
import { ORDER_PATHS } from "@etesian/workbench/scenarios";
import type { ReferenceScenario } from "../annual.ts";
import { hourlyFiles, MAPPED_IN_QUERIES } from "../hourly.ts";
import { readGolden, type Reference } from "../reference.ts";
import { type Command, type Comparison, Tally } from "../report.ts";
import { type Running, withServer } from "./running.ts";

/** Queries per request. */
const CHUNK = 1_000;

/** Sends a request with a token; rejects unless the answer is a success or failure is allowed. */
type Ask = (
  method: string,
  path: string,
  body?: object,
  mayFail?: boolean,
) => Promise<{ readonly [field: string]: Json }>;

/** Requests alternate between the servers. */
export const creationCommand = (running: Running | null): Command => ({
  about: "scenarios with hours made over HTTP alone, orders and couplings included: every query",
  files: async (reference) =>
    hourlyFiles(reference).filter((file) => /\/s\d/.test(file) && !file.startsWith("special")),
  run: (reference, files, report) =>
    withServer(running, reference, async (at) => {
      const ask = requesterFor(at);
      for (const file of files) report(await compareCreated(reference, file, ask));
    }),
});

function requesterFor({ urls, token }: Running): Ask {
  let turn = 0;
  return async (method, path, body, mayFail = false) => {
    const answer = await fetch(`${urls[turn++ % urls.length]}/api/v3${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok && !mayFail) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly [field: string]: Json };
  };
}

async function compareCreated(reference: Reference, file: string, ask: Ask): Promise<Comparison> {
  const golden = readGolden(reference, file) as ReferenceScenario;
  const tally = new Tally(`${file} (made over HTTP)`);
  const path = `/scenarios/${await make(golden.scenario, ask)}`;
  const made = await ask("GET", path);
  const { user_values, balanced_values, active_couplings } = golden.scenario;
  tally.add("user_values", { ...user_values }, made["user_values"]!);
  tally.add("balanced_values", { ...balanced_values }, made["balanced_values"]!);
  tally.add("active_couplings", [...active_couplings], made["active_couplings"]!);
  const orders = await ask("GET", `${path}/user_sortables`);
  for (const [name, order] of Object.entries(golden.scenario.user_sortables)) {
    const [kind = "", temperature] = ORDER_PATHS[name]!.split("?subtype=");
    const found = temperature === undefined ? orders[kind] : (orders[kind] as { [subtype: string]: Json })[temperature];
    tally.add(name, [...order], found ?? null);
  }
  const keys = Object.keys(golden.gqueries).filter((key) => !Object.hasOwn(golden.errors, key));
  for (let first = 0; first < keys.length; first += CHUNK) {
    await compareQueries(keys.slice(first, first + CHUNK), golden, path, ask, tally);
  }
  for (const key of Object.keys(golden.errors)) {
    const { errors } = await ask("PUT", path, { gqueries: [key] }, true);
    tally.add(`${key} has no result`, true, Array.isArray(errors));
  }
  return tally.comparison;
}

/** Creates a scenario step by step; returns its id. */
async function make(scenario: ReferenceScenario["scenario"], ask: Ask): Promise<number> {
  const { area_code, end_year, user_values, active_couplings, user_sortables } = scenario;
  const { id } = await ask("POST", "/scenarios", { scenario: { area_code, end_year } });
  await ask("PUT", `/scenarios/${id as number}`, { scenario: { user_values } });
  for (const [name, order] of Object.entries(user_sortables)) {
    await ask("PUT", `/scenarios/${id as number}/user_sortables/${ORDER_PATHS[name]!}`, { order });
  }
  if (active_couplings.length > 0) await ask("POST", `/scenarios/${id as number}/couple`, { groups: active_couplings });
  return id as number;
}

async function compareQueries(
  keys: readonly string[],
  golden: ReferenceScenario,
  path: string,
  ask: Ask,
  tally: Tally,
): Promise<void> {
  // The query that wrote into this query's result in the reference, if any.
  const queries = keys.map((key) => MAPPED_IN_QUERIES.get(key) ?? key);
  const { gqueries } = await ask("PUT", path, { gqueries: queries });
  const results = gqueries as { readonly [key: string]: { readonly [field: string]: Json } };
  for (const [index, key] of keys.entries()) {
    const [present, future, unit] = golden.gqueries[key]!;
    const ours = results[queries[index]!];
    tally.add(`${key} present`, present, ours?.["present"] ?? null);
    tally.add(`${key} future`, future, ours?.["future"] ?? null);
    tally.add(`${key} unit`, unit, ours?.["unit"] ?? null);
  }
}
