/** Tests that the whole OpenAPI document is valid and complete. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { savedScenarioEvents } from "@etesian/contracts/events/saved-scenario";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { gateway, newGateway } from "../../gateway.fixture.ts";
import { snakeCase } from "../../time/change-json.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Event extends Schema {
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties?: { readonly [field: string]: Event };
}
interface Media {
  readonly [type: string]: { readonly schema: Schema };
}
interface DescribedPart {
  readonly $ref?: string;
  readonly content?: Media;
  readonly headers?: object;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string }[];
  readonly requestBody?: DescribedPart;
  readonly responses: { readonly [status: string]: DescribedPart };
}
interface Document {
  readonly info: { readonly contact: object };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly [kind: string]: { readonly [name: string]: object } };
}

let document: Document;
let operations: readonly Operation[];
beforeAll(async () => {
  const app = await newGateway();
  document = (await app.inject("/docs/json")).json();
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

const operation = (id: string): Operation => operations.find(({ operationId }) => operationId === id)!;
const parameters = (id: string): readonly string[] =>
  operation(id).parameters.map(({ $ref = "", name = $ref.split("/").at(-1)! }) => name);
const headers = (id: string, status: string): readonly string[] =>
  Object.keys(operation(id).responses[status]?.headers ?? {});

test("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect([valid, errors]).toEqual([true, undefined]);
});

describe("the headers of an operation", () => {
  test("headers show which changes accept If-Match and an Idempotency-Key", () => {
    expect(parameters("updateScenario")).toEqual(expect.arrayContaining(["If-Match", "Idempotency-Key"]));
    expect(parameters("createScenario")).not.toContain("If-Match");
    expect(parameters("createScenario")).toContain("Idempotency-Key");
    for (const id of ["postScenarioPreview", "postScenarioNodesStats", "getScenario"]) {
      expect([id, parameters(id)]).toEqual([id, expect.not.arrayContaining(["Idempotency-Key"])]);
    }
  });

  test("headers show which reads can be conditional and which streams can be resumed", () => {
    expect(parameters("getScenario")).toContain("If-None-Match");
    expect(parameters("getScenarioEvents")).toContain("Last-Event-ID");
    expect(parameters("getScenarioEvents")).not.toContain("If-None-Match");
  });

  test("response headers are described", () => {
    expect(headers("getScenario", "200")).toContain("ETag");
    expect(headers("updateScenario", "200")).toContain("ETag");
    expect(headers("postScenarioPreview", "200")).not.toContain("ETag");
    expect(headers("postCollections", "201")).toContain("Location");
    expect(headers("getScenarioEnergyFlowCsv", "200")).toContain("Content-Disposition");
  });

  test.each([
    ["Error401", "WWW-Authenticate"],
    ["Error405", "Allow"],
    ["Error429", "Retry-After"],
    ["Error503", "Retry-After"],
    ["NotModified", "ETag"],
  ])("%s has %s", (response, header) => {
    expect(Object.keys((document.components["responses"]![response] as DescribedPart).headers!)).toContain(header);
  });
});

test("every response has a request ID, and every error a code", () => {
  const all = operations.flatMap(({ responses }) => Object.entries(responses));
  const inline = all.filter(([, response]) => response.$ref === undefined);
  const sharedResponses = Object.entries(document.components["responses"]!);
  for (const [status, response] of [...inline, ...sharedResponses]) {
    const isError = /^(?:Error)?[45]/.test(status);
    const names = ["X-Request-Id", ...(isError ? ["X-Error-Code"] : [])];
    expect([status, Object.keys((response as DescribedPart).headers!)]).toEqual([
      status,
      expect.arrayContaining(names),
    ]);
  }
});

test("405 is declared for paths that exist with different methods", () => {
  const declaringOperations = operations.filter(({ responses }) => responses["405"] !== undefined);
  expect(declaringOperations.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["getScenarioNode", "putScenarioUserSortable"]),
  );
  expect(declaringOperations.map(({ operationId }) => operationId)).not.toContain("getScenarioInput");
});

test("parameters of several operations are components", () => {
  const inline = operations.flatMap((operation) => operation.parameters.filter(({ $ref }) => $ref === undefined));
  const names = inline.map((parameter) => JSON.stringify(parameter));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.keys(document.components["parameters"]!)).toEqual(
    expect.arrayContaining(["ScenarioId", "SavedScenarioId", "At", "Page", "If-Match", "traceparent"]),
  );
});

test("every body is a component, and so is its schema in every media type", () => {
  const operationsWithBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(operationsWithBody.length).toBeGreaterThan(40);
  const inlineBodies = operationsWithBody.filter(
    ({ requestBody }) => requestBody?.$ref?.startsWith("#/components/requestBodies/") !== true,
  );
  expect(inlineBodies.map(({ operationId }) => operationId)).toEqual([]);
  for (const [name, body] of Object.entries(document.components["requestBodies"]!)) {
    const schemas = Object.values((body as DescribedPart).content!).map(({ schema }) => schema);
    for (const schema of schemas) expect(schema).toEqual({ $ref: `#/components/schemas/${name}` });
  }
});

test("PUT and PATCH take the same body", () => {
  const { put, patch } = document.paths["/api/v3/scenarios/{id}"]!;
  expect(put!.requestBody).toEqual({ $ref: "#/components/requestBodies/ScenarioUpdate" });
  expect(patch!.requestBody).toEqual(put!.requestBody);
});

test("every operation is in a described group, and no group is empty", () => {
  const groups = document.tags.map(({ name }) => name);
  expect(operations.flatMap(({ tags }) => (tags.length === 1 && groups.includes(tags[0]!) ? [] : tags))).toEqual([]);
  expect(groups.filter((group) => !operations.some(({ tags }) => tags.includes(group)))).toEqual([]);
  for (const { description } of document.tags) expect(description).toMatch(/\w.+\.$/);
});

test("every operation has a short summary and a description in sentences", () => {
  for (const { operationId, summary, description } of operations) {
    expect([operationId, summary]).toEqual([operationId, expect.stringMatching(/^[A-Z](?!.*\.$)/)]);
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/^[A-Z`].+\.$/s)]);
    expect(summary).not.toMatch(/^(?:Who|Which|What)/);
  }
});

test.each([
  [null, { name: "The operator of this server" }],
  ["mailto:ada@example.org", { name: "The operator of this server", email: "ada@example.org" }],
  ["https://example.org/help", { name: "The operator of this server", url: "https://example.org/help" }],
])("with the contact %j, the document has %j, and /docs links to it", async (contact, info) => {
  const app = await gateway({}, { contact });
  const json = (await app.inject("/docs/json")).json<Document>();
  expect(json.info.contact).toEqual(info);
  expect((await app.inject("/docs")).body.includes(`href="${contact}"`)).toBe(contact !== null);
});

describe("live events", () => {
  const component = (name: string) => document.components["schemas"]![name] as Event;
  /** Names of the components of a stream's messages. */
  const messagesOf = (id: string): readonly string[] => {
    const { $ref, anyOf = [{ $ref }] } = operation(id).responses["200"]!.content!["text/event-stream"]!.schema;
    return anyOf.map((schema) => schema.$ref!.replace("#/components/schemas/", ""));
  };

  test.each([
    ["getScenarioEvents", "Change", ["TeamMessage"], scenarioEvents] as const,
    ["getSavedScenarioEvents", "SavedScenarioChange", [], savedScenarioEvents] as const,
  ])("%s has a component with a name and data for every stored event", (id, union, others, events) => {
    expect(messagesOf(id)).toEqual([union, ...others]);
    const names = component(union).anyOf!.map(({ $ref }) => $ref!.split("/").at(-1)!);
    expect(names).toEqual(Object.keys(events));
    for (const [name, { schema }] of Object.entries<{ schema: z.ZodObject }>(events)) {
      const { type, data } = component(name).properties!;
      const fields = Object.keys(schema.shape);
      expect([type!.const, Object.keys(data!.properties ?? {})]).toEqual([snakeCase(name), fields.map(snakeCase)]);
    }
  });

  test("fields have the names used in responses, and fields hidden from some callers are optional", () => {
    const createdData = component("ScenarioCreated").properties!["data"]!;
    expect(Object.keys(createdData.properties!)).toEqual(expect.arrayContaining(["end_year", "user_values", "owner"]));
    expect(createdData.required).toContain("user_values");
    expect(createdData.required).not.toContain("owner");
    expect(JSON.stringify(createdData.properties!["scaling"])).toContain('"base_value"');
    expect(component("RoleGranted").properties!["data"]!.required).toBeUndefined();
  });
});

test("every component is used", () => {
  const text = JSON.stringify(document);
  for (const [kind, parts] of Object.entries(document.components)) {
    if (kind === "securitySchemes") continue;
    for (const name of Object.keys(parts)) {
      expect([name, text.includes(`"#/components/${kind}/${name}"`)]).toEqual([name, true]);
    }
  }
});
