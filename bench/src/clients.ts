/**
 * The time that HTTP adds to solving and queries, the throughput of several clients, and the delay of the event loop.
 */
import { execFileSync } from "node:child_process";
import { type Bench, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { measured, type Server, startServer } from "@etesian/workbench/server";
import { findSliders, type Slider } from "./sliders.ts";

/** Each client moves all of them once in each round. */
const SLIDERS = 50;
/** One client, then two, again and again: a machine has its faster and its slower minutes. */
const ROUNDS = 5;
/** Changes of each client before anything is measured: a service that people use has been up for longer. */
const WARM_UP = 10 * SLIDERS;
const QUERY = "dashboard_total_costs";
const LIMIT_BEYOND_MS = 5;
const LEAST_SPEED_UP = 1.7;
const LIMIT_WAIT_MS = 20;
/** The metric is the time between two looks at the loop, of which this much is the interval itself. */
const LOOKED_AT_EVERY_MS = 10;
/** Interval (ms) of another client's requests without a calculation, which measure the wait. */
const PROBE_EVERY_MS = 5;

export const clientsBenchmark: Bench = {
  about: `time of a change beyond its calculation, two clients on two threads against one, waits of the event loop`,
  run: async (print) => {
    const server = await startServer(["--workers", "2"]);
    try {
      const first = await create(server);
      const sliders = await findSliders(server, first.id, SLIDERS);
      const clients = [first, await create(server)];
      // Each client on a thread of its own, as measured later: both threads are warm then, and have their client's
      // scenario.
      await Promise.all(clients.map((client) => updates(server, client, sliders, WARM_UP)));

      keepTo(server, TWO_PROCESSORS);
      const [one, two, alone] = [new Measured(server), new Measured(server), new Measured(server)];
      for (let round = 0; round < ROUNDS; round++) {
        await one.add(async () => updates(server, first, sliders, SLIDERS));
        if (keepTo(server, ONE_PROCESSOR)) await alone.add(async () => updates(server, first, sliders, SLIDERS));
        keepTo(server, TWO_PROCESSORS);
        await two.add(async () =>
          (await Promise.all(clients.map((client) => updates(server, client, sliders, SLIDERS)))).flat(),
        );
      }
      one.print(print, "one client");
      printDistribution(print, "PUT of one slider with one query", { wall: one.times });
      const within = [
        printFigure(print, "of it beyond solving and queries (mean)", one.beyondCalculation, "ms", {
          atMost: LIMIT_BEYOND_MS,
        }),
      ];
      two.print(print, "two clients");
      const speedUp = (what: string, less: Measured): boolean =>
        printFigure(print, what, two.changesPerSecond / less.changesPerSecond, "times", { atLeast: LEAST_SPEED_UP });
      within.push(speedUp("two clients to one", one));
      if (alone.times.length > 0) within.push(speedUp("two clients on two processors to one on one", alone));
      // Apart from the comparison: so frequent requests take half of a processor.
      const stop = probe(server);
      await Promise.all(clients.map((client) => updates(server, client, sliders, SLIDERS)));
      printDistribution(print, "GET /healthz meanwhile", { wall: await stop() });
      const lag = (await server.metric("nodejs_eventloop_lag_max_seconds")) * 1000 - LOOKED_AT_EVERY_MS;
      within.push(printFigure(print, "longest wait of the event loop", lag, "ms", { atMost: LIMIT_WAIT_MS }));
      return within.every(Boolean) || !measured.isReference;
    } finally {
      await server.stop();
    }
  },
};

interface Client {
  readonly id: number;
  /** How often it has moved a slider: no state comes twice, which a thread could still know. */
  moves: number;
}

async function create(server: Server): Promise<Client> {
  const scenario = { area_code: measured.area, end_year: 2050 };
  return { id: (await server.ask<{ id: number }>("POST", "/scenarios", { scenario })).id, moves: 0 };
}

/** Times (ms) of changes one after the other. */
async function updates(server: Server, client: Client, sliders: readonly Slider[], count: number): Promise<number[]> {
  const times: number[] = [];
  for (const end = client.moves + count; client.moves < end; client.moves++) {
    const { id, moves } = client;
    const { key, at } = sliders[moves % sliders.length]!;
    const started = performance.now();
    await server.ask("PUT", `/scenarios/${id}`, {
      scenario: { user_values: { [key]: at(moves + id) } },
      gqueries: [QUERY],
    });
    times.push(performance.now() - started);
  }
  return times;
}

const ONE_PROCESSOR = "0";
const TWO_PROCESSORS = "0,1";

/** Keeps the server and its clients to some processors; false where the system cannot. */
function keepTo({ pid }: Server, processors: string): boolean {
  try {
    for (const each of [pid, process.pid]) execFileSync("taskset", ["-acp", processors, String(each)]);
    return true;
  } catch {
    return false;
  }
}

/** Some rounds of changes. */
class Measured {
  /** Time of each change (ms). */
  readonly times: number[] = [];
  readonly #server: Server;
  #seconds = 0;
  #calculating = 0;
  #serverSeconds = 0;
  #clientSeconds = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  async add(round: () => Promise<readonly number[]>): Promise<void> {
    const server = this.#server;
    const calculating = await calculated(server);
    const [ofServer, ofClient, started] = [server.processorSeconds(), process.cpuUsage(), performance.now()];
    this.times.push(...(await round()));
    this.#seconds += (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(ofClient);
    this.#clientSeconds += (user + system) / 1e6;
    this.#serverSeconds += server.processorSeconds() - ofServer;
    this.#calculating += (await calculated(server)) - calculating;
  }

  get changesPerSecond(): number {
    return this.times.length / this.#seconds;
  }

  /** Of a change, without solving and queries (ms). */
  get beyondCalculation(): number {
    return sum(this.times) / this.times.length - this.#each(this.#calculating);
  }

  /**
   * Processor time of a change; clients and server share the processors. With two processors, two clients are at most 2
   * × (time of a change of one) / (processor time of a change) times as fast as one.
   */
  print(print: Print, who: string): void {
    printFigure(print, `processor time of a change, ${who}: server`, this.#each(this.#serverSeconds), "ms");
    printFigure(print, `processor time of a change, ${who}: client`, this.#each(this.#clientSeconds), "ms");
  }

  #each(seconds: number): number {
    return (seconds * 1000) / this.times.length;
  }
}

/** Seconds in which solutions were calculated and asked. */
const calculated = (server: Server): Promise<number> => server.metric("compute_duration_seconds_sum", 'task="queries"');

/** Asks for the health of the server until stopped; answers how long each answer took (ms). */
function probe({ url }: Server): () => Promise<readonly number[]> {
  const times: number[] = [];
  const end = new AbortController();
  const done = (async () => {
    while (!end.signal.aborted) {
      const started = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
    }
  })();
  return async () => {
    end.abort();
    await done;
    return times;
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
