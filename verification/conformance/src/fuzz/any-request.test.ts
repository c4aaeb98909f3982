/**
 * Every request gets an answer that the OpenAPI document describes and that is not a server error. Refused requests
 * change nothing. `npm run fuzz` sends more, for longer.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { Answers } from "../http/answers.ts";
import { Client } from "../http/client.ts";
import { CALLERS, emailOf, problemOfSequence, sequences } from "./batches.ts";
import { survey } from "./survey.ts";
import { HOSTILE_INPUTS, sendRaw } from "./hostile-inputs.ts";
import { requests } from "./requests.ts";
import { plainRequests, worstCases, wrongTypes } from "./worst-cases.ts";
import { startForTest, type TestServer } from "@etesian/standalone/testing";

/** A fixed seed; `npm run fuzz` draws others. */
const SEED = 1;
const REQUESTS = sampled(300, 2_000);
const SEQUENCES = sampled(25, 200);
const AT_ONCE = 4;

let directory: string;
let server: TestServer;
let client: Client;
let surveyed: Awaited<ReturnType<typeof survey>>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "etesian-any-"));
  writeVillage(join(directory, "village"));
  // As behind a proxy that forwards all headers, the worst case for `X-Forwarded-Host`.
  server = await startForTest({ model: join(directory, "village"), data: join(directory, "data"), trustProxy: 1 });
  client = new Client(server.url);
  surveyed = await survey(client, await server.token("somebody@example.org"));
});
afterAll(async () => {
  client.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The current state of the scenario that a path names. */
const scenarioOf = async (path: string): Promise<string> => {
  const id = /^\/api\/v3\/scenarios\/(\d{1,9})(?![\w%])/.exec(path)?.[1];
  if (id === undefined) return "";
  return (await client.send({ method: "GET", path: `/api/v3/scenarios/${id}`, headers: {}, body: null })).body;
};

test("any request gets a documented answer, and a refused request has no effect", async () => {
  const answers = new Answers(surveyed.document);
  await fc.assert(
    fc.asyncProperty(requests(surveyed.document, surveyed.known), async (request) => {
      const changes = ["PUT", "PATCH", "POST", "DELETE"].includes(request.method);
      const before = changes ? await scenarioOf(request.path) : "";
      const answer = await client.send(request);
      expect([answers.problem(request, answer), answer.body.slice(0, 300)]).toEqual([null, expect.any(String)]);
      expect(changes && answer.status >= 400 ? await scenarioOf(request.path) : before).toBe(before);
    }),
    { numRuns: REQUESTS, seed: SEED },
  );
});

/**
 * Each field name once: `npm run fuzz` sends all operations with every worst value, and measures how long others wait.
 */
test("a field of maximum length that is almost a number is parsed in linear time", async () => {
  const byField = new Map(
    worstCases(surveyed.document, surveyed.known)
      .filter(({ about }) => about.endsWith(": blanks and an x"))
      .map((one) => [/(\w*): blanks/.exec(one.about)![1], one]),
  );
  expect(byField.size).toBeGreaterThan(40);
  for (const { about, request } of byField.values()) {
    expect([about, (await client.send(request())).status]).toEqual([about, expect.toSatisfy((status) => status < 500)]);
  }
});

test("inputs that have brought servers down are refused or harmless", async () => {
  const [input] = surveyed.known["inputs"]!;
  const statuses: { [about: string]: number | null } = {};
  // Sent concurrently, because some are never complete and time out.
  const left = Object.entries(HOSTILE_INPUTS);
  const sending = Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [about, bytes] = next;
      statuses[about] = await sendRaw(server.url, bytes.replaceAll("KEY", String(input)));
    }
  });
  await Promise.all(sending);
  const faults = Object.entries(statuses).filter(([, status]) => status !== null && status >= 500);
  expect(faults).toEqual([]);
  expect(Object.keys(statuses).length).toBeGreaterThan(45);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test("a value of another type in any field gets a documented answer", async () => {
  const answers = new Answers(surveyed.document);
  const cases = wrongTypes(surveyed.document, surveyed.known);
  expect(cases.length).toBeGreaterThan(500);
  for (const { about, request } of cases) {
    const sent = request();
    expect([about, answers.problem(sent, await client.send(sent))]).toEqual([about, null]);
  }
});

test("batches of users in which callers lose their role follow the rules", async () => {
  const answers = new Answers(surveyed.document);
  const tokens = new Map<string, string>();
  for (const caller of CALLERS) tokens.set(caller, await server.token(emailOf(caller)));
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      expect(await problemOfSequence(sequence, client, answers, tokens)).toBeNull();
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
});

/** Runs last, because it deletes resources that the others need. */
test("no answer of any operation names a host invented by the request", async () => {
  const evil = "evil.example.com";
  const lies = { host: evil, "x-forwarded-host": evil, "x-forwarded-proto": "https", forwarded: `host=${evil}` };
  const answers: { readonly about: string; readonly status: number; readonly text: string }[] = [];
  for (const { about, request } of plainRequests(surveyed.document, surveyed.known)) {
    const { status, headers, body } = await client.send({ ...request, headers: { ...request.headers, ...lies } });
    answers.push({ about, status, text: JSON.stringify(headers) + body });
  }
  expect(answers.filter(({ text }) => text.includes("evil")).map(({ about }) => about)).toEqual([]);
  // Most answers are successes, and those with addresses name the server's.
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(60);
  expect(answers.filter(({ text }) => text.includes(`${server.url}/api/v3/`)).length).toBeGreaterThan(10);
});
