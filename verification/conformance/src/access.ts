/**
 * Requests every route of a running server as every kind of caller, on every kind of scenario, with real tokens.
 * Compares the admitted callers with the documented matrix.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorCause, openAccounts, type AccountStores } from "@etesian/accounts";
import { COLLECTION_RIGHTS, SAVED_RIGHTS, SCENARIO_RIGHTS, type Scope, SCOPES } from "@etesian/contracts/rights";
import type { Deployment, ModelName } from "./deployment.ts";
import { type CallerName, CALLERS, expectedOutcome, type Kind, KINDS, SAVED_KINDS, SWEEP_KINDS } from "./matrix.ts";

export interface TestedRoute {
  readonly operation: string;
  readonly method: string;
  /** `{id}` is a scenario's ID. */
  readonly path: string;
  readonly body?: object;
  /** Kinds to test; all kinds of the operation if absent. */
  readonly kinds?: readonly Kind[];
}

export interface Report {
  /** Number of tested cells, by operation and kind of scenario. */
  readonly testedCells: ReadonlyMap<string, number>;
  /** A description of each cell with a different response. */
  readonly wrongCells: readonly string[];
  readonly routes: number;
  /** Routes that do not concern a single scenario. */
  readonly omittedCount: number;
}

const PEOPLE = ["owner", "collaborator", "viewer", "stranger", "admin"] as const;
/** Separate users, because earlier requests may have changed the rows' users. */
const emailOf = (name: string): string => `${name}@access.example.org`;

/** A string for a sweep, a number for other resources. */
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
  // No scenario has that many comments, so the response depends on the caller's rights alone.
  "{comment}": "1000000",
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
  "POST /comments": { comment: { slider: "heat_demand_per_year", text: "Why?" } },
  "PUT /scenarios/{id}/comments/{comment}": { comment: { resolved: true } },
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
/** Bodies that set other orders. */
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
const INCLUDED_MODEL_TABLES = /hydrogen_integral_cost|residual_load|direct_emissions|sankey|storage_parameters/;

/** Routes to test on one of the models: all except these tables, or these tables only. */
const isTestedOn = (model: ModelName, { path }: TestedRoute): boolean =>
  INCLUDED_MODEL_TABLES.test(path) === (model === "starter");

/** Kinds of resource of a route: a scenario, a saved scenario, a collection, or none. */
const kindsOf = ({ operation, kinds }: TestedRoute): readonly Kind[] => {
  if (kinds !== undefined) return kinds;
  if (Object.hasOwn(SAVED_RIGHTS, operation)) return SAVED_KINDS;
  if (Object.hasOwn(COLLECTION_RIGHTS, operation)) return ["collection"];
  if (operation.startsWith("sweep-")) return SWEEP_KINDS;
  return Object.hasOwn(SCENARIO_RIGHTS, operation) ? KINDS : ["none"];
};

/** The matrix does not cover operations on several scenarios, or on one created from others. */
const concernsOneResource = (route: TestedRoute): boolean =>
  (kindsOf(route)[0] !== "none") === route.path.includes("{id}");

/** Operations that delete the resource or change its kind, so that each caller needs a fresh one. */
const DESTRUCTIVE_OPERATIONS = new Set([
  "delete",
  "moderate",
  "settings",
  "saved-delete",
  "saved-settings",
  "collection-delete",
  "sweep-cancel",
]);

/** Checks a deployment of one of the models; it may have other data, but no users with these names. */
export async function checkAccess(
  { urls, stores }: Deployment,
  {
    model = "village",
    isIncluded = () => true,
  }: { readonly model?: ModelName; readonly isIncluded?: (route: TestedRoute) => boolean } = {},
): Promise<Report> {
  const url = urls[0]!;
  let turn = 0;
  const api: Api = () => `${urls[turn++ % urls.length]}/api/v3`;
  const tokens = await makeTokens(url, stores);
  const routes = (await everyRoute(url)).filter(
    (testedRoute) => isIncluded(testedRoute) && isTestedOn(model, testedRoute),
  );
  const testedRoutes = routes.filter(concernsOneResource);
  const resources = new Map<Kind, Id>();
  for (const kind of [...KINDS, ...SAVED_KINDS, ...SWEEP_KINDS, "collection"] as const)
    resources.set(kind, await createResource(api, kind, tokens));

  const testedCells = new Map<string, number>();
  const problems: string[] = [];
  for (const testedRoute of testedRoutes) {
    for (const kind of kindsOf(testedRoute)) {
      for (const caller of CALLERS) {
        const documentedOutcome = expectedOutcome(testedRoute.operation, kind, caller);
        const needsOwnResource = DESTRUCTIVE_OPERATIONS.has(testedRoute.operation) && documentedOutcome === "ok";
        const id = needsOwnResource ? await createResource(api, kind, tokens) : resources.get(kind);
        const actualOutcome = await outcomeOf(api, testedRoute, id, tokens.get(caller));
        testedCells.set(
          `${testedRoute.operation} ${kind}`,
          (testedCells.get(`${testedRoute.operation} ${kind}`) ?? 0) + 1,
        );
        if (actualOutcome !== documentedOutcome)
          problems.push(
            `${testedRoute.operation} ${kind}: ${testedRoute.method} ${testedRoute.path} as ${caller}: ${actualOutcome}, expected ${documentedOutcome}`,
          );
      }
    }
  }
  return {
    testedCells,
    wrongCells: problems,
    routes: testedRoutes.length,
    omittedCount: routes.length - testedRoutes.length,
  };
}

/** Creates accounts and each caller's credentials; anonymous callers have none. */
async function makeTokens(url: string, stores: AccountStores): Promise<ReadonlyMap<CallerName, Credentials>> {
  const { accounts, records, close } = await openAccounts(stores);
  const cause = operatorCause();
  const issue = async (name: string, scopes: readonly Scope[] = SCOPES, expiresAt: string | null = null) =>
    accounts.issueToken(await accounts.getByEmail(emailOf(name)), "", scopes, expiresAt, cause);
  const issueWithout = (scope: Scope) =>
    issue(
      "owner",
      SCOPES.filter((other) => other !== scope),
    );
  for (const name of PEOPLE) await accounts.create({ email: emailOf(name), name: null }, false, cause);
  await accounts.setAdmin(await accounts.getByEmail(emailOf("admin")), true, cause);
  const revokedToken = await issue("owner");
  const owner = await accounts.getByEmail(emailOf("owner"));
  for (const { key } of owner.tokens) await accounts.revokeToken(owner, key, cause);
  const tokens = new Map<CallerName, Credentials>([
    ["owner-session", await signIn(url, records, owner.id)],
    ["owner-program", bearer(await issueToProgram(records, owner.id))],
    ["revoked", bearer(revokedToken)],
    ["expired", bearer(await issue("owner", SCOPES, new Date(Date.now() - 1).toISOString()))],
    ["bad", bearer("etm_nonsense")],
    ["owner-read", bearer(await issueWithout("scenarios:read"))],
    ["owner-write", bearer(await issueWithout("scenarios:write"))],
    ["owner-delete", bearer(await issueWithout("scenarios:delete"))],
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

/** The access token of a program into which a user signed in, with all scopes. */
async function issueToProgram(records: Records, person: number): Promise<string> {
  const [id, expiresAt] = [randomBytes(32).toString("base64url"), new Date(Date.now() + HOUR_MS)];
  const exp = Math.floor(expiresAt.getTime() / 1000);
  const grantId = randomBytes(32).toString("base64url");
  await records.put({ model: "Grant", id: grantId, payload: "{}", uid: null, grant: null, person, expiresAt });
  const payload = JSON.stringify({ accountId: String(person), exp, scope: ["openid", ...SCOPES].join(" "), grantId });
  await records.put({ model: "AccessToken", id, payload, uid: null, grant: null, person, expiresAt });
  return id;
}

/** The credentials of a browser in which a user is signed in to the page. */
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
  for (const [text, methods] of Object.entries(paths)) {
    const path = text.replace("/api/v3", "");
    for (const [lower, { "x-access": operation }] of Object.entries(methods)) {
      const method = lower.toUpperCase();
      if (operation === undefined) throw new Error(`${method} ${path} names no row of the table of rights`);
      // Tables of scenarios are also served without their suffix, which the document omits.
      for (const variant of /^\/scenarios\/.*\.csv$/.test(path) ? [path, path.slice(0, -4)] : [path]) {
        routes.push({ operation, method, path: variant, ...bodyOf(method, variant) });
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
  // Collaborators may change a saved scenario, but not its privacy, which is reserved for the owner.
  for (const isPrivate of [true, false]) {
    routes.push({
      operation: "saved-settings",
      method: "PUT",
      path: "/saved_scenarios/{id}",
      body: { saved_scenario: { private: isPrivate } },
      kinds: [isPrivate ? "saved-public" : "saved-private"],
    });
  }
  // The right to delete a comment depends on its author.
  routes.push({ operation: "moderate", method: "DELETE", path: "/scenarios/{id}/comments/1" });
  // A request that only has queries is not a change.
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
async function createResource(api: Api, kind: Kind, tokens: ReadonlyMap<CallerName, Credentials>): Promise<Id> {
  const owner = kind.startsWith("unowned") ? undefined : tokens.get("owner");
  const send = async (
    method: string,
    path: string,
    body: object,
    credentials = owner,
  ): Promise<{ readonly id: Id }> => {
    const response = await fetchWhenReady(`${api()}${path}`, {
      method,
      headers: headersOf(credentials, body),
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly id: Id };
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
    const body = { saved_scenario: { scenario_id: id, title: kind, private: isPrivate } };
    const { id: savedId } = await send("POST", "/saved_scenarios", body);
    await send("POST", `/saved_scenarios/${savedId}/users`, { saved_scenario_users: members });
    return savedId;
  }
  if (kind.startsWith("sweep")) {
    await send("POST", `/scenarios/${id}/users`, { scenario_users: members });
    const { id: sweep } = await send("POST", "/sweeps", sweepOf(id));
    await waitUntilCompleted(`${api()}/sweeps/${sweep}`, headersOf(owner, undefined));
    return sweep;
  }
  if (owner !== undefined) await send("POST", `/scenarios/${id}/users`, { scenario_users: members });
  // Its first comment is another person's.
  const comment = { slider: "heat_demand_per_year", text: "Why?" };
  await send("POST", `/scenarios/${id}/comments`, { comment }, tokens.get("admin"));
  if (kind.endsWith("read-only") && owner !== undefined)
    await send("PUT", `/scenarios/${id}`, { scenario: { read_only: true } });
  return id;
}

/** Waits until a sweep is completed. */
async function waitUntilCompleted(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const sweep = (await (await fetchWhenReady(url, { headers })).json()) as { readonly status: string };
    if (sweep.status === "completed") return;
    if (sweep.status !== "requested" && sweep.status !== "running") throw new Error(`a sweep is ${sweep.status}`);
    await sleep(50);
  }
}

/** A route's path and query for a resource's ID. */
export function pathOf(path: string, id: Id | undefined): string {
  const resourcePath = path.replaceAll(/\{\w+\}/g, (part) => (part === "{id}" ? String(id) : (PARTS[part] ?? part)));
  const inputPath = resourcePath.replace("inputs/gas_well", "inputs/heat_demand_per_year");
  return inputPath + (QUERIES[inputPath.slice(inputPath.lastIndexOf("/"))] ?? "");
}

/** "ok" for an admitted caller, even when the request fails for another reason; otherwise the status. */
async function outcomeOf(
  api: Api,
  { method, path, body }: TestedRoute,
  id: Id | undefined,
  credentials: Credentials | undefined,
) {
  const abortController = new AbortController();
  const response = await fetchWhenReady(`${api()}${pathOf(path, id)}`, {
    method,
    headers: headersOf(credentials, body),
    body: body === undefined ? null : JSON.stringify(body),
    signal: abortController.signal,
  });
  const code = response.headers.get("x-error-code");
  // Some responses are endless streams.
  if (response.headers.get("content-type") === "text/event-stream") abortController.abort();
  else await response.arrayBuffer();
  if (response.status >= 500) return `${response.status} ${code ?? ""}`;
  return code !== null && DENIALS.has(code) ? String(response.status) : "ok";
}

/** Retries every 500 ms while the server is busy. */
export async function fetchWhenReady(url: string, request: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, request);
    if (response.status !== 503 || attempt === 20) return response;
    await response.arrayBuffer();
    await sleep(500);
  }
}

const headersOf = (credentials: Credentials | undefined, body: object | undefined): Record<string, string> => ({
  ...credentials,
  ...(body === undefined ? {} : { "content-type": "application/json" }),
});
