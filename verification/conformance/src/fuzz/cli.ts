/**
 * `npm run fuzz -- [--requests N] [--seed N] [--worst TEXT] [--model DIR]`: sends random requests to a server in its
 * own process, and worst-case values to every field. Exits with code 1 if a response was a server error, was not
 * described by the OpenAPI document, or blocked other requests.
 */
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { flagsOf, wholeNumber } from "@etesian/service-kit/program";
import fc from "fast-check";
import { DocumentedResponses } from "../http/documented-responses.ts";
import { Client } from "../http/client.ts";
import { CALLERS, emailOf, problemOfSequence, sequences } from "./batches.ts";
import { surveyServer } from "./survey.ts";
import { HOSTILE_INPUTS, sendRaw } from "./hostile-inputs.ts";
import { requests } from "./requests.ts";
import { mainThreadMs } from "@etesian/workbench/main-thread";
import { ServerProcess } from "@etesian/workbench/server-process";
import { worstCases, wrongTypes } from "./worst-cases.ts";

const HELP = `Usage: npm run fuzz -- [--requests N] [--seed N] [--worst TEXT] [--model DIR]

Sends to a server in a separate process: random requests, worst-case values and values of every type in every field, and
batches of users in which callers lose their role. Exits with 1 if a response is a server error, differs from the OpenAPI
document or the rules for batches, or blocks other clients.

  --requests  number of requests, default 100000
  --seed      seed of the random choices, default 1: the same seed sends the same requests
  --worst     only worst-case values of fields whose name, as printed in reports, contains this text: "GET /api/v1/versions ?tag"
  --model     directory of the model, default models/starter
`;

const { values } = flagsOf(HELP, {
  requests: { type: "string", default: "100000" },
  seed: { type: "string", default: "1" },
  worst: { type: "string", default: "" },
  model: { type: "string", default: join(import.meta.dirname, "../../../../models/starter") },
});
const count = wholeNumber(HELP, "requests", values.requests);
const seed = wholeNumber(HELP, "seed", values.seed);

/** Concurrent requests. */
const CLIENTS = 6;
const BATCH = 500;
const HEALTH_MS = 250;
/** Longest time (ms) for which one field may block all other requests. */
const HOLD_MS = 100;
/** A slow field is measured again, because a garbage collection looks like one. */
const ATTEMPTS = 3;
/** Number of requests per sequence of batches of users. */
const REQUESTS_PER_SEQUENCE = 500;
/** Maximum number of problems of a kind printed in full; the rest are counted. */
const MAX_PRINTED = 5;

const server = new ServerProcess({ model: resolve(values.model) });
await server.waitUntilReady();
const { url } = server;
const residentMb = (): number => Math.round(server.memory().current);

const watch = new Worker(new URL("./watch.ts", import.meta.url), { workerData: { url, pid: server.pid } });
interface Health {
  readonly longest: number;
  readonly sent: number;
  readonly failed: number;
}
/** The longest wait for `/healthz` that the server caused since the last call (ms of its main thread). */
const requestHealth = (message: "report" | "end"): Promise<Health> =>
  new Promise((resolve) => {
    watch.once("message", resolve);
    watch.postMessage(message);
  });

const client = new Client(url);
const { document, existingValues } = await surveyServer(client, await server.token());
const responses = new DocumentedResponses(document);
const anyRequest = requests(document, existingValues);
const statuses = new Map<number, number>();
const problems = new Map<string, number>();
let slowest = { ms: 0, message: "" };

function reportProblem(kind: string, message: string): void {
  const previousCount = problems.get(kind) ?? 0;
  problems.set(kind, previousCount + 1);
  if (previousCount < MAX_PRINTED) console.log(`${kind}\n    ${message.slice(0, 600)}`);
}

const startedAt = performance.now();
const memory = { first: residentMb(), halfWay: 0, last: 0 };
let longest = 0;
await requestHealth("report");
for (let sentCount = 0; sentCount < count && server.unexpectedExit === null; sentCount += BATCH) {
  const batch = fc.sample(anyRequest, {
    numRuns: Math.min(BATCH, count - sentCount),
    seed: seed * 1_000_003 + sentCount,
  });
  const remaining = batch.values();
  const work = async (): Promise<void> => {
    for (const request of remaining) {
      const text = JSON.stringify(request);
      const startedAt = performance.now();
      try {
        const response = await client.send(request);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const problem = responses.problemOf(request, response);
        if (problem !== null)
          reportProblem(problem.replaceAll(/ in .*| in another shape.*|: .*/gs, ""), `${problem}\n    ${text}`);
      } catch (error) {
        reportProblem("no response", `${(error as Error).message}: ${text}`);
      }
      const ms = performance.now() - startedAt;
      if (ms > slowest.ms) slowest = { ms, message: text };
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  const waitedMs = (await requestHealth("report")).longest;
  longest = Math.max(longest, waitedMs);
  const doneCount = Math.min(sentCount + BATCH, count);
  if (memory.halfWay === 0 && doneCount >= count / 2) memory.halfWay = residentMb();
  if (doneCount % (BATCH * Math.max(1, Math.floor(count / BATCH / 10))) === 0)
    console.log(`${doneCount}: ${residentMb()} MB resident, /healthz ${longest.toFixed(0)} ms at most`);
}

const key = String(existingValues["inputs"]?.[0]);
for (const [description, bytes] of Object.entries(HOSTILE_INPUTS)) {
  const status = await sendRaw(url, bytes.replaceAll("KEY", key));
  const { longest: waitedMs } = await requestHealth("report");
  if (status !== null && status >= 500) reportProblem(`hostile input: ${description}`, String(status));
  if (waitedMs > HEALTH_MS)
    reportProblem(`hostile input: ${description}: /healthz waited`, `${waitedMs.toFixed(0)} ms`);
}

/** The longest delay of the server's event loop since the last call (ms), from its metrics. */
async function longestDelay(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1]) * 1000;
}

const wrongTypeCases = wrongTypes(document, existingValues);
for (const { description, request } of wrongTypeCases) {
  const httpRequest = request();
  const problem = responses.problemOf(httpRequest, await client.send(httpRequest));
  if (problem !== null) reportProblem(`wrong type: ${description}`, problem);
}

const tokens = new Map<string, string>();
for (const caller of CALLERS) tokens.set(caller, await server.token(emailOf(caller)));
const userSequences = fc.sample(sequences, { numRuns: Math.ceil(count / REQUESTS_PER_SEQUENCE), seed });
for (const sequence of userSequences) {
  const problem = await problemOfSequence(sequence, client, responses, tokens);
  if (problem !== null) reportProblem("a batch of users", problem);
}

const cases = worstCases(document, existingValues).filter(({ description }) => description.includes(values.worst));
if (cases.length === 0) reportProblem("--worst", `no field's name contains "${values.worst}"`);
const blockedTimes: { description: string; ms: number }[] = [];
for (const { description, request } of cases) {
  let ms = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && ms > HOLD_MS; attempt++) {
    await longestDelay();
    const previousMs = mainThreadMs(server.pid);
    const { status } = await client.send(request());
    // While other programs use the processor, the event loop is delayed although its thread does not run.
    ms = Math.min(ms, mainThreadMs(server.pid) - previousMs, await longestDelay());
    if (status >= 500) reportProblem(`worst case: ${description}`, String(status));
  }
  blockedTimes.push({ description, ms });
  if (!(ms <= HOLD_MS)) reportProblem(`worst case: ${description}: all other requests waited`, `${ms.toFixed(0)} ms`);
}
blockedTimes.sort((a, b) => b.ms - a.ms);

const { sent, failed } = await requestHealth("end");
if (server.unexpectedExit === null) memory.last = residentMb();
if (server.unexpectedExit !== null) reportProblem("the server exited", server.unexpectedExit);
if (failed > 0) reportProblem("/healthz failed", `${failed} of ${sent}`);
if (longest > HEALTH_MS)
  reportProblem("/healthz waited", `${longest.toFixed(0)} ms, at most ${HEALTH_MS} ms are allowed`);

console.log(
  `${count} requests and ${Object.keys(HOSTILE_INPUTS).length} hostile inputs in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
);
if (client.busyResponses > 0) console.log(` refused because the server was busy: ${client.busyResponses}`);
for (const [status, times] of [...statuses].toSorted(([a], [b]) => a - b)) console.log(`  ${status}: ${times}`);
console.log(
  `${wrongTypeCases.length} fields with values of a wrong type, ${userSequences.length} sequences of batches of users`,
);
console.log(`/healthz: ${sent} requests, ${longest.toFixed(0)} ms at most`);
console.log(`${cases.length} fields with worst-case values: the event loop was blocked for at most`);
for (const { description, ms } of blockedTimes.slice(0, MAX_PRINTED))
  console.log(`  ${ms.toFixed(0)} ms  ${description}`);
console.log(`resident: ${memory.first} MB at the start, ${memory.halfWay} MB halfway, ${memory.last} MB at the end`);
console.log(`slowest: ${slowest.ms.toFixed(0)} ms, ${slowest.message.slice(0, 300)}`);
for (const [kind, times] of problems) console.log(`PROBLEM ${times} times: ${kind}`);
client.close();
await server.stop();
process.exitCode = problems.size === 0 ? 0 : 1;
