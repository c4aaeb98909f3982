/** A front end's downloads: time and bytes on the wire, uncompressed and compressed. */
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Benchmark, percentile, type Print, printDistribution, printFigure } from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";

const ROUNDS = 10;
const ENCODINGS = ["identity", "gzip", "br"];

export const transfersBenchmark: Benchmark = {
  about:
    "areas, queries, inputs and tables of a scenario: KB on the wire and ms, uncompressed, with gzip and with brotli; hourly tables in all formats, and memory; 1 to 64 concurrent readers",
  run: async (print) => {
    const server = await startServer();
    try {
      const { id } = await server.send<{ id: number }>("POST", "/scenarios", {
        scenario: { area_code: measuredModel.area },
      });
      const scenario = `/scenarios/${id}`;
      const paths = {
        "/areas": "/areas",
        "/areas?detailed=false": "/areas?detailed=false",
        "/gqueries": "/gqueries",
        "/inputs": `${scenario}/inputs`,
        "/merit": `${scenario}/merit`,
        "/energy_flow.csv": `${scenario}/energy_flow.csv`,
        "/curves/electricity_profiles.csv": `${scenario}/curves/electricity_profiles.csv`,
        "/curves/electricity_price.csv": `${scenario}/curves/electricity_price.csv`,
      };
      for (const [name, path] of Object.entries(paths)) {
        const cells = [];
        for (const encoding of ENCODINGS) {
          await retryWhileBusy(() => download(server, path, encoding));
          const rounds = [];
          for (let n = 0; n < ROUNDS; n++) rounds.push(await retryWhileBusy(() => download(server, path, encoding)));
          const { used, bytes } = rounds[0]!;
          const sorted = rounds.map(({ ms }) => ms).toSorted((a, b) => a - b);
          cells.push(`${used} ${(bytes / 1000).toFixed(0)} KB p50 ${percentile(sorted, 0.5).toFixed(1)} ms`);
        }
        print(`${name.padEnd(36)} ${cells.join("   ")}`);
      }
      const areFilesWithinLimits = await measureFiles(server, scenario, print);
      await printReaders(server, print);
      return areFilesWithinLimits;
    } finally {
      await server.stop();
    }
  },
};

/** Tables with dozens of columns, and the formats in which they are downloaded. */
const FILE = "curves/buildings_heat";
const FORMATS = ["csv", "json", "arrow", "parquet", "xlsx"];
const DOWNLOADS = 100;
const LIMIT_ARROW_MS = 100;
/** Normal variation of the heap (MB) between the first and the last tenth of the downloads; more is growth. */
const LIMIT_GROWTH_MB = 40;

/** Returns true if Arrow files are fast, and memory is stable after the first downloads of each format. */
async function measureFiles(server: Server, scenario: string, print: Print): Promise<boolean> {
  const verdicts: boolean[] = [];
  const { columns } = await retryWhileBusy(() =>
    server.send<{ columns: unknown[] }>("GET", `${scenario}/${FILE}.json`),
  );
  print(`${FILE}: ${columns.length} columns of 8,760 hours, ${DOWNLOADS} downloads in each format`);
  for (const format of FORMATS) {
    const wall: number[] = [];
    let earlyMegabytes = 0;
    for (let n = 0; n < DOWNLOADS; n++) {
      wall.push((await retryWhileBusy(() => download(server, `${scenario}/${FILE}.${format}`, "identity"))).ms);
      if (n === DOWNLOADS / 10) earlyMegabytes = server.memory().current;
    }
    const limits = format === "arrow" ? { p50: LIMIT_ARROW_MS } : {};
    verdicts.push(printDistribution(print, `${FILE}.${format}`, { wall }, { limits }));
    const growth = Math.max(server.memory().current - earlyMegabytes, 0);
    verdicts.push(
      printFigure(print, `growth of memory in ${DOWNLOADS} downloads`, growth, "MB", { atMost: LIMIT_GROWTH_MB }),
    );
  }
  return verdicts.every(Boolean);
}

/** Numbers of concurrent clients, each reading a table of a different scenario. */
const READERS = [1, 2, 4, 5, 6, 8, 16, 32, 64];
const TABLE = "curves/electricity_profiles.csv";

async function printReaders(server: Server, print: Print): Promise<void> {
  const scenarios: number[] = [];
  for (let n = 0; n < READERS.at(-1)!; n++) {
    const scenario = { area_code: measuredModel.area, end_year: 2030 + n };
    scenarios.push((await retryWhileBusy(() => server.send<{ id: number }>("POST", "/scenarios", { scenario }))).id);
  }
  for (const readers of READERS) {
    const previousSeconds = server.processorSeconds();
    const startedAt = performance.now();
    const results = await Promise.allSettled(
      scenarios.slice(0, readers).map((id) => download(server, `/scenarios/${id}/${TABLE}`, "identity")),
    );
    const responses = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const seconds = (performance.now() - startedAt) / 1000;
    const megabytes = responses.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
    const cpu = (1000 * (server.processorSeconds() - previousSeconds)) / megabytes;
    print(
      `${readers} concurrent readers of ${TABLE}, one scenario each`.padEnd(64) +
        `${seconds.toFixed(1)} s   ${(seconds / responses.length).toFixed(2)} s a table   ` +
        `${cpu.toFixed(0)} ms of CPU time per MB   ${readers - responses.length} refused`,
    );
  }
}

const ATTEMPTS = 20;
/** Retries refused requests after a second: on a busy machine some requests get 503. */
async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(1000);
    }
  }
}

/** Time until the last byte (ms), the encoding that the server chose, and the size of the body on the wire (bytes). */
function download({ url }: Server, path: string, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ ms: number; used: string; bytes: number }>();
  const startedAt = performance.now();
  const outgoing = request(`${url}/api/v3${path}`, { headers: { "accept-encoding": encoding } }, (response) => {
    let bytes = 0;
    response.on("data", (chunk: Buffer) => (bytes += chunk.length));
    response.on("error", reject);
    response.on("end", () => {
      if (response.statusCode !== 200) reject(new Error(`${path} returned ${response.statusCode}`));
      const usedEncoding = response.headers["content-encoding"] ?? "identity";
      resolve({ ms: performance.now() - startedAt, used: usedEncoding, bytes });
    });
  });
  outgoing.on("error", reject);
  outgoing.end();
  return promise;
}
