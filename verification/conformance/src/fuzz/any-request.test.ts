/**
 * Every request gets an answer that the OpenAPI document describes and that is not a server error. Refused requests
 * change nothing. `any-field.whole.test.ts` has a case for every field; `npm run fuzz` sends more, for longer.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampled } from "@etesian/testing/sample";
import { Answers } from "../http/answers.ts";
import { CALLERS, emailOf, problemOfSequence, sequences } from "./batches.ts";
import { HOSTILE_INPUTS, sendRaw } from "./hostile-inputs.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { requests } from "./requests.ts";
import { plainRequests } from "./worst-cases.ts";

/** A fixed seed; `npm run fuzz` draws others. */
const SEED = 1;
const REQUESTS = sampled(300, 2_000);
const SEQUENCES = sampled(25, 200);
const AT_ONCE = 4;

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

test("any request gets a documented answer, and a refused request has no effect", async () => {
  const answers = new Answers(target.surveyed.document);
  await fc.assert(
    fc.asyncProperty(requests(target.surveyed.document, target.surveyed.known), async (request) => {
      const changes = ["PUT", "PATCH", "POST", "DELETE"].includes(request.method);
      const before = changes ? await scenarioOf(request.path) : "";
      const answer = await target.client.send(request);
      expect([answers.problem(request, answer), answer.body.slice(0, 300)]).toEqual([null, expect.any(String)]);
      expect(changes && answer.status >= 400 ? await scenarioOf(request.path) : before).toBe(before);
    }),
    { numRuns: REQUESTS, seed: SEED },
  );
});

test("inputs that have brought servers down are refused or harmless", async () => {
  const [input] = target.surveyed.known["inputs"]!;
  const statuses: { [about: string]: number | null } = {};
  // Sent concurrently, because some are never complete and time out.
  const left = Object.entries(HOSTILE_INPUTS);
  const sending = Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [about, bytes] = next;
      statuses[about] = await sendRaw(target.server.url, bytes.replaceAll("KEY", String(input)));
    }
  });
  await Promise.all(sending);
  const faults = Object.entries(statuses).filter(([, status]) => status !== null && status >= 500);
  expect(faults).toEqual([]);
  expect(Object.keys(statuses).length).toBeGreaterThan(45);
  expect((await fetch(`${target.server.url}/healthz`)).status).toBe(200);
});

test("batches of users in which callers lose their role follow the rules", async () => {
  const answers = new Answers(target.surveyed.document);
  const tokens = new Map<string, string>();
  for (const caller of CALLERS) tokens.set(caller, await target.server.token(emailOf(caller)));
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      expect(await problemOfSequence(sequence, target.client, answers, tokens)).toBeNull();
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
});

/** Runs last, because it deletes resources that the others need. */
test("no answer of any operation names a host invented by the request", async () => {
  const evil = "evil.example.com";
  const forged = { host: evil, "x-forwarded-host": evil, "x-forwarded-proto": "https", forwarded: `host=${evil}` };
  const answers: { readonly about: string; readonly status: number; readonly text: string }[] = [];
  for (const { about, request } of plainRequests(target.surveyed.document, target.surveyed.known)) {
    const { status, headers, body } = await target.client.send({
      ...request,
      headers: { ...request.headers, ...forged },
    });
    answers.push({ about, status, text: JSON.stringify(headers) + body });
  }
  expect(answers.filter(({ text }) => text.includes("evil")).map(({ about }) => about)).toEqual([]);
  // Most responses are successes, and every address in a response is the server's.
  expect(answers.length).toBeGreaterThan(100);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(60);
  expect(answers.filter(({ text }) => text.includes(`${target.server.url}/api/v3/`)).length).toBeGreaterThan(10);
});
