/**
 * Measures the time that HTTP adds to solving and queries, the throughput of several clients, and the delay of the
 * event loop.
 */
import { execFileSync } from "node:child_process";
import { type Benchmark, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findSliders, type Slider } from "./sliders.ts";

/** Each client moves every slider once in each round. */
const SLIDERS = 50;
/**
 * Number of rounds; rounds with one client and with two alternate, because a machine's speed varies from minute to
 * minute.
 */
const ROUNDS = 5;
/** Changes of each client before the measurement: a server in real use is warm. */
const WARM_UP = 10 * SLIDERS;
const QUERY = "dashboard_total_costs";
const LIMIT_OVERHEAD_MS = 5;
const MIN_SPEED_UP = 1.7;
const LIMIT_WAIT_MS = 20;
/** The metric is the time between two samples of the loop, which includes this sampling interval. */
const SAMPLE_INTERVAL_MS = 10;
/**
 * Interval (ms) between another client's requests that need no calculation; they measure the wait for the event loop.
 */
const PROBE_EVERY_MS = 5;

export const clientsBenchmark: Benchmark = {
  about: `overhead of a change beyond its calculation, two clients on two threads against one, event loop delay`,
  run: async (print) => {
    const server = await startServer(["--workers", "2"]);
    try {
      const firstClient = await create(server);
      const sliders = await findSliders(server, firstClient.id, SLIDERS);
      const clients = [firstClient, await create(server)];
      // Each client gets its own thread, as in the measurement, so that both threads are warm and hold their
      // client's scenario.
      await Promise.all(clients.map((client) => sendUpdates(server, client, sliders, WARM_UP)));

      pinTo(server, TWO_PROCESSORS);
      const [oneClient, twoClients, oneProcessor] = [
        new Measurement(server),
        new Measurement(server),
        new Measurement(server),
      ];
      for (let round = 0; round < ROUNDS; round++) {
        await oneClient.add(async () => sendUpdates(server, firstClient, sliders, SLIDERS));
        if (pinTo(server, ONE_PROCESSOR))
          await oneProcessor.add(async () => sendUpdates(server, firstClient, sliders, SLIDERS));
        pinTo(server, TWO_PROCESSORS);
        await twoClients.add(async () =>
          (await Promise.all(clients.map((client) => sendUpdates(server, client, sliders, SLIDERS)))).flat(),
        );
      }
      oneClient.print(print, "one client");
      printDistribution(print, "PUT of one slider with one query", { wall: oneClient.times });
      const within = [
        printFigure(print, "overhead beyond solving and queries (mean)", oneClient.overheadMs, "ms", {
          atMost: LIMIT_OVERHEAD_MS,
        }),
      ];
      twoClients.print(print, "two clients");
      const speedUp = (name: string, baseline: Measurement): boolean =>
        printFigure(print, name, twoClients.changesPerSecond / baseline.changesPerSecond, "times", {
          atLeast: MIN_SPEED_UP,
        });
      within.push(speedUp("throughput of two clients relative to one", oneClient));
      if (oneProcessor.times.length > 0)
        within.push(speedUp("throughput of two clients on two processors relative to one on one", oneProcessor));
      // Measured separately from the comparison, because requests at this rate take half a processor.
      const stop = probe(server);
      await Promise.all(clients.map((client) => sendUpdates(server, client, sliders, SLIDERS)));
      printDistribution(print, "GET /healthz meanwhile", { wall: await stop() });
      const lag = (await server.metric("nodejs_eventloop_lag_max_seconds")) * 1000 - SAMPLE_INTERVAL_MS;
      within.push(printFigure(print, "longest event loop delay", lag, "ms", { atMost: LIMIT_WAIT_MS }));
      return within.every(Boolean) || !measuredModel.isReference;
    } finally {
      await server.stop();
    }
  },
};

interface Client {
  readonly id: number;
  /** Number of moves made. No position repeats, so no thread can respond from its cache. */
  moves: number;
}

async function create(server: Server): Promise<Client> {
  const scenario = { area_code: measuredModel.area, end_year: 2050 };
  return { id: (await server.send<{ id: number }>("POST", "/scenarios", { scenario })).id, moves: 0 };
}

/** Times (ms) of sequential changes. */
async function sendUpdates(
  server: Server,
  client: Client,
  sliders: readonly Slider[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (const end = client.moves + count; client.moves < end; client.moves++) {
    const { id, moves } = client;
    const { key, position } = sliders[moves % sliders.length]!;
    const startedAt = performance.now();
    await server.send("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { [key]: position(moves + id) } },
      gqueries: [QUERY],
    });
    times.push(performance.now() - startedAt);
  }
  return times;
}

const ONE_PROCESSOR = "0";
const TWO_PROCESSORS = "0,1";

/** Pins the server and its clients to these processors; false if the system has no `taskset`. */
function pinTo({ pid }: Server, processors: string): boolean {
  try {
    for (const target of [pid, process.pid]) execFileSync("taskset", ["-acp", processors, String(target)]);
    return true;
  } catch {
    return false;
  }
}

/** The timings of several rounds of changes. */
class Measurement {
  /** Time of each change (ms). */
  readonly times: number[] = [];
  readonly #server: Server;
  #seconds = 0;
  #calculationSeconds = 0;
  #serverSeconds = 0;
  #clientSeconds = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  async add(round: () => Promise<readonly number[]>): Promise<void> {
    const server = this.#server;
    const previousSeconds = await readCalculationSeconds(server);
    const [serverSeconds, clientUsage, startedAt] = [server.processorSeconds(), process.cpuUsage(), performance.now()];
    this.times.push(...(await round()));
    this.#seconds += (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(clientUsage);
    this.#clientSeconds += (user + system) / 1e6;
    this.#serverSeconds += server.processorSeconds() - serverSeconds;
    this.#calculationSeconds += (await readCalculationSeconds(server)) - previousSeconds;
  }

  get changesPerSecond(): number {
    return this.times.length / this.#seconds;
  }

  /** Time of a change without solving and queries (ms). */
  get overheadMs(): number {
    return sum(this.times) / this.times.length - this.#meanMs(this.#calculationSeconds);
  }

  /**
   * Prints the CPU time of a change. Clients and server share the processors: on two processors, two clients are
   * at most 2 × (time of one client's change) / (CPU time of a change) times as fast as one.
   */
  print(print: Print, label: string): void {
    printFigure(print, `CPU time of a change, ${label}: server`, this.#meanMs(this.#serverSeconds), "ms");
    printFigure(print, `CPU time of a change, ${label}: client`, this.#meanMs(this.#clientSeconds), "ms");
  }

  #meanMs(seconds: number): number {
    return (seconds * 1000) / this.times.length;
  }
}

/** Seconds spent on solving and queries. */
const readCalculationSeconds = (server: Server): Promise<number> =>
  server.metric("compute_duration_seconds_sum", 'task="queries"');

/** Polls the server's health until stopped; returns each response time (ms). */
function probe({ url }: Server): () => Promise<readonly number[]> {
  const times: number[] = [];
  const end = new AbortController();
  const finished = (async () => {
    while (!end.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  })();
  return async () => {
    end.abort();
    await finished;
    return times;
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
