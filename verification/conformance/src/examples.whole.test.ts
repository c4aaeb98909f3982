/** The examples of the OpenAPI document, as `/docs` offers them: each is sent, and works as documented. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorCause, openAccounts } from "@etesian/accounts";
import { openEventStore } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { storedScenarios } from "@etesian/scenarios";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Answers } from "./http/answers.ts";
import { Client, type HttpRequest } from "./http/client.ts";
import { dereferenced, type OpenApi, operationsOf, type Parameter, type PlacedOperation } from "./http/openapi.ts";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

const STARTER = join(import.meta.dirname, "../../../models/starter");
/** Deletions come last, nested resources first. */
const METHODS = ["POST", "PUT", "PATCH", "GET", "DELETE"];

let directory: string;
let server: TestServer;
let client: Client;
let token: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-examples-"));
  server = await startForTest({ model: STARTER, data: directory });
  client = new Client(server.url);
  token = await server.token("somebody@example.org");
  await makeAdmin("somebody@example.org");
});
afterAll(async () => {
  client.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function makeAdmin(email: string): Promise<void> {
  const { accounts, close } = await openAccounts({ data: directory, store: null, keys: null });
  await accounts.setAdmin(await accounts.getByEmail(email), true, operatorCause());
  await close();
}

async function feature(id: number): Promise<void> {
  const store = await openEventStore(storeUrl("events.db", { data: directory, store: null }));
  const featured = {
    group: "national",
    ordering: 1,
    titleEn: "An example",
    titleNl: "Een voorbeeld",
    descriptionEn: "A text about it.",
    descriptionNl: null,
    author: null,
  };
  await storedScenarios(store).handle(id, { type: "FeatureScenario", featured }, operatorCause());
  await store.close();
}

/** The example values of a parameter, several for a list; undefined if it has no example. */
function exampleOf({ example, schema }: Parameter): readonly string[] | undefined {
  const found = example ?? schema.example ?? schema.examples?.[0];
  return found === undefined ? undefined : [found].flat().map((item) => JSON.stringify(item).replaceAll('"', ""));
}

/** The example of a body, in the document's encoding; files are fields of a form. */
async function bodyOf({
  requestBody,
}: PlacedOperation): Promise<{ readonly type: string; readonly body: string } | null> {
  for (const [type, content] of Object.entries(requestBody?.content ?? {})) {
    const example = content.example ?? content.schema.example;
    if (example === undefined) continue;
    if (type === "application/json") return { type, body: JSON.stringify(example) };
    if (type !== "multipart/form-data") continue;
    const form = new FormData();
    for (const [name, content] of Object.entries(example as { readonly [name: string]: string }))
      form.append(name, new Blob([content]), "example");
    const encoded = new Response(form);
    return { type: encoded.headers.get("content-type")!, body: await encoded.text() };
  }
  return null;
}

/** Replaces the document's hash by an existing one: of a part, or of the attached numbers. */
async function hashFor(template: string): Promise<string> {
  if (template.includes("/curve_numbers/")) {
    const { curves } = await client.get<{ readonly curves: { readonly [key: string]: string } }>(
      "/api/v3/scenarios/1/recipe",
    );
    return Object.values(curves)[0] ?? "";
  }
  const { parts } = await client.get<{ readonly parts: { readonly dataset: { readonly sha256: string } } }>(
    "/api/v3/model/areas/nl",
  );
  return parts.dataset.sha256;
}

async function requestOf(operation: PlacedOperation): Promise<HttpRequest> {
  const { method, template, parameters = [] } = operation;
  const query = new URLSearchParams();
  let path = template.includes("{sha256}") ? template.replace("{sha256}", await hashFor(template)) : template;
  for (const parameter of parameters) {
    const example = exampleOf(parameter);
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(example?.join() ?? ""));
    if (parameter.in === "query") for (const value of example ?? []) query.append(parameter.name, value);
  }
  const body = await bodyOf(operation);
  return {
    method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === null ? {} : { "content-type": body.type }),
    },
    body: body?.body ?? null,
  };
}

/** Location of the documented value. */
const SHOWN = join(import.meta.dirname, "../../../services/gateway/src/http/generated/answers.json");
/** Limits of lists, of objects keyed by names, and of texts in examples. */
const EXAMPLE_LIMITS = { items: 2, fields: 40, ends: 8, characters: 120 };

/** Ids of sweeps are random. */
const SWEEP_IDS = /\b[0-9a-f]{14}\b/g;
const EXAMPLE_SWEEP = "0123456789abcd";

/** Requests the documented sweep of scenario 1; returns its id once it has results. */
async function completedSweep(document: OpenApi): Promise<string> {
  const example = operationsOf(dereferenced(document)).find(
    ({ method, template }) => method === "POST" && template === "/api/v3/sweeps",
  )!;
  const { body } = await client.send(await requestOf(example));
  const { id } = JSON.parse(body) as { readonly id: string };
  const headers = { authorization: `Bearer ${token}` };
  const status = async (): Promise<string> => {
    const answer = await client.send({ method: "GET", path: `/api/v3/sweeps/${id}`, headers, body: null });
    return (JSON.parse(answer.body) as { readonly status: string }).status;
  };
  await expect.poll(status, { interval: 200 }).toBe("completed");
  return id;
}

/** Shortens an answer and replaces values that vary, so that it can serve as an example. */
function asShown(value: unknown, url: string): unknown {
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "2026-05-01T09:23:00.000Z";
    // Varies with every source, document or number.
    if (/^[0-9a-f]{64}$/.test(value)) return "0123456789abcdef".repeat(4);
    const shown = value.replaceAll(url, "https://etesian.example.org").replaceAll(SWEEP_IDS, EXAMPLE_SWEEP);
    return shown.slice(0, EXAMPLE_LIMITS.characters);
  }
  if (Array.isArray(value)) return value.slice(0, EXAMPLE_LIMITS.items).map((item) => asShown(item, url));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const some =
    fields.length > EXAMPLE_LIMITS.fields
      ? [...fields.slice(0, EXAMPLE_LIMITS.ends), ...fields.slice(-EXAMPLE_LIMITS.ends)]
      : fields;
  // An estimate varies with the machine.
  return Object.fromEntries(some.map(([name, field]) => [name, name === "seconds" ? 1.5 : asShown(field, url)]));
}

test("every example works as described, and returns the documented answer", async () => {
  const document = await client.get<OpenApi>("/docs/json");
  const answers = new Answers(document);
  const shown: { [operation: string]: { readonly status: string; readonly body: unknown } } = {};
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const { status } = await client.send({ method, path, headers, body: JSON.stringify(body) });
    expect([200, 201]).toContain(status);
  };
  // The resources of the examples: scenarios 1 to 3, the first a preset, the last saved, and a collection.
  for (const end_year of [2050, 2040, 2050]) await send("POST", "/api/v3/scenarios", { end_year });
  await send("POST", "/api/v3/saved_scenarios", { scenario_id: 3, title: "Saved" });
  await send("POST", "/api/v3/collections", { scenario_ids: [1], title: "Collected" });
  await feature(1);
  const sweep = await completedSweep(document);

  const wrong: string[] = [];
  const operations = operationsOf(dereferenced(document)).toSorted(
    (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || b.template.length - a.template.length,
  );
  for (const operation of operations) {
    // An alias of another operation; an alias that deletes would find nothing.
    if (operation.deprecated === true) continue;
    // A workbook cannot be shown in the document; the test of workbooks sends one.
    if (operation.template === "/api/v3/workbooks") continue;
    const documented = await requestOf(operation);
    const request = { ...documented, path: documented.path.replace(EXAMPLE_SWEEP, sweep) };
    const answer = await client.send(request);
    const problem = answer.status < 300 ? answers.problem(request, answer) : `${answer.status} ${answer.body}`;
    if (problem !== null) wrong.push(`${request.method} ${request.path}: ${problem.slice(0, 300)}`);
    if (operation.method === "PATCH" || !answer.headers["content-type"]?.startsWith("application/json")) continue;
    const example = { status: String(answer.status), body: asShown(JSON.parse(answer.body), server.url) };
    shown[`${operation.method} ${operation.template}`] = example;
    const short = answers.problem(request, { ...answer, body: JSON.stringify(example.body) });
    if (short !== null) wrong.push(`${request.method} ${request.path}, shortened: ${short.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  const kept = Object.fromEntries(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  // To accept a change: npm test -- conformance/src/examples -u
  await expect(`${JSON.stringify(kept, null, 2)}\n`).toMatchFileSnapshot(SHOWN);
  expect(operations.length).toBeGreaterThan(80);
});
