/** An update of one slider with queries over HTTP, and downloads: the delays that a user sees when moving sliders. */
import { type Benchmark, printDistribution, time } from "@etesian/workbench/report";
import { measureRights } from "./rights.ts";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";
import { findQueries, findSliders, type Slider } from "./sliders.ts";

const UPDATES = 300;
/** Number of queries without and with hourly calculation. */
const QUERIES = { annual: 20, hourly: 30 };
const CLIENTS = 4;
const DOWNLOADS = 20;
/** Time (ms) of the reference for the same update with 28 queries, in process, hourly calculation included. */
const REFERENCE_MS = 3200;
const LIMITS_P50_MS = { annual: 60, hourly: 120, download: 50 };
/** Limits for several concurrent clients, with hourly calculation. */
const LIMIT_P99_MS = 400;
/** The input that switches hourly calculation off. */
const HOURS = "settings_enable_merit_order";

export const httpBenchmark: Benchmark = {
  about: `PUT of one slider with ${QUERIES.annual} queries (hourly ${QUERIES.hourly}) on ${measuredModel.area}`,
  run: async (print) => {
    const server = await startServer();
    try {
      const annual = await create(server, measuredModel.isReference ? { [HOURS]: 0 } : {});
      const queries = await findQueries(server, annual.id, QUERIES.hourly);
      const sliders = await findSliders(server, annual.id, 50);
      const measure = async (name: string, id: number, count: number, options: object): Promise<boolean> =>
        printDistribution(
          print,
          name,
          { wall: await measureUpdates(server, id, sliders, queries.slice(0, count), UPDATES) },
          options,
        );

      const isAnnualWithinLimits = await measure(
        "one client, annual calculation",
        annual.id,
        QUERIES.annual,
        measuredModel.isReference ? { limits: { p50: LIMITS_P50_MS.annual } } : {},
      );
      const { id } = await create(server);
      const isHourlyWithinLimits = await measure(
        "one client, hourly",
        id,
        QUERIES.hourly,
        measuredModel.isReference ? { limits: { p50: LIMITS_P50_MS.hourly }, referenceMs: REFERENCE_MS } : {},
      );

      const concurrentTimes = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          const scenario = await create(server);
          return measureUpdates(server, scenario.id, sliders.slice(client), queries, UPDATES / CLIENTS);
        }),
      );
      const isConcurrentWithinLimits = printDistribution(
        print,
        `${CLIENTS} clients with a scenario each`,
        { wall: concurrentTimes.flat() },
        measuredModel.isReference ? { limits: { p99: LIMIT_P99_MS } } : {},
      );

      const starts = [];
      for (let n = 0; n < DOWNLOADS; n++) starts.push(await timeToFirstByte(server, id));
      const isDownloadWithinLimits = printDistribution(
        print,
        "hourly download, until it starts",
        { wall: starts },
        {
          limits: { p50: LIMITS_P50_MS.download },
        },
      );

      const reads = [];
      for (let n = 0; n < UPDATES; n++) reads.push(await time(() => server.send("GET", `/scenarios/${id}`)));
      printDistribution(print, "GET of a scenario", { wall: reads });
      const lists = [];
      for (let n = 0; n < 20; n++) lists.push(await time(() => server.send("GET", `/scenarios/${id}/inputs`)));
      printDistribution(print, "GET of all inputs", { wall: lists });
      const areRightsWithinLimits = await measureRights(server, print, sliders);
      return (
        isAnnualWithinLimits &&
        isHourlyWithinLimits &&
        isConcurrentWithinLimits &&
        isDownloadWithinLimits &&
        areRightsWithinLimits
      );
    } finally {
      await server.stop();
    }
  },
};

/** Time until the first bytes of a calculated scenario's hourly loads arrive (ms). */
async function timeToFirstByte(server: Server, id: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api/v3/scenarios/${id}/curves/electricity_profiles.csv`);
  const reader = response.body!.getReader();
  await reader.read();
  const elapsed = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`the download returned ${response.status}`);
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read());
  return elapsed;
}

const create = (server: Server, user_values: object = {}) =>
  server.send<{ id: number }>("POST", "/scenarios", {
    scenario: { area_code: measuredModel.area, end_year: 2050, user_values },
  });

/** Times of sequential updates, each moving one slider to a new position (ms). */
async function measureUpdates(
  server: Server,
  id: number,
  sliders: readonly Slider[],
  gqueries: readonly string[],
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const { key, position } = sliders[n % sliders.length]!;
    const user_values = { [key]: position(n) };
    times.push(await time(() => server.send("PUT", `/scenarios/${id}`, { scenario: { user_values }, gqueries })));
  }
  return times;
}
