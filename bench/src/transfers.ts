/** What front-ends download: how long it takes and how much travels, as it is and compressed. */
import { request } from "node:http";
import { type Bench, percentile } from "./report.ts";
import { measured, type Server, startServer } from "./server.ts";

const ROUNDS = 10;
const ENCODINGS = ["identity", "gzip", "br"];

export const transfersBenchmark: Bench = {
  about:
    "areas, queries, inputs and tables of a scenario: KB on the wire and ms, as they are, with gzip and with brotli",
  run: async (print) => {
    const server = await startServer();
    try {
      const { id } = await server.ask<{ id: number }>("POST", "/scenarios", { scenario: { area_code: measured.area } });
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
          await download(server, path, encoding);
          const rounds = [];
          for (let n = 0; n < ROUNDS; n++) rounds.push(await download(server, path, encoding));
          const { used, bytes } = rounds[0]!;
          const sorted = rounds.map(({ ms }) => ms).toSorted((a, b) => a - b);
          cells.push(`${used} ${(bytes / 1000).toFixed(0)} KB p50 ${percentile(sorted, 0.5).toFixed(1)} ms`);
        }
        print(`${name.padEnd(36)} ${cells.join("   ")}`);
      }
      return true;
    } finally {
      await server.stop();
    }
  },
};

/** Until the last byte (ms), the encoding that the server chose, and the bytes of the body on the wire. */
function download({ url }: Server, path: string, encoding: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ ms: number; used: string; bytes: number }>();
  const begun = performance.now();
  const asking = request(`${url}/api/v3${path}`, { headers: { "accept-encoding": encoding } }, (answer) => {
    let bytes = 0;
    answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
    answer.on("error", reject);
    answer.on("end", () => {
      if (answer.statusCode !== 200) reject(new Error(`${path} was answered ${answer.statusCode}`));
      const used = answer.headers["content-encoding"] ?? "identity";
      resolve({ ms: performance.now() - begun, used, bytes });
    });
  });
  asking.on("error", reject);
  asking.end();
  return promise;
}
