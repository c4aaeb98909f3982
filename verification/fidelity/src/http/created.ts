/**
 * `made`: recreates the reference's hourly scenarios over HTTP, as a client does: creates them, moves sliders, sets
 * orders and couples groups. Then compares every query.
 */
import type { Json } from "@etesian/engine";
import { ORDER_PATHS } from "@etesian/workbench/scenarios";
import type { ReferenceScenario } from "../annual.ts";
import { hourlyFiles, MAPPED_IN_QUERIES } from "../hourly.ts";
import { readGolden, type Reference } from "../reference.ts";
import { type Command, type Comparison, Tally } from "../report.ts";
import { type RunningServers, withServer } from "./running.ts";

/** Queries per request. */
const CHUNK = 1_000;

/** Sends a request with a token; rejects unless the response is a success or failure is allowed. */
type RequestSender = (
  method: string,
  path: string,
  body?: object,
  mayFail?: boolean,
) => Promise<{ readonly [field: string]: Json }>;

/** Requests alternate between the servers. */
export const creationCommand = (runningServers: RunningServers | null): Command => ({
  description: "scenarios with hours created over HTTP alone, orders and couplings included: every query",
  files: async (reference) =>
    hourlyFiles(reference).filter((file) => /\/s\d/.test(file) && !file.startsWith("special")),
  run: (reference, files, report) =>
    withServer(runningServers, reference, async (servers) => {
      const send = senderFor(servers);
      for (const file of files) report(await compareCreated(reference, file, send));
    }),
});

function senderFor({ urls, token }: RunningServers): RequestSender {
  let turn = 0;
  return async (method, path, body, mayFail = false) => {
    const response = await fetch(`${urls[turn++ % urls.length]}/api/v3${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok && !mayFail) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly [field: string]: Json };
  };
}

async function compareCreated(reference: Reference, file: string, send: RequestSender): Promise<Comparison> {
  const golden = readGolden(reference, file) as ReferenceScenario;
  const tally = new Tally(`${file} (created over HTTP)`);
  const path = `/scenarios/${await createStepByStep(golden.scenario, send)}`;
  const scenario = await send("GET", path);
  const { user_values, balanced_values, active_couplings } = golden.scenario;
  tally.add("user_values", { ...user_values }, scenario["user_values"]!);
  tally.add("balanced_values", { ...balanced_values }, scenario["balanced_values"]!);
  tally.add("active_couplings", [...active_couplings], scenario["active_couplings"]!);
  const orders = await send("GET", `${path}/user_sortables`);
  for (const [name, order] of Object.entries(golden.scenario.user_sortables)) {
    const [kind = "", temperature] = ORDER_PATHS[name]!.split("?subtype=");
    const actualOrder =
      temperature === undefined ? orders[kind] : (orders[kind] as { [subtype: string]: Json })[temperature];
    tally.add(name, [...order], actualOrder ?? null);
  }
  const keys = Object.keys(golden.gqueries).filter((key) => !Object.hasOwn(golden.errors, key));
  for (let first = 0; first < keys.length; first += CHUNK) {
    await compareQueries(keys.slice(first, first + CHUNK), golden, path, send, tally);
  }
  for (const key of Object.keys(golden.errors)) {
    const { errors } = await send("PUT", path, { gqueries: [key] }, true);
    tally.add(`${key} has no result`, true, Array.isArray(errors));
  }
  return tally.comparison;
}

/** Creates a scenario step by step; returns its ID. */
async function createStepByStep(scenario: ReferenceScenario["scenario"], send: RequestSender): Promise<number> {
  const { area_code, end_year, user_values, active_couplings, user_sortables } = scenario;
  const { id } = await send("POST", "/scenarios", { scenario: { area_code, end_year } });
  await send("PUT", `/scenarios/${id as number}`, { scenario: { user_values } });
  for (const [name, order] of Object.entries(user_sortables)) {
    await send("PUT", `/scenarios/${id as number}/user_sortables/${ORDER_PATHS[name]!}`, { order });
  }
  if (active_couplings.length > 0)
    await send("POST", `/scenarios/${id as number}/couple`, { groups: active_couplings });
  return id as number;
}

async function compareQueries(
  keys: readonly string[],
  golden: ReferenceScenario,
  path: string,
  send: RequestSender,
  tally: Tally,
): Promise<void> {
  // The query that overwrote this query's result in the reference, if any.
  const queries = keys.map((key) => MAPPED_IN_QUERIES.get(key) ?? key);
  const { gqueries } = await send("PUT", path, { gqueries: queries });
  const results = gqueries as { readonly [key: string]: { readonly [field: string]: Json } };
  for (const [index, key] of keys.entries()) {
    const [present, future, unit] = golden.gqueries[key]!;
    const actual = results[queries[index]!];
    tally.add(`${key} present`, present, actual?.["present"] ?? null);
    tally.add(`${key} future`, future, actual?.["future"] ?? null);
    tally.add(`${key} unit`, unit, actual?.["unit"] ?? null);
  }
}
