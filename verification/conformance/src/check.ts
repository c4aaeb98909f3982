/**
 * Sends the rows to running servers, and compares the responses with the rows and with the OpenAPI document. Changes
 * are sent twice with one `Idempotency-Key`.
 */
import { randomUUID } from "node:crypto";
import { operatorCause, openAccounts, type AccountStores } from "@etesian/accounts";
import { DocumentedResponses } from "./http/documented-responses.ts";
import { type HttpResponse, Client } from "./http/client.ts";
import { type OpenApi, operationsOf, Routes } from "./http/openapi.ts";
import { issueToken } from "@etesian/standalone/testing";
import { type Deploy, type Deployment, withServer } from "./deployment.ts";
import { difference } from "./differences.ts";
import { isRepeatable, repetitionEvidence, StoredEvents } from "./repeats.ts";
import { type ExpectedResponse, PEOPLE, type Person, type Resource, type Row, type Step } from "./row.ts";

export interface CheckedRow {
  readonly resource: string;
  readonly row: Row;
  /** A description of the problem; null if the response is correct. */
  readonly problem: string | null;
}

export interface Report {
  readonly checkedRows: readonly CheckedRow[];
  /** Operations of the OpenAPI document, as method and path, that no row covers. */
  readonly withoutRow: readonly string[];
  readonly operations: number;
}

/** Checks all rows of some resources; rows about one model share a deployment. */
export async function checkRows(resources: readonly Resource[], deploy: Deploy = withServer): Promise<Report> {
  const checkedRows: CheckedRow[] = [];
  const operations = new Set<string>();
  const coveredOperations = new Set<string>();
  for (const model of new Set(resources.map((resource) => resource.model))) {
    await deploy(model, async (deployment) => {
      await using server = await openServer(deployment);
      for (const { method, template } of operationsOf(server.document)) operations.add(`${method} ${template}`);
      for (const { name, rows } of resources.filter((resource) => resource.model === model)) {
        for (const row of rows) {
          const [method = "", path = ""] = row.send.split(" ");
          const operation = server.routes.find(method, fromRoot(path));
          if (operation !== undefined) coveredOperations.add(`${method} ${operation.template}`);
          checkedRows.push({ resource: name, row, problem: await problemOf(row, server) });
        }
      }
    });
  }
  return { checkedRows, operations: operations.size, withoutRow: [...operations.difference(coveredOperations)] };
}

interface Server extends AsyncDisposable {
  readonly storedEvents: StoredEvents;
  readonly client: Client;
  readonly document: OpenApi;
  readonly routes: Routes;
  readonly responses: DocumentedResponses;
  readonly tokens: ReadonlyMap<Person, string>;
}

async function openServer({ urls, stores }: Deployment): Promise<Server> {
  const client = new Client(...urls);
  const document = await client.get<OpenApi>("/docs/json");
  const tokens = new Map<Person, string>();
  for (const person of PEOPLE) tokens.set(person, await issueToken(stores, `${person}@example.org`));
  await makeAdmin(stores, "admin@example.org");
  const storedEvents = await StoredEvents.open(stores);
  return {
    storedEvents,
    client,
    document,
    routes: new Routes(document),
    responses: new DocumentedResponses(document),
    tokens,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await storedEvents.close();
    },
  };
}

async function makeAdmin(stores: AccountStores, email: string): Promise<void> {
  const { accounts, close } = await openAccounts(stores);
  await accounts.setAdmin(await accounts.getByEmail(email), true, operatorCause());
  await close();
}

async function problemOf(row: Row, server: Server): Promise<string | null> {
  const keptValues = new Map<string, string>();
  const send = (step: Step) => sendStep(step, keptValues, server);
  const creator = row.creator ?? row.as ?? "nobody";
  const usesScenario = JSON.stringify([row, row.setup]).includes("{id}");
  const creationSteps: readonly Step[] = usesScenario
    ? [
        {
          send: "POST /scenarios",
          body: { scenario: row.scenarioFields ?? {} },
          keep: "id",
          ...(creator === "nobody" ? {} : { as: creator }),
        },
      ]
    : [];
  for (const step of [...creationSteps, ...(row.setup ?? [])]) {
    const { response, problem } = await send(step);
    if (problem !== null || response.status >= 400 !== (step.isRefused ?? false))
      return `first, ${step.send}: ${problem ?? `${response.status} ${response.body.slice(0, 300)}`}`;
  }
  const headers = isRepeatable(row) ? { ...row.headers, "idempotency-key": randomUUID() } : (row.headers ?? {});
  const { response: firstResponse, problem } = await send({ ...row, headers });
  const rowProblem = problem ?? problemOfResponse(row.response, firstResponse, keptValues);
  if (rowProblem !== null || !isRepeatable(row)) return rowProblem;
  const requestId = randomUUID();
  const repetition = await send({ ...row, headers: { ...headers, "x-request-id": requestId } });
  return repetitionEvidence(firstResponse, repetition.response, await server.storedEvents.causedBy(requestId));
}

function problemOfResponse(
  { status, code, body, text, headers }: ExpectedResponse,
  response: HttpResponse,
  keptValues: ReadonlyMap<string, string>,
): string | null {
  if (response.status !== status)
    return `status ${response.status}, expected ${status}: ${response.body.slice(0, 300)}`;
  return (
    difference(
      { ...headers, ...(code === undefined ? {} : { "x-error-code": code }) },
      response.headers,
      keptValues,
      "headers",
    ) ??
    (body === undefined ? null : difference(body, parseJson(response.body), keptValues)) ??
    (text === undefined ? null : difference(text, response.body, keptValues))
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function sendStep(
  step: Step,
  keptValues: Map<string, string>,
  { client, responses, tokens }: Server,
): Promise<{ readonly response: HttpResponse; readonly problem: string | null }> {
  const [method = "", path = ""] = fillIn(step.send, keptValues).split(" ");
  const token = step.as && tokens.get(step.as);
  const { type, body } = await bodyOf(step, keptValues);
  const request = {
    method,
    path: fromRoot(path),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(type === null ? {} : { "content-type": type }),
      ...Object.fromEntries(
        Object.entries(step.headers ?? {}).map(([name, value]) => [name, fillIn(value, keptValues)]),
      ),
    },
    body,
  };
  const response = await client.send(request);
  if (step.keep !== undefined) keepValue(step.keep, response, keptValues);
  return { response, problem: responses.problemOf(request, response) };
}

const fromRoot = (path: string): string => (path.startsWith("//") ? path.slice(1) : `/api/v3${path}`);

/** `name`, `header etag as name`, or `body parts.dataset.sha256 as name`. */
function keepValue(rule: string, { headers, body }: HttpResponse, keptValues: Map<string, string>): void {
  const [, source = "body", path = "id", name = rule] = /^(header|body) (\S+) as (\S+)$/.exec(rule) ?? [];
  const readBodyField = (): unknown =>
    path
      .split(".")
      .reduce<unknown>(
        (value, field) => (value as { readonly [field: string]: unknown } | null)?.[field],
        parseJson(body),
      );
  keptValues.set(name, String(source === "header" ? headers[path] : readBodyField()));
}

async function bodyOf({ body, form, file }: Step, keptValues: ReadonlyMap<string, string>) {
  if (file !== undefined) {
    const fields = new FormData();
    for (const [name, value] of Object.entries(file.fields ?? {})) fields.append(name, value);
    fields.append("file", new Blob([file.content]), file.name);
    const encoded = new Response(fields);
    return { type: encoded.headers.get("content-type"), body: await encoded.text() };
  }
  if (form !== undefined) return { type: "application/x-www-form-urlencoded", body: fillIn(form, keptValues) };
  if (body === undefined) return { type: null, body: null };
  const text = JSON.stringify(body).replaceAll(
    /"\{(\w+)\}"/g,
    (placeholder, name: string) => keptValues.get(name) ?? placeholder,
  );
  return { type: "application/json", body: fillIn(text, keptValues) };
}

/** Replaces names in braces with the saved values. */
const fillIn = (text: string, keptValues: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => keptValues.get(name) ?? placeholder);
