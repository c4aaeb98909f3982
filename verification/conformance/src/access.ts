/**
 * Sends every route of a running server as every kind of caller, on every kind of scenario, with real tokens. Compares
 * the admitted callers with the documented matrix.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorCause, openAccounts, type AccountStores } from "@etesian/accounts";
import { COLLECTION_RIGHTS, SAVED_RIGHTS, SCENARIO_RIGHTS, type Scope, SCOPES } from "@etesian/contracts/rights";
import type { Deployment, ModelName } from "./deployment.ts";
import { type CallerName, CALLERS, expected, type Kind, KINDS, SAVED_KINDS, SWEEP_KINDS } from "./matrix.ts";

export interface TestedRoute {
  readonly operation: string;
  readonly method: string;
  /** `{id}` stands for a scenario's id. */
  readonly path: string;
  readonly body?: object;
  /** Kinds to test; absent: all kinds of the operation. */
  readonly kinds?: readonly Kind[];
}

export interface Report {
  /** Number of tested cells, by operation and kind of scenario. */
  readonly testedCells: ReadonlyMap<string, number>;
  /** A description of each cell with a different answer. */
  readonly wrong: readonly string[];
  readonly routes: number;
  /** Routes that do not concern one scenario. */
  readonly omitted: number;
}

const PEOPLE = ["owner", "collaborator", "viewer", "stranger", "admin"] as const;
/** Separate users, because earlier requests may have changed the rows' users. */
const emailOf = (name: string): string => `${name}@access.example.org`;

/** Text for a sweep, a number for other resources. */
type Id = number | string;

/** Returns the base URL of the API at the next server. */
type Api = () => string;

/** Placeholders of paths, and the part of the small model that replaces each. */
const PARTS: { readonly [part: string]: string } = {
  "{key}": "gas_well",
  "{area}": "village",
  "{area_code}": "village",
  "{type}": "forecast_storage",
  "{curve_key}": "sun",
  "{part}": "00000000-00000002.parquet",
};
const QUERIES: { readonly [end: string]: string } = {
  "/queries": "?keys=heat_demand",
  "/heat_network_order": "?subtype=ht",
};

/** Bodies of operations for which a request without one would show nothing about the caller's rights. */
const BODIES: { readonly [methodAndEnd: string]: object } = {
  "PUT /scenarios/{id}": { scenario: { metadata: { changed: true } } },
  "PUT /dashboard": { scenario: { metadata: { changed: true } }, gqueries: [] },
  "PATCH /scenarios/{id}": { scenario: { metadata: { changed: true } } },
  "POST /restore": { version: 1 },
  "POST /load_dump": { area_code: "village", end_year: 2050 },
  "POST /preview": { scenario: { metadata: { changed: true } } },
  "POST /couple": { groups: [] },
  "POST /uncouple": { force: true },
  "POST /stats": { keys: { gas_well: null } },
  "POST /users": { scenario_users: [{ user_email: "guest@example.org", role: "scenario_viewer" }] },
  "PUT /users": { scenario_users: [{ user_email: emailOf("viewer"), role: "scenario_viewer" }] },
  "PATCH /users": { scenario_users: [{ user_email: emailOf("viewer"), role: "scenario_viewer" }] },
  "DELETE /users": { scenario_users: [{ user_email: "guest@example.org" }] },
  "POST /saved_scenarios": { saved_scenario: { title: "One more", scenario_id: 1 } },
  "PUT /saved_scenarios/{id}": { saved_scenario: { title: "Another" } },
  "PATCH /saved_scenarios/{id}": { saved_scenario: { title: "Another" } },
  "POST /saved_scenarios/{id}/restore": {},
  "POST /saved_scenarios/{id}/users": {
    saved_scenario_users: [{ user_email: "guest@example.org", role: "scenario_viewer" }],
  },
  "PUT /saved_scenarios/{id}/users": {
    saved_scenario_users: [{ user_email: emailOf("viewer"), role: "scenario_viewer" }],
  },
  "PATCH /saved_scenarios/{id}/users": {
    saved_scenario_users: [{ user_email: emailOf("viewer"), role: "scenario_viewer" }],
  },
  "DELETE /saved_scenarios/{id}/users": { saved_scenario_users: [{ user_email: "guest@example.org" }] },
  ...Object.fromEntries(
    ["collections", "transition_paths"].flatMap((name) => [
      [`POST /${name}`, { collection: { title: "One more", scenario_ids: [1] } }],
      [`PUT /${name}/{id}`, { collection: { title: "Another" } }],
      [`PATCH /${name}/{id}`, { collection: { title: "Another" } }],
    ]),
  ),
  "POST /sweeps": { sweep: { base: { scenario_id: 1 } } },
  "PUT /user": { user: {} },
  "PATCH /user": { user: {} },
  // Invalid, so that no account is erased.
  "DELETE /user": { user: { public_scenarios: "nonsense" } },
  "PUT /heat_network_order": { subtype: "ht", order: [] },
  "PATCH /heat_network_order": { subtype: "ht", order: [] },
};
/** A sweep of two variants. */
const sweepOf = (scenario_id: Id): object => ({
  sweep: {
    base: { scenario_id },
    factors: [{ slider: "heat_demand_per_year", range: { part_of_present: 0.1 } }],
    design: { method: "list", points: [[0], [1]] },
    outputs: { queries: ["heat_demand"] },
  },
});
/** Bodies of other orders. */
const ORDER = { order: [] };

/** Codes of refusals that depend on the caller. */
const DENIALS = new Set([
  "bad_token",
  "login_required",
  "not_admin",
  "unauthenticated",
  "not_yours",
  "missing_scope",
  "password_required",
  "read_only",
  "not_found",
]);

/**
 * Tables that the small model lacks: 404 for every caller, which shows nothing about rights. They are tested on the
 * included model.
 */
const OF_INCLUDED_MODEL = /hydrogen_integral_cost|residual_load|direct_emissions|sankey|storage_parameters/;

/** Routes to test on one of the models: all except these tables, or these tables only. */
const isOf = (model: ModelName, { path }: TestedRoute): boolean =>
  OF_INCLUDED_MODEL.test(path) === (model === "starter");

/** Kinds of resource of a route: a scenario, a saved scenario, a collection, or none. */
const kindsOf = ({ operation, kinds }: TestedRoute): readonly Kind[] => {
  if (kinds !== undefined) return kinds;
  if (Object.hasOwn(SAVED_RIGHTS, operation)) return SAVED_KINDS;
  if (Object.hasOwn(COLLECTION_RIGHTS, operation)) return ["collection"];
  if (operation.startsWith("sweep-")) return SWEEP_KINDS;
  return Object.hasOwn(SCENARIO_RIGHTS, operation) ? KINDS : ["none"];
};

/** The matrix does not cover operations on several scenarios, or on one created from others. */
const isOfOne = (route: TestedRoute): boolean => (kindsOf(route)[0] !== "none") === route.path.includes("{id}");

/** Operations that delete the resource or change its kind, so that each caller needs a fresh one. */
const DESTRUCTIVE = new Set([
  "delete",
  "settings",
  "saved-delete",
  "saved-settings",
  "collection-delete",
  "sweep-cancel",
]);

/** Checks a deployment of one of the models; it may have other data, but no users of these names. */
export async function checkAccess(
  { urls, place }: Deployment,
  {
    model = "village",
    only = () => true,
  }: { readonly model?: ModelName; readonly only?: (route: TestedRoute) => boolean } = {},
): Promise<Report> {
  const url = urls[0]!;
  let turn = 0;
  const api: Api = () => `${urls[turn++ % urls.length]}/api/v3`;
  const tokens = await makeTokens(url, place);
  const routes = (await everyRoute(url)).filter((each) => only(each) && isOf(model, each));
  const tested = routes.filter(isOfOne);
  const resources = new Map<Kind, Id>();
  for (const kind of [...KINDS, ...SAVED_KINDS, ...SWEEP_KINDS, "collection"] as const)
    resources.set(kind, await make(api, kind, tokens));

  const testedCells = new Map<string, number>();
  const wrong: string[] = [];
  for (const each of tested) {
    for (const kind of kindsOf(each)) {
      for (const caller of CALLERS) {
        const documented = expected(each.operation, kind, caller);
        const isLast = DESTRUCTIVE.has(each.operation) && documented === "ok";
        const id = isLast ? await make(api, kind, tokens) : resources.get(kind);
        const actual = await ask(api, each, id, tokens.get(caller));
        testedCells.set(`${each.operation} ${kind}`, (testedCells.get(`${each.operation} ${kind}`) ?? 0) + 1);
        if (actual !== documented)
          wrong.push(
            `${each.operation} ${kind}: ${each.method} ${each.path} as ${caller}: ${actual}, expected ${documented}`,
          );
      }
    }
  }
  return { testedCells, wrong, routes: tested.length, omitted: routes.length - tested.length };
}

/** Opens accounts, and creates each caller's credentials; anonymous callers have none. */
async function makeTokens(url: string, place: AccountStores): Promise<ReadonlyMap<CallerName, Credentials>> {
  const { accounts, records, close } = await openAccounts(place);
  const cause = operatorCause();
  const issue = async (name: string, scopes: readonly Scope[] = SCOPES, expiresAt: string | null = null) =>
    accounts.issueToken(await accounts.getByEmail(emailOf(name)), "", scopes, expiresAt, cause);
  const without = (scope: Scope) =>
    issue(
      "owner",
      SCOPES.filter((each) => each !== scope),
    );
  for (const name of PEOPLE) await accounts.create({ email: emailOf(name), name: null }, false, cause);
  await accounts.setAdmin(await accounts.getByEmail(emailOf("admin")), true, cause);
  const revoked = await issue("owner");
  const owner = await accounts.getByEmail(emailOf("owner"));
  for (const { key } of owner.tokens) await accounts.revokeToken(owner, key, cause);
  const tokens = new Map<CallerName, Credentials>([
    ["owner-session", await signIn(url, records, owner.id)],
    ["owner-program", bearer(await issueToProgram(records, owner.id))],
    ["revoked", bearer(revoked)],
    ["expired", bearer(await issue("owner", SCOPES, new Date(Date.now() - 1).toISOString()))],
    ["bad", bearer("etm_nonsense")],
    ["owner-read", bearer(await without("scenarios:read"))],
    ["owner-write", bearer(await without("scenarios:write"))],
    ["owner-delete", bearer(await without("scenarios:delete"))],
  ]);
  for (const name of PEOPLE) tokens.set(name, bearer(await issue(name)));
  await close();
  return tokens;
}

/** The credentials of a caller, as headers of each request. */
interface Credentials {
  readonly [header: string]: string;
}

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` });

type Records = Awaited<ReturnType<typeof openAccounts>>["records"];
const HOUR_MS = 3_600_000;

/** The access token of a program that a user signed in to, with all scopes. */
async function issueToProgram(records: Records, person: number): Promise<string> {
  const [id, expiresAt] = [randomBytes(32).toString("base64url"), new Date(Date.now() + HOUR_MS)];
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const grantId = randomBytes(32).toString("base64url");
  await records.put({ model: "Grant", id: grantId, payload: "{}", uid: null, grant: null, person, expiresAt });
  const payload = JSON.stringify({ accountId: String(person), exp, scope: ["openid", ...SCOPES].join(" "), grantId });
  await records.put({ model: "AccessToken", id, payload, uid: null, grant: null, person, expiresAt });
  return id;
}

/** The credentials of a browser in which a user is signed in to our pages. */
async function signIn(url: string, records: Records, person: number): Promise<Credentials> {
  const [id, expiresAt] = [randomBytes(32).toString("base64url"), new Date(Date.now() + HOUR_MS)];
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const payload = JSON.stringify({ accountId: String(person), exp });
  await records.put({ model: "Session", id, payload, uid: id, grant: null, person, expiresAt });
  const cookie = `etesian_session=${id}`;
  const session = await fetchWhenReady(`${url}/account/session`, { headers: { cookie } });
  const { csrf_token } = (await session.json()) as { readonly csrf_token: string };
  return { cookie, "x-csrf-token": csrf_token };
}

/** All routes in the server's OpenAPI document, with the row of the access table that each names. */
export async function everyRoute(url: string): Promise<readonly TestedRoute[]> {
  const { paths } = (await (await fetchWhenReady(`${url}/docs/json`)).json()) as {
    readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly "x-access"?: string } } };
  };
  const routes: TestedRoute[] = [];
  for (const [written, methods] of Object.entries(paths)) {
    const path = written.replace("/api/v3", "");
    for (const [lower, { "x-access": operation }] of Object.entries(methods)) {
      const method = lower.toUpperCase();
      if (operation === undefined) throw new Error(`${method} ${path} names no row of the table of rights`);
      // Tables of scenarios are also served without their suffix, which the document omits.
      for (const each of /^\/scenarios\/.*\.csv$/.test(path) ? [path, path.slice(0, -4)] : [path]) {
        routes.push({ operation, method, path: each, ...bodyOf(method, each) });
      }
    }
  }
  // The right that an update needs depends on its body.
  const settings: readonly (readonly [setting: object, kinds: readonly Kind[]])[] = [
    [{ read_only: true }, KINDS],
    [{ protected: true }, KINDS],
    // No caller can make an unowned scenario private.
    [{ private: true }, ["public", "read-only"]],
    [{ private: false }, ["private", "private-read-only"]],
  ];
  for (const method of ["PUT", "PATCH"]) {
    for (const [scenario, kinds] of settings) {
      routes.push({ operation: "settings", method, path: "/scenarios/{id}", body: { scenario }, kinds });
    }
  }
  // Of a change that collaborators may make, this part is reserved for the owner.
  for (const isPrivate of [true, false]) {
    routes.push({
      operation: "saved-settings",
      method: "PUT",
      path: "/saved_scenarios/{id}",
      body: { saved_scenario: { private: isPrivate } },
      kinds: [isPrivate ? "saved-public" : "saved-private"],
    });
  }
  // A request with queries only is not a change.
  routes.push({ operation: "read", method: "PUT", path: "/scenarios/{id}", body: { gqueries: ["heat_demand"] } });
  return routes;
}

function bodyOf(method: string, path: string): { readonly body?: object } {
  const end = path.slice(path.lastIndexOf("/"));
  const body = BODIES[`${method} ${path}`] ?? BODIES[`${method} ${end}`];
  if (body !== undefined) return { body };
  return method === "PUT" || method === "PATCH" ? { body: ORDER } : {};
}

/** Creates a scenario of a kind, with users of each role, and saves it for the saved kinds. */
async function make(api: Api, kind: Kind, tokens: ReadonlyMap<CallerName, Credentials>): Promise<Id> {
  const owner = kind.startsWith("unowned") ? undefined : tokens.get("owner");
  const send = async (method: string, path: string, body: object): Promise<{ readonly id: Id }> => {
    const answer = await fetchWhenReady(`${api()}${path}`, {
      method,
      headers: headersOf(owner, body),
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly id: Id };
  };
  const isPrivate = kind.includes("private");
  // An existing unowned scenario cannot be made read-only.
  const read_only = kind === "unowned-read-only";
  const { id } = await send("POST", "/scenarios", { scenario: { private: isPrivate, read_only } });
  const members = (["viewer", "collaborator"] as const).map((role) => ({
    user_email: emailOf(role),
    role: `scenario_${role}`,
  }));
  if (kind === "collection") {
    return (await send("POST", "/collections", { collection: { title: kind, scenario_ids: [id] } })).id;
  }
  if (kind.startsWith("saved")) {
    const saved = { saved_scenario: { scenario_id: id, title: kind, private: isPrivate } };
    const { id: savedId } = await send("POST", "/saved_scenarios", saved);
    await send("POST", `/saved_scenarios/${savedId}/users`, { saved_scenario_users: members });
    return savedId;
  }
  if (kind.startsWith("sweep")) {
    await send("POST", `/scenarios/${id}/users`, { scenario_users: members });
    const { id: sweep } = await send("POST", "/sweeps", sweepOf(id));
    await completed(`${api()}/sweeps/${sweep}`, headersOf(owner, undefined));
    return sweep;
  }
  if (owner !== undefined) await send("POST", `/scenarios/${id}/users`, { scenario_users: members });
  if (kind.endsWith("read-only") && owner !== undefined)
    await send("PUT", `/scenarios/${id}`, { scenario: { read_only: true } });
  return id;
}

/** Waits until a sweep is completed. */
async function completed(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const answer = (await (await fetchWhenReady(url, { headers })).json()) as { readonly status: string };
    if (answer.status === "completed") return;
    if (answer.status !== "requested" && answer.status !== "running") throw new Error(`a sweep is ${answer.status}`);
    await sleep(50);
  }
}

/** A route's path and query for a resource's id. */
export function pathOf(path: string, id: Id | undefined): string {
  const named = path.replaceAll(/\{\w+\}/g, (part) => (part === "{id}" ? String(id) : (PARTS[part] ?? part)));
  const inputs = named.replace("inputs/gas_well", "inputs/heat_demand_per_year");
  return inputs + (QUERIES[inputs.slice(inputs.lastIndexOf("/"))] ?? "");
}

/** "ok" for an admitted caller, even when the request fails for another reason; otherwise the status. */
async function ask(
  api: Api,
  { method, path, body }: TestedRoute,
  id: Id | undefined,
  credentials: Credentials | undefined,
) {
  const abort = new AbortController();
  const answer = await fetchWhenReady(`${api()}${pathOf(path, id)}`, {
    method,
    headers: headersOf(credentials, body),
    body: body === undefined ? null : JSON.stringify(body),
    signal: abort.signal,
  });
  const code = answer.headers.get("x-error-code");
  // Some answers are endless streams.
  if (answer.headers.get("content-type") === "text/event-stream") abort.abort();
  else await answer.arrayBuffer();
  if (answer.status >= 500) return `${answer.status} ${code ?? ""}`;
  return code !== null && DENIALS.has(code) ? String(answer.status) : "ok";
}

/** Retries while the server is busy, after its `Retry-After`. */
export async function fetchWhenReady(url: string, request: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, request);
    if (answer.status !== 503 || attempt === 20) return answer;
    await answer.arrayBuffer();
    await sleep(500);
  }
}

const headersOf = (credentials: Credentials | undefined, body: object | undefined): Record<string, string> => ({
  ...credentials,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});
