/** The first minute: the time from the start of the server until it is ready, and of the first ten changes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Benchmark, type Print, printFigure } from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";

const PUTS = 10;
const LIMITS_READY_S = { first: 3, next: 1.5 };
const LIMIT_FIRST_PUT_MS = 150;
const QUERIES = 10;
const WIND = "capacity_of_energy_power_wind_turbine_inland";

export const firstMinuteBenchmark: Benchmark = {
  about: `time from start to ready, and of the first ${PUTS} changes to ${measuredModel.area}`,
  run: async (print) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-bench-"));
    let isWithinLimits = true;
    try {
      for (const start of ["first", "next"] as const) {
        const server = await startServer(["--first-areas", measuredModel.area], data);
        try {
          isWithinLimits = (await measureStart(server, start, print)) && isWithinLimits;
        } finally {
          await server.stop();
        }
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
    return isWithinLimits || !measuredModel.isReference;
  },
};

async function measureStart(server: Server, start: "first" | "next", print: Print): Promise<boolean> {
  const limit = LIMITS_READY_S[start];
  const isReadyInTime = printFigure(print, `${start} start, until ready`, server.secondsToReady, "s", {
    atMost: limit,
  });
  const allQueries = await server.send<{ key: string }[]>("GET", "/gqueries");
  const gqueries = allQueries
    .map(({ key }) => key)
    .filter((key) => key.startsWith("dashboard_"))
    .slice(0, QUERIES);
  const scenario = { area_code: measuredModel.area, end_year: 2050 };
  const { id } = await server.send<{ id: number }>("POST", "/scenarios", { scenario });
  const times: number[] = [];
  for (let n = 0; n < PUTS; n++) {
    const startedAt = performance.now();
    const user_values = { [WIND]: 1000 + 100 * n };
    await server.send("PUT", `/scenarios/${id}`, { scenario: { user_values }, gqueries });
    times.push(performance.now() - startedAt);
  }
  print(`  PUTs of one slider with ${QUERIES} queries: ${times.map((time) => time.toFixed(0)).join(" ")} ms`);
  return (
    printFigure(print, `${start} start, first PUT`, times[0]!, "ms", { atMost: LIMIT_FIRST_PUT_MS }) && isReadyInTime
  );
}
