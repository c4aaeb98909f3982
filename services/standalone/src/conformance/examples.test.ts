/** The examples of the OpenAPI document, as `/docs` offers them: each is sent, and does what it says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Answers } from "../http/answers.ts";
import { Client, type HttpRequest } from "../http/client.ts";
import { dereferenced, type OpenApi, operationsOf, type Parameter, type PlacedOperation } from "../http/openapi.ts";
import { startForTest, type TestServer } from "../test-server.ts";

const STARTER = join(import.meta.dirname, "../../../../models/starter");
/** What is deleted comes last, and what is below it before. */
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
});
afterAll(async () => {
  client.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Of a list, its items; undefined where a parameter has no example. */
function exampleOf({ example, schema }: Parameter): readonly string[] | undefined {
  const found = example ?? schema.example ?? schema.examples?.[0];
  return found === undefined ? undefined : [found].flat().map((item) => JSON.stringify(item).replaceAll('"', ""));
}

function requestOf({ method, template, parameters = [], requestBody }: PlacedOperation): HttpRequest {
  const query = new URLSearchParams();
  let path = template;
  for (const parameter of parameters) {
    const example = exampleOf(parameter);
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, encodeURIComponent(example?.join() ?? ""));
    if (parameter.in === "query") for (const value of example ?? []) query.append(parameter.name, value);
  }
  const body = requestBody?.content["application/json"]?.example;
  return {
    method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

test("every example does what it says", { timeout: 120_000 }, async () => {
  const document = await client.get<OpenApi>("/docs/json");
  const answers = new Answers(document);
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const { status } = await client.send({ method, path, headers, body: JSON.stringify(body) });
    expect([200, 201]).toContain(status);
  };
  // What the examples speak of: scenarios 1 to 3, one of them saved, and a collection.
  for (const end_year of [2050, 2040, 2050]) await send("POST", "/api/v3/scenarios", { end_year });
  await send("POST", "/api/v3/saved_scenarios", { scenario_id: 3, title: "Saved" });
  await send("POST", "/api/v3/collections", { scenario_ids: [1], title: "Collected" });

  const wrong: string[] = [];
  const operations = operationsOf(dereferenced(document)).toSorted(
    (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || b.template.length - a.template.length,
  );
  for (const operation of operations) {
    // It does what the operation does that came in its place: one that deletes would find nothing.
    if (operation.deprecated === true) continue;
    const request = requestOf(operation);
    const answer = await client.send(request);
    const problem = answer.status < 300 ? answers.problem(request, answer) : `${answer.status} ${answer.body}`;
    if (problem !== null) wrong.push(`${request.method} ${request.path}: ${problem.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(operations.length).toBeGreaterThan(80);
});
