/** Sends each example of the OpenAPI document, as `/docs` offers it, and tests that it works as documented. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operatorCause, openAccounts } from "@etesian/accounts";
import { openEventStore } from "@etesian/event-store";
import { storeUrl } from "@etesian/event-store/service";
import { createStoredScenarios } from "@etesian/scenarios";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocumentedResponses } from "./http/documented-responses.ts";
import { Client, type HttpRequest } from "./http/client.ts";
import { dereference, type OpenApi, operationsOf, type Parameter, type RoutedOperation } from "./http/openapi.ts";
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

async function makePreset(id: number): Promise<void> {
  const store = await openEventStore(await storeUrl({ data: directory, store: null }));
  const event = {
    group: "national",
    ordering: 1,
    titleEn: "An example",
    titleNl: "Een voorbeeld",
    descriptionEn: "A text about it.",
    descriptionNl: null,
    author: null,
  };
  await createStoredScenarios(store).handle(id, { type: "FeatureScenario", featured: event }, operatorCause());
  await store.close();
}

/** The example values of a parameter, several for a list; undefined if it has no example. */
function exampleOf({ example, schema }: Parameter): readonly string[] | undefined {
  const value = example ?? schema.example ?? schema.examples?.[0];
  return value === undefined ? undefined : [value].flat().map((item) => JSON.stringify(item).replaceAll('"', ""));
}

/** The example of a body, in the document's encoding; files are fields of a form. */
async function bodyOf({
  requestBody,
}: RoutedOperation): Promise<{ readonly type: string; readonly body: string } | null> {
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

/** Replaces the document's hash with an existing one, of a part or of attached numbers. */
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

async function requestOf(operation: RoutedOperation): Promise<HttpRequest> {
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

/** Location of the documented responses. */
const EXAMPLES_FILE = join(import.meta.dirname, "../../../services/gateway/src/http/generated/answers.json");
/** Limits on lists, on objects keyed by names, and on strings in examples. */
const EXAMPLE_LIMITS = { items: 2, fields: 40, ends: 8, characters: 120 };

/** The IDs of sweeps are random. */
const SWEEP_IDS = /\b[0-9a-f]{14}\b/g;
const EXAMPLE_SWEEP = "0123456789abcd";

/** Requests the documented sweep of scenario 1; returns its ID once it has results. */
async function completedSweep(document: OpenApi): Promise<string> {
  const example = operationsOf(dereference(document)).find(
    ({ method, template }) => method === "POST" && template === "/api/v3/sweeps",
  )!;
  const { body } = await client.send(await requestOf(example));
  const { id } = JSON.parse(body) as { readonly id: string };
  const headers = { authorization: `Bearer ${token}` };
  const status = async (): Promise<string> => {
    const response = await client.send({ method: "GET", path: `/api/v3/sweeps/${id}`, headers, body: null });
    return (JSON.parse(response.body) as { readonly status: string }).status;
  };
  await expect.poll(status, { interval: 200 }).toBe("completed");
  return id;
}

/** Shortens a response and replaces values that vary, so that it can serve as an example. */
function toExample(value: unknown, url: string): unknown {
  if (typeof value === "string") {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "2026-05-01T09:23:00.000Z";
    // Hashes change with every source, document and number.
    if (/^[0-9a-f]{64}$/.test(value)) return "0123456789abcdef".repeat(4);
    const text = value.replaceAll(url, "https://etesian.example.org").replaceAll(SWEEP_IDS, EXAMPLE_SWEEP);
    return text.slice(0, EXAMPLE_LIMITS.characters);
  }
  if (Array.isArray(value)) return value.slice(0, EXAMPLE_LIMITS.items).map((item) => toExample(item, url));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const selectedFields =
    fields.length > EXAMPLE_LIMITS.fields
      ? [...fields.slice(0, EXAMPLE_LIMITS.ends), ...fields.slice(-EXAMPLE_LIMITS.ends)]
      : fields;
  // An estimate varies with the machine.
  return Object.fromEntries(
    selectedFields.map(([name, field]) => [name, name === "seconds" ? 1.5 : toExample(field, url)]),
  );
}

test("every example works as described, and returns the documented response", async () => {
  const document = await client.get<OpenApi>("/docs/json");
  const responses = new DocumentedResponses(document);
  const examples: { [operation: string]: { readonly status: string; readonly body: unknown } } = {};
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const { status } = await client.send({ method, path, headers, body: JSON.stringify(body) });
    expect([200, 201]).toContain(status);
  };
  // The resources of the examples: scenarios 1 to 3, the first a preset, the last saved, and a collection.
  for (const end_year of [2050, 2040, 2050]) await send("POST", "/api/v3/scenarios", { end_year });
  await send("POST", "/api/v3/saved_scenarios", { scenario_id: 3, title: "Saved" });
  await send("POST", "/api/v3/collections", { scenario_ids: [1], title: "Collected" });
  await makePreset(1);
  const sweep = await completedSweep(document);

  const problems: string[] = [];
  const operations = operationsOf(dereference(document)).toSorted(
    (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || b.template.length - a.template.length,
  );
  for (const operation of operations) {
    // An alias of another operation, which may have deleted the resource.
    if (operation.deprecated === true) continue;
    // A workbook cannot be shown in the document; the test of workbooks sends one.
    if (operation.template === "/api/v3/workbooks") continue;
    const documentedRequest = await requestOf(operation);
    const request = { ...documentedRequest, path: documentedRequest.path.replace(EXAMPLE_SWEEP, sweep) };
    const response = await client.send(request);
    const problem =
      response.status < 300 ? responses.problemOf(request, response) : `${response.status} ${response.body}`;
    if (problem !== null) problems.push(`${request.method} ${request.path}: ${problem.slice(0, 300)}`);
    if (operation.method === "PATCH" || !response.headers["content-type"]?.startsWith("application/json")) continue;
    const example = { status: String(response.status), body: toExample(JSON.parse(response.body), server.url) };
    examples[`${operation.method} ${operation.template}`] = example;
    const shortenedProblem = responses.problemOf(request, { ...response, body: JSON.stringify(example.body) });
    if (shortenedProblem !== null)
      problems.push(`${request.method} ${request.path}, shortened: ${shortenedProblem.slice(0, 300)}`);
  }
  expect(problems).toEqual([]);
  const sortedExamples = Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  // To accept a change: npm test -- conformance/src/examples -u
  await expect(`${JSON.stringify(sortedExamples, null, 2)}\n`).toMatchFileSnapshot(EXAMPLES_FILE);
  expect(operations.length).toBeGreaterThan(80);
});
