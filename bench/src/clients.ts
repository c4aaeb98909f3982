/** What HTTP adds to solving and queries, what several clients get, and how long the event loop makes others wait. */
import { type Bench, type Print, printDistribution, printFigure } from "./report.ts";
import { measured, type Server, startServer } from "./server.ts";
import { findSliders, type Slider } from "./sliders.ts";

const UPDATES = 120;
/** Changes of each client before anything is measured: a service that people use has been up for longer. */
const PRACTICE = 150;
const QUERY = "dashboard_total_costs";
const LIMIT_BEYOND_MS = 5;
const LEAST_SPEED_UP = 1.7;
const LIMIT_WAIT_MS = 20;
/** The metric is the time between two looks at the loop, of which this much is meant to be: also when nobody has to wait. */
const LOOKED_AT_EVERY_MS = 10;
/** How often somebody else asks a question that needs no calculation, to see how long it waits (ms). */
const PROBE_EVERY_MS = 5;

export const clientsBenchmark: Bench = {
  about: `time of a change beyond its calculation, two clients on two threads against one, waits of the event loop`,
  run: async (print) => {
    const server = await startServer(["--workers", "2"]);
    try {
      const first = await create(server);
      const sliders = await findSliders(server, first.id, 50);
      const clients = [first, await create(server)];
      // Each client on a thread of its own, as they are measured: both are warm then, and know the scenario of theirs.
      await Promise.all(clients.map((client) => updates(server, client, sliders, PRACTICE)));

      const calculated = () => server.metric("compute_duration_seconds_sum", 'task="queries"');
      const before = await calculated();
      const ofOne = processorTime(server);
      const one = await updates(server, first, sliders, UPDATES);
      const inCompute = ((await calculated()) - before) * 1000;
      ofOne(print, "one client", UPDATES);
      printDistribution(print, "PUT of one slider with one query", { wall: one });
      const beyond = (sum(one) - inCompute) / UPDATES;
      const within = [
        printFigure(print, "of it beyond solving and queries (mean)", beyond, "ms", { atMost: LIMIT_BEYOND_MS }),
      ];

      const started = performance.now();
      const ofTwo = processorTime(server);
      await Promise.all(clients.map((client) => updates(server, client, sliders, UPDATES)));
      const seconds = (performance.now() - started) / 1000;
      ofTwo(print, "two clients", clients.length * UPDATES);
      const speedUp = (clients.length * UPDATES) / seconds / ((UPDATES * 1000) / sum(one));
      within.push(printFigure(print, "two clients to one", speedUp, "times", { atLeast: LEAST_SPEED_UP }));
      // By itself: who asks so often takes half of a processor from those whose speed is compared.
      const stop = probe(server);
      await Promise.all(clients.map((client) => updates(server, client, sliders, UPDATES / 2)));
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

/**
 * What a change takes of the processors, which clients share with the server: with two of them, two clients can be no more
 * than 2 × (time of a change of one) / (processor time of a change) times as fast as one.
 */
function processorTime(server: Server): (print: Print, who: string, changes: number) => void {
  const [before, ownBefore] = [server.processorSeconds(), process.cpuUsage()];
  return (print, who, changes) => {
    const { user, system } = process.cpuUsage(ownBefore);
    const seconds = server.processorSeconds() - before;
    printFigure(print, `processor time of a change, ${who}: server`, (seconds * 1000) / changes, "ms");
    printFigure(print, `processor time of a change, ${who}: client`, (user + system) / 1000 / changes, "ms");
  };
}

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
