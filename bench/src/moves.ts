/**
 * Moves sliders for many clients at a fixed rate, without queries, and sends a page's requests while one slider is
 * dragged.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  mean,
  percentile,
  type Benchmark,
  type Print,
  printDistribution,
  printFigure,
} from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findQueries, findSliders, type Slider } from "./sliders.ts";

const RATE = 500;
/** `ETESIAN_BENCH_SECONDS` shortens the run. */
const SECONDS = Number(process.env["ETESIAN_BENCH_SECONDS"] ?? 60);
const SCENARIOS = 25;
const SOCKETS = 64;
const LIMIT_P99_MS = 100;

const PREVIEWS = 200;
const QUERIES = 30;
const LIMIT_OVERHEAD_MS = 5;

export const movesBenchmark: Benchmark = {
  about: `${RATE} sliders moved a second for ${SECONDS} s; previews with ${QUERIES} queries`,
  run: async (print) => {
    const server = await startServer();
    try {
      const ids = await Promise.all(Array.from({ length: SCENARIOS }, () => create(server)));
      const sliders = await findSliders(server, ids[0]!, 200);
      const areMovesWithinLimits = await moveAtFixedRate(print, server, ids, sliders);
      return (await measurePreviews(print, server, ids[0]!, sliders)) && areMovesWithinLimits;
    } finally {
      await server.stop();
    }
  },
};

/**
 * Each request is sent at its scheduled time, even if earlier ones are pending, so the times include queueing delay.
 */
async function moveAtFixedRate(print: Print, server: Server, ids: readonly number[], sliders: readonly Slider[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const count = RATE * SECONDS;
  const times: number[] = [];
  let failedCount = 0;
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < count; n++) {
    const due = startedAt + (n * 1000) / RATE;
    const remainingMs = due - performance.now();
    if (remainingMs > 1) await sleep(remainingMs);
    const { key, position } = sliders[n % sliders.length]!;
    running.push(
      put(server, agent, ids[n % ids.length]!, { scenario: { user_values: { [key]: position(n) } } }).then((status) => {
        times.push(performance.now() - due);
        if (status !== 200) failedCount += 1;
      }),
    );
  }
  await Promise.all(running);
  const rate = count / ((performance.now() - startedAt) / 1000);
  agent.destroy();
  const within = [
    printFigure(print, "responses per second", rate, "", { atLeast: RATE * 0.98 }),
    printFigure(print, "responses other than 200", failedCount, "", { atMost: 0 }),
    printDistribution(
      print,
      "a slider without queries, from its scheduled time",
      { wall: times },
      { limits: { p99: LIMIT_P99_MS } },
    ),
  ];
  return within.every(Boolean);
}

function put({ url }: Server, agent: Agent, id: number, body: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const payload = JSON.stringify(body);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(payload) };
  const outgoing = request(`${url}/api/v3/scenarios/${id}`, { method: "PUT", agent, headers }, (response) => {
    response.resume();
    response.on("end", () => resolve(response.statusCode ?? 0));
    response.on("error", reject);
  });
  outgoing.on("error", reject);
  outgoing.end(payload);
  return promise;
}

async function measurePreviews(print: Print, server: Server, id: number, sliders: readonly Slider[]): Promise<boolean> {
  const gqueries = await findQueries(server, id, QUERIES);
  const readCalculationSeconds = () => server.metric("compute_duration_seconds_sum", 'task="queries"');
  const times: number[] = [];
  const overheads: number[] = [];
  for (let n = 0; n < PREVIEWS; n++) {
    const { key, position } = sliders[n % sliders.length]!;
    const previousSeconds = await readCalculationSeconds();
    const startedAt = performance.now();
    await server.send("POST", `/scenarios/${id}/preview`, {
      scenario: { user_values: { [key]: position(n + 0.5) } },
      gqueries,
    });
    const wall = performance.now() - startedAt;
    times.push(wall);
    overheads.push(wall - ((await readCalculationSeconds()) - previousSeconds) * 1000);
  }
  printDistribution(print, `preview of a slider with ${gqueries.length} queries`, { wall: times });
  const sorted = overheads.toSorted((a, b) => a - b);
  printFigure(print, "overhead beyond solving and queries (mean)", mean(overheads), "ms");
  return printFigure(print, "overhead beyond solving and queries (p50)", percentile(sorted, 0.5), "ms", {
    atMost: LIMIT_OVERHEAD_MS,
  });
}

const create = async (server: Server): Promise<number> =>
  (await server.send<{ id: number }>("POST", "/scenarios", { scenario: { area_code: measuredModel.area } })).id;
