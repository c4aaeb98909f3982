/**
 * Tests that every request gets a response that the OpenAPI document describes and that is not a server error, and that
 * refused requests change nothing. `any-field.whole.test.ts` tests every field; `npm run fuzz` sends more, for longer.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleSize } from "@etesian/testing/sample";
import { DocumentedResponses } from "../http/documented-responses.ts";
import { CALLERS, emailOf, problemOfSequence, sequences } from "./batches.ts";
import { HOSTILE_INPUTS, sendRaw } from "./hostile-inputs.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { requests } from "./requests.ts";
import { plainRequests } from "./worst-cases.ts";

/** A fixed seed; `npm run fuzz` uses random ones. */
const SEED = 1;
const REQUESTS = sampleSize(300, 2_000);
const SEQUENCES = sampleSize(25, 200);
const CONCURRENCY = 4;

let target: FuzzTarget;
beforeAll(async () => {
  target = await FuzzTarget.start();
});
afterAll(() => target.stop());

/** The current state of the scenario that a path names. */
const scenarioOf = async (path: string): Promise<string> => {
  const id = /^\/api\/v3\/scenarios\/(\d{1,9})(?![\w%])/.exec(path)?.[1];
  if (id === undefined) return "";
  return (await target.client.send({ method: "GET", path: `/api/v3/scenarios/${id}`, headers: {}, body: null })).body;
};

test("any request gets a documented response, and a refused request has no effect", async () => {
  const responses = new DocumentedResponses(target.survey.document);
  await fc.assert(
    fc.asyncProperty(requests(target.survey.document, target.survey.existingValues), async (request) => {
      const changes = ["PUT", "PATCH", "POST", "DELETE"].includes(request.method);
      const previousState = changes ? await scenarioOf(request.path) : "";
      const response = await target.client.send(request);
      expect([responses.problemOf(request, response), response.body.slice(0, 300)]).toEqual([null, expect.any(String)]);
      expect(changes && response.status >= 400 ? await scenarioOf(request.path) : previousState).toBe(previousState);
    }),
    { numRuns: REQUESTS, seed: SEED },
  );
});

test("inputs that have crashed servers are refused or harmless", async () => {
  const [input] = target.survey.existingValues["inputs"]!;
  const statuses: { [description: string]: number | null } = {};
  // Sent concurrently, because some requests are never complete and time out.
  const remainingInputs = Object.entries(HOSTILE_INPUTS);
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let next = remainingInputs.shift(); next !== undefined; next = remainingInputs.shift()) {
      const [description, bytes] = next;
      statuses[description] = await sendRaw(target.server.url, bytes.replaceAll("KEY", String(input)));
    }
  });
  await Promise.all(workers);
  const serverErrors = Object.entries(statuses).filter(([, status]) => status !== null && status >= 500);
  expect(serverErrors).toEqual([]);
  expect(Object.keys(statuses).length).toBeGreaterThan(45);
  expect((await fetch(`${target.server.url}/healthz`)).status).toBe(200);
});

test("batches of users in which callers lose their role follow the rules", async () => {
  const responses = new DocumentedResponses(target.survey.document);
  const tokens = new Map<string, string>();
  for (const caller of CALLERS) tokens.set(caller, await target.server.token(emailOf(caller)));
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      expect(await problemOfSequence(sequence, target.client, responses, tokens)).toBeNull();
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
});

/** Runs last, because it deletes resources that the others need. */
test("no response of any operation names a host invented by the request", async () => {
  const inventedHost = "evil.example.com";
  const forgedHeaders = {
    host: inventedHost,
    "x-forwarded-host": inventedHost,
    "x-forwarded-proto": "https",
    forwarded: `host=${inventedHost}`,
  };
  const responses: { readonly description: string; readonly status: number; readonly text: string }[] = [];
  for (const { description, request } of plainRequests(target.survey.document, target.survey.existingValues)) {
    const { status, headers, body } = await target.client.send({
      ...request,
      headers: { ...request.headers, ...forgedHeaders },
    });
    responses.push({ description, status, text: JSON.stringify(headers) + body });
  }
  expect(responses.filter(({ text }) => text.includes("evil")).map(({ description }) => description)).toEqual([]);
  // Most responses are successes, and every URL in a response is the server's.
  expect(responses.length).toBeGreaterThan(100);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(60);
  expect(responses.filter(({ text }) => text.includes(`${target.server.url}/api/v3/`)).length).toBeGreaterThan(10);
});
