/**
 * Sends the rows to running servers, and compares the answers with the rows and with the OpenAPI document. Changes are
 * sent twice with one `Idempotency-Key`.
 */
import { randomUUID } from "node:crypto";
import { operatorCause, openAccounts, type AccountStores } from "@etesian/accounts";
import { Answers } from "./http/answers.ts";
import { type Answer, Client } from "./http/client.ts";
import { type OpenApi, operationsOf, Routes } from "./http/openapi.ts";
import { issueToken } from "@etesian/standalone/testing";
import { type Deploy, type Deployment, withServer } from "./deployment.ts";
import { difference } from "./differences.ts";
import { isRepeatable, repetitionEvidence, StoredEvents } from "./repeats.ts";
import { type Expected, PEOPLE, type Person, type Resource, type Row, type Step } from "./row.ts";

export interface CheckedRow {
  readonly resource: string;
  readonly row: Row;
  /** A description; null if the answer is correct. */
  readonly problem: string | null;
}

export interface Report {
  readonly checked: readonly CheckedRow[];
  /** Operations of the OpenAPI document, as method and path, that no row covers. */
  readonly withoutRow: readonly string[];
  readonly operations: number;
}

/** Checks all rows of some resources; rows about one model share a deployment. */
export async function checkRows(resources: readonly Resource[], deploy: Deploy = withServer): Promise<Report> {
  const checked: CheckedRow[] = [];
  const operations = new Set<string>();
  const covered = new Set<string>();
  for (const model of new Set(resources.map((resource) => resource.model))) {
    await deploy(model, async (deployment) => {
      await using server = await openServer(deployment);
      for (const { method, template } of operationsOf(server.document)) operations.add(`${method} ${template}`);
      for (const { name, rows } of resources.filter((resource) => resource.model === model)) {
        for (const row of rows) {
          const [method = "", path = ""] = row.send.split(" ");
          const operation = server.routes.find(method, fromRoot(path));
          if (operation !== undefined) covered.add(`${method} ${operation.template}`);
          checked.push({ resource: name, row, problem: await problemOf(row, server) });
        }
      }
    });
  }
  return { checked, operations: operations.size, withoutRow: [...operations.difference(covered)] };
}

interface Server extends AsyncDisposable {
  readonly stored: StoredEvents;
  readonly client: Client;
  readonly document: OpenApi;
  readonly routes: Routes;
  readonly answers: Answers;
  readonly tokens: ReadonlyMap<Person, string>;
}

async function openServer({ urls, place }: Deployment): Promise<Server> {
  const client = new Client(...urls);
  const document = await client.get<OpenApi>("/docs/json");
  const tokens = new Map<Person, string>();
  for (const person of PEOPLE) tokens.set(person, await issueToken(place, `${person}@example.org`));
  await makeAdmin(place, "admin@example.org");
  const stored = await StoredEvents.open(place);
  return {
    stored,
    client,
    document,
    routes: new Routes(document),
    answers: new Answers(document),
    tokens,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await stored.close();
    },
  };
}

async function makeAdmin(place: AccountStores, email: string): Promise<void> {
  const { accounts, close } = await openAccounts(place);
  await accounts.setAdmin(await accounts.getByEmail(email), true, operatorCause());
  await close();
}

async function problemOf(row: Row, server: Server): Promise<string | null> {
  const kept = new Map<string, string>();
  const send = (step: Step) => sendStep(step, kept, server);
  const by = row.by ?? row.as ?? "nobody";
  const usesScenario = JSON.stringify([row, row.first]).includes("{id}");
  const making: readonly Step[] = usesScenario
    ? [
        {
          send: "POST /scenarios",
          body: { scenario: row.given ?? {} },
          keep: "id",
          ...(by === "nobody" ? {} : { as: by }),
        },
      ]
    : [];
  for (const step of [...making, ...(row.first ?? [])]) {
    const { answer, problem } = await send(step);
    if (problem !== null || answer.status >= 400 !== (step.isRefused ?? false))
      return `first, ${step.send}: ${problem ?? `${answer.status} ${answer.body.slice(0, 300)}`}`;
  }
  const headers = isRepeatable(row) ? { ...row.headers, "idempotency-key": randomUUID() } : (row.headers ?? {});
  const { answer, problem } = await send({ ...row, headers });
  const wrong = problem ?? unexpected(row.answer, answer, kept);
  if (wrong !== null || !isRepeatable(row)) return wrong;
  const requestId = randomUUID();
  const again = await send({ ...row, headers: { ...headers, "x-request-id": requestId } });
  return repetitionEvidence(answer, again.answer, await server.stored.causedBy(requestId));
}

function unexpected(
  { status, code, body, text, headers }: Expected,
  answer: Answer,
  kept: ReadonlyMap<string, string>,
): string | null {
  if (answer.status !== status) return `status ${answer.status}, expected ${status}: ${answer.body.slice(0, 300)}`;
  return (
    difference(
      { ...headers, ...(code === undefined ? {} : { "x-error-code": code }) },
      answer.headers,
      kept,
      "headers",
    ) ??
    (body === undefined ? null : difference(body, json(answer.body), kept)) ??
    (text === undefined ? null : difference(text, answer.body, kept))
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function sendStep(
  step: Step,
  kept: Map<string, string>,
  { client, answers, tokens }: Server,
): Promise<{ readonly answer: Answer; readonly problem: string | null }> {
  const [method = "", path = ""] = filled(step.send, kept).split(" ");
  const token = step.as && tokens.get(step.as);
  const { type, body } = await bodyOf(step, kept);
  const request = {
    method,
    path: fromRoot(path),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(type === null ? {} : { "content-type": type }),
      ...Object.fromEntries(Object.entries(step.headers ?? {}).map(([name, value]) => [name, filled(value, kept)])),
    },
    body,
  };
  const answer = await client.send(request);
  if (step.keep !== undefined) keep(step.keep, answer, kept);
  return { answer, problem: answers.problem(request, answer) };
}

const fromRoot = (path: string): string => (path.startsWith("//") ? path.slice(1) : `/api/v3${path}`);

/** `name`, `header etag as name`, or `body parts.dataset.sha256 as name`. */
function keep(rule: string, { headers, body }: Answer, kept: Map<string, string>): void {
  const [, where = "body", path = "id", name = rule] = /^(header|body) (\S+) as (\S+)$/.exec(rule) ?? [];
  const inBody = (): unknown =>
    path
      .split(".")
      .reduce<unknown>((found, field) => (found as { readonly [field: string]: unknown } | null)?.[field], json(body));
  kept.set(name, String(where === "header" ? headers[path] : inBody()));
}

async function bodyOf({ body, form, file }: Step, kept: ReadonlyMap<string, string>) {
  if (file !== undefined) {
    const fields = new FormData();
    for (const [name, value] of Object.entries(file.fields ?? {})) fields.append(name, value);
    fields.append("file", new Blob([file.content]), file.name);
    const encoded = new Response(fields);
    return { type: encoded.headers.get("content-type"), body: await encoded.text() };
  }
  if (form !== undefined) return { type: "application/x-www-form-urlencoded", body: filled(form, kept) };
  if (body === undefined) return { type: null, body: null };
  const written = JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (whole, name: string) => kept.get(name) ?? whole);
  return { type: "application/json", body: filled(written, kept) };
}

/** Replaces names in braces by the kept values. */
const filled = (text: string, kept: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
