/** A typical user's script: takes a scenario from creation to deletion, with every feature of the API. */
import assert from "node:assert/strict";
import { ANNUAL_EXPORTS, HOURLY_EXPORTS } from "@etesian/contracts/exports";
import type { Reply, Session, JsonObject } from "./session.ts";

const SLIDERS = 20;
const HOURS = 8_760;
const CSV = { accept: "text/csv" };

interface Input {
  readonly min?: number;
  readonly max?: number;
  readonly default: number;
  readonly unit: string;
  readonly disabled: boolean;
  readonly share_group?: string;
  readonly coupling_groups?: readonly string[];
}

interface Curve {
  readonly key: string;
  readonly type: string;
  readonly internal?: boolean;
  readonly overrides: readonly string[];
}

/** Sliders without a share group, each moved a quarter of the way to its farther end. */
function pickSliders(
  inputs: { readonly [key: string]: Input },
  excludedKeys: ReadonlySet<string>,
): { readonly [key: string]: number } {
  const candidates = Object.entries(inputs).flatMap(([key, input]) => {
    const { min, max, default: start, unit, disabled, share_group, coupling_groups = [] } = input;
    if (min === undefined || max === undefined || !(max > min) || disabled || share_group || unit === "bool") return [];
    if (key.startsWith("settings_") || coupling_groups.length > 0 || excludedKeys.has(key)) return [];
    const end = max - start > start - min ? max : min;
    return [[key, start + (end - start) / 4] as const];
  });
  return Object.fromEntries(candidates.slice(0, SLIDERS));
}

/** A file with a value for each hour of a year. */
function fileOf(name: string, values: readonly number[]): FormData {
  const form = new FormData();
  form.append("file", new Blob([values.join("\n")]), name);
  return form;
}
const hourly = (value: (hour: number) => number): readonly number[] =>
  Array.from({ length: HOURS }, (_, hour) => value(hour));

const idOf = ({ id }: JsonObject): number => {
  assert(typeof id === "number");
  return id;
};

/** The token lacks a scope that the script needs; the message names it. */
export class ScopeError extends Error {
  override readonly name: string = "ScopeError";
}

/** Sends an empty list of users, for which a scenario's owner needs the delete scope. */
const sendEmptyUserList = ({ attempt }: Session, id: unknown): Promise<Reply> =>
  attempt("POST", `/scenarios/${String(id)}/users`, { scenario_users: [] });

/**
 * Sends a request that requires each scope, before anything is created. The delete scope is checked on one of the
 * account's scenarios, or else on the first scenario that the script creates.
 */
async function checkScopes(session: Session): Promise<void> {
  const { attempt } = session;
  const list = await attempt("GET", "/scenarios");
  requireScope(list, "read");
  // Refused for lack of a scenario to save, but only after the scope is checked.
  requireScope(await attempt("POST", "/saved_scenarios", {}), "write");
  for (const { id } of (list.json["data"] ?? []) as readonly JsonObject[]) {
    if (![403, 404].includes(requireScope(await sendEmptyUserList(session, id), "delete").status)) return;
  }
}

/** Returns the reply; throws if the token lacks the scope. */
function requireScope(reply: Reply, scope: string): Reply {
  if (reply.status === 401) throw new ScopeError("the token is unknown or has expired");
  if (reply.headers.get("x-error-code") === "missing_scope") throw new ScopeError(`the token cannot ${scope}`);
  return reply;
}

/**
 * Runs the whole script on any server, with any model that has an hourly calculation. Yields a description of each
 * step. `ids` collects the scenarios that it creates; at the end, and after a failure, the script deletes as many of
 * them as it can.
 * @throws AssertionError for an unexpected response, ScopeError when the token does not allow everything.
 */
export async function* script(session: Session, ids = new Set<number>()): AsyncGenerator<string, void> {
  await checkScopes(session);
  yield "the token can read, write and delete";
  try {
    yield* steps(session, ids);
  } finally {
    for (const id of ids) {
      // A failure to delete a scenario must not hide the error that ended the script.
      const reply = await session.attempt("DELETE", `/scenarios/${id}`).catch(() => null);
      if (reply !== null && (reply.status < 300 || reply.status === 404)) ids.delete(id);
    }
  }
}

async function* steps({ request, attempt }: Session, ids: Set<number>): AsyncGenerator<string, void> {
  const scenario = (
    await request("POST", "/scenarios", {
      scenario: { end_year: 2040, source: "script", metadata: { title: "Created by a script" } },
    })
  ).json;
  const id = idOf(scenario);
  ids.add(id);
  requireScope(await sendEmptyUserList({ request, attempt }, id), "delete");
  const path = `/scenarios/${id}`;
  assert.partialDeepStrictEqual(scenario, { title: "Created by a script", end_year: 2040, user_values: {} });
  yield `created scenario ${id} of ${String(scenario["area_code"])}`;

  const resultsOf = async (scenarioId: number) =>
    (await request("PUT", `/scenarios/${scenarioId}/dashboard`)).json["gqueries"] as JsonObject;
  const firstResults = await resultsOf(id);
  const queries = Object.keys(firstResults).length;
  assert(queries > 3);
  yield `requested ${queries} queries`;

  const possibleCurves = JSON.parse(
    (await request("GET", `${path}/custom_curves?include_unattached=true`)).text,
  ) as readonly Curve[];
  const curveOf = (type: string): Curve => {
    const match = possibleCurves.find((curve) => curve.type === type);
    assert(match !== undefined, `no curve has the type ${type}`);
    return match;
  };
  const price = curveOf("price");
  const profile = curveOf("profile");

  const inputs = (await request("GET", `${path}/inputs`)).json as { readonly [key: string]: Input };
  const user_values = pickSliders(inputs, new Set(price.overrides));
  const update = (await request("PUT", path, { scenario: { user_values }, gqueries: Object.keys(firstResults) })).json;
  assert.partialDeepStrictEqual(update, { scenario: { user_values } });
  assert.notDeepEqual(update["gqueries"], firstResults);
  const sliders = Object.keys(user_values).length;
  assert.equal(sliders, SLIDERS);
  yield `moved ${sliders} sliders`;

  const prices = hourly((hour) => 40 + (hour % 24));
  await request("PUT", `${path}/custom_curves/${price.key}`, fileOf("price.csv", prices));
  await request(
    "PUT",
    `${path}/custom_curves/${profile.key}`,
    fileOf(
      "profile.csv",
      hourly((hour) => 1 + (hour % 7)),
    ),
  );
  const attachedCurves = JSON.parse((await request("GET", `${path}/custom_curves`)).text) as readonly Curve[];
  assert.deepEqual(attachedCurves.map(({ key }) => key).toSorted(), [price.key, profile.key].toSorted());
  const { text } = await request("GET", `${path}/custom_curves/${price.key}.csv`, undefined, CSV);
  assert.deepEqual(text.trimEnd().split("\n").map(Number), prices);
  yield `attached ${price.key} and ${profile.key}`;

  const { hydrogen_supply: defaultOrder } = (await request("GET", `${path}/user_sortables`)).json as {
    readonly hydrogen_supply: readonly string[];
  };
  const order = defaultOrder.toReversed();
  assert(order.length > 1);
  assert.deepEqual((await request("PUT", `${path}/user_sortables/hydrogen_supply`, { order })).json, { order });
  assert.partialDeepStrictEqual((await request("GET", `${path}/user_sortables`)).json, { hydrogen_supply: order });
  yield `reversed the order of ${order.length} suppliers of hydrogen`;

  const movedResults = await resultsOf(id);
  assert.notDeepEqual(movedResults, firstResults);
  const tables = [
    ...Object.keys(ANNUAL_EXPORTS).map((name) => `${path}/${name}.csv`),
    ...Object.keys(HOURLY_EXPORTS).map((name) => `${path}/curves/${name}.csv`),
  ];
  for (const table of tables) {
    const { type, text } = await request("GET", table, undefined, CSV);
    const [head = "", ...rows] = text.trimEnd().split("\n");
    assert.equal(type, "text/csv", table);
    assert(head.split(",").length > 1, `${table} begins with ${head}`);
    if (table.includes("/curves/")) assert.equal(rows.length, HOURS, table);
  }
  yield `downloaded ${tables.length} tables`;

  const clone = (await request("POST", "/scenarios", { scenario: { scenario_id: id } })).json;
  const cloneId = idOf(clone);
  ids.add(cloneId);
  assert.partialDeepStrictEqual(clone, { template: id, user_values: updatedValues(update), end_year: 2040 });
  assert.deepEqual(await resultsOf(cloneId), movedResults);
  yield `cloned it as scenario ${cloneId}, with the same results`;

  const interpolated = (await request("POST", `${path}/interpolate`, { end_year: 2030 })).json;
  ids.add(idOf(interpolated));
  assert.equal(interpolated["end_year"], 2030);
  assert.deepEqual(
    Object.keys(interpolated["user_values"] as JsonObject).toSorted(),
    Object.keys(updatedValues(update)).toSorted(),
  );
  yield `interpolated it at 2030 as scenario ${idOf(interpolated)}`;

  const { data: history } = (await request("GET", `${path}/history`)).json as {
    readonly data: readonly { readonly version: number }[];
  };
  const [newest, oldest] = [history[0], history.at(-1)];
  assert(newest !== undefined && oldest !== undefined);
  await request("POST", `${path}/restore`, { version: oldest.version });
  assert.partialDeepStrictEqual((await request("GET", path)).json, { user_values: {} });
  assert.deepEqual(JSON.parse((await request("GET", `${path}/custom_curves`)).text), []);
  assert.deepEqual(await resultsOf(id), firstResults);
  yield "undid everything: the results equal the first ones";

  await request("POST", `${path}/restore`, { version: newest.version });
  assert.deepEqual(await resultsOf(id), movedResults);
  yield "redid everything";

  await request("DELETE", path);
  ids.delete(id);
  assert.equal((await attempt("GET", path)).status, 404);
  assert.deepEqual(await resultsOf(cloneId), movedResults);
  yield "deleted it; the clone is unchanged";

  for (const remainingId of ids) {
    await request("DELETE", `/scenarios/${remainingId}`);
    ids.delete(remainingId);
  }
  yield "deleted the others";
}

const updatedValues = ({ scenario }: JsonObject): JsonObject =>
  (scenario as { readonly user_values: JsonObject }).user_values;
