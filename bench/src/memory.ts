/** Memory of the server: with the model loaded, and after calculating many scenarios of several areas. */
import { AREAS } from "./areas.ts";
import { type Benchmark, type Print, printFigure } from "@etesian/workbench/report";
import { measuredModel, startServer } from "@etesian/workbench/server";
import { findQueries, findSliders } from "./sliders.ts";

const SLIDERS = 5;
/** Allowance (MB) for cached solutions and the heap's normal variation; more than this is growth. */
const LIMIT_GROWTH_MB = 60;

interface Workload {
  readonly scenarios: number;
  readonly areas: number;
  /**
   * Limit on the resident memory at the end (MB). With many areas the limit is on growth only, because each open area
   * takes memory.
   */
  readonly limit: { readonly atMost?: number };
}

const SHORT: Workload = { scenarios: 200, areas: 4, limit: { atMost: 450 } };
const LONG: Workload = { scenarios: 2000, areas: 50, limit: {} };

export const memoryBenchmark: Benchmark = {
  about: `resident memory before and after ${SHORT.scenarios} scenarios of ${SHORT.areas} areas, one calculating thread`,
  run: async (print) => measureMemory(AREAS.slice(0, SHORT.areas), SHORT, print),
};

export const longMemoryBenchmark: Benchmark = {
  about: `the same with ${LONG.scenarios} scenarios of ${LONG.areas} areas`,
  isProof: true,
  run: async (print) => {
    const server = await startServer(["--workers", "1"]);
    const areas = await server.send<{ area: string; useable: boolean }[]>("GET", "/areas");
    await server.stop();
    const otherAreas = areas.filter(({ area, useable }) => useable && !AREAS.includes(area)).map(({ area }) => area);
    return measureMemory([...AREAS, ...otherAreas].slice(0, LONG.areas), LONG, print);
  },
};

async function measureMemory(areas: readonly string[], { scenarios, limit }: Workload, print: Print): Promise<boolean> {
  // The first start after a change to the program compiles it and fills the code cache.
  await (await startServer(["--workers", "1"])).stop();
  const server = await startServer(["--workers", "1"]);
  const report = (label: string, limit: { readonly atMost?: number } = {}): { mb: number; within: boolean } => {
    const mb = server.memory().current;
    return { mb, within: printFigure(print, label, mb, "MB", limit) };
  };
  try {
    report(`ready after ${server.secondsToReady.toFixed(1)} s`);
    const first = await server.send<{ id: number }>("POST", "/scenarios", { scenario: scenarioOf(measuredModel.area) });
    const gqueries = await findQueries(server, first.id, 200);
    const sliders = await findSliders(server, first.id, 200);
    report("first scenario calculated");

    let halfway = 0;
    for (let n = 1; n <= scenarios; n++) {
      const movedSliders = Array.from({ length: SLIDERS }, (_, index) => sliders[(n + index * 37) % sliders.length]!);
      const user_values = Object.fromEntries(movedSliders.map(({ key, position }) => [key, position(n)]));
      const scenario = scenarioOf(areas[n % areas.length]!);
      // Ranges differ by area, and some queries fail in extreme scenarios. Such a scenario caches less, which does not
      // affect the result.
      const { id } = await server.send<{ id: number }>("POST", "/scenarios", { scenario });
      await server.send("PUT", `/scenarios/${id}`, { scenario: { user_values }, gqueries }).catch((error: unknown) => {
        if (!String(error).includes(": 422 ")) throw error;
      });
      if (n === scenarios / 2) halfway = report(`after ${n} scenarios`).mb;
    }
    const end = report(`after ${scenarios} scenarios of ${areas.length} areas`, measuredModel.isReference ? limit : {});
    const isFlat = printFigure(print, "growth in the second half", end.mb - halfway, "MB", { atMost: LIMIT_GROWTH_MB });
    return !measuredModel.isReference || (end.within && isFlat);
  } finally {
    await server.stop();
  }
}

const scenarioOf = (area_code: string): object => ({ area_code, end_year: 2050 });
