/** An update of one slider with 20 queries over HTTP: what a person who moves sliders waits for. */
import { type Bench, printDistribution } from "./report.ts";
import { measured, type Server, startServer } from "./server.ts";
import { findQueries, findSliders, type Slider } from "./sliders.ts";

const UPDATES = 300;
const QUERIES = 20;
const CLIENTS = 4;
/** Of the reference: the same update with 28 queries, in process, hours included. */
const REFERENCE_MS = 3200;
/** Without and with the calculation by the hour. */
const LIMITS_P50_MS = { annual: 60, hourly: 120 };
/** The input that switches the hours off. */
const HOURS = "settings_enable_merit_order";

export const httpBenchmark: Bench = {
  about: `PUT of one slider with ${QUERIES} queries on ${measured.area}`,
  run: async (print) => {
    const server = await startServer();
    try {
      const annual = await create(server, measured.isReference ? { [HOURS]: 0 } : {});
      const queries = await findQueries(server, annual.id, QUERIES);
      const sliders = await findSliders(server, annual.id, 50);
      const measure = async (name: string, id: number, options: object): Promise<boolean> =>
        printDistribution(print, name, await updates(server, id, sliders, queries, UPDATES), options);

      const withinAnnual = await measure(
        "one client, annual calculation",
        annual.id,
        measured.isReference ? { limitP50: LIMITS_P50_MS.annual } : {},
      );
      const { id } = await create(server);
      const withinHourly = await measure(
        "one client, by the hour",
        id,
        measured.isReference ? { limitP50: LIMITS_P50_MS.hourly, referenceMs: REFERENCE_MS } : {},
      );

      const together = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          const own = await create(server);
          return updates(server, own.id, sliders.slice(client), queries, UPDATES / CLIENTS);
        }),
      );
      printDistribution(print, `${CLIENTS} clients with a scenario each`, together.flat());

      const reads = [];
      for (let n = 0; n < UPDATES; n++) reads.push(await time(() => server.ask("GET", `/scenarios/${id}`)));
      printDistribution(print, "GET of a scenario", reads);
      const lists = [];
      for (let n = 0; n < 20; n++) lists.push(await time(() => server.ask("GET", `/scenarios/${id}/inputs`)));
      printDistribution(print, "GET of all inputs", lists);
      return withinAnnual && withinHourly;
    } finally {
      await server.stop();
    }
  },
};

const create = (server: Server, user_values: object = {}) =>
  server.ask<{ id: number }>("POST", "/scenarios", {
    scenario: { area_code: measured.area, end_year: 2050, user_values },
  });

/** Times of updates one after the other, each moving one slider to a new place (ms). */
async function updates(
  server: Server,
  id: number,
  sliders: readonly Slider[],
  gqueries: readonly string[],
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const { key, at } = sliders[n % sliders.length]!;
    const user_values = { [key]: at(n) };
    times.push(await time(() => server.ask("PUT", `/scenarios/${id}`, { scenario: { user_values }, gqueries })));
  }
  return times;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
