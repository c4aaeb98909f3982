/** Memory of the server: with the model loaded, and after many scenarios were calculated. */
import type { Bench } from "./report.ts";
import { measured, startServer } from "./server.ts";
import { findQueries, findSliders } from "./sliders.ts";

const SCENARIOS = 200;
const SLIDERS = 5;
const LIMIT_MB = 700;
/** Solutions that are kept and the heap's own breathing; beyond that memory has grown. */
const LIMIT_GROWTH_MB = 60;

export const memoryBenchmark: Bench = {
  about: `resident memory with ${measured.area}, before and after ${SCENARIOS} scenarios`,
  run: async (print) => {
    // Little memory for solutions, so that its filling up is over early and growth would show.
    const server = await startServer(["--solution-memory", "32"]);
    const report = (when: string): number => {
      const { resident, peak } = server.memory();
      print(`${when.padEnd(44)} ${resident.toFixed(0)} MB (peak ${peak.toFixed(0)} MB)`);
      return resident;
    };
    try {
      report(`ready after ${server.secondsToReady.toFixed(1)} s`);
      const scenario = { area_code: measured.area, end_year: 2050 };
      const first = await server.ask<{ id: number }>("POST", "/scenarios", { scenario });
      const gqueries = await findQueries(server, first.id, 200);
      const sliders = await findSliders(server, first.id, 200);
      const loaded = report("first scenario calculated");

      let halfway = 0;
      for (let n = 1; n <= SCENARIOS; n++) {
        const moved = Array.from({ length: SLIDERS }, (_, index) => sliders[(n + index * 37) % sliders.length]!);
        const user_values = Object.fromEntries(moved.map(({ key, at }) => [key, at(n)]));
        const { id } = await server.ask<{ id: number }>("POST", "/scenarios", {
          scenario: { ...scenario, user_values },
        });
        // Some queries fail in extreme scenarios: then there is less to remember, nothing more.
        await server.ask("PUT", `/scenarios/${id}`, { gqueries }).catch((error: unknown) => {
          if (!String(error).includes(": 422 ")) throw error;
        });
        if (n === SCENARIOS / 2) halfway = report(`after ${n} scenarios`);
      }
      const end = report(`after ${SCENARIOS} scenarios`);
      const small = Math.max(loaded, end) <= LIMIT_MB;
      const flat = end - halfway <= LIMIT_GROWTH_MB;
      print(
        `limit ${LIMIT_MB} MB: ${small ? "met" : "NOT MET"}; growth in the second half ${(end - halfway).toFixed(0)} MB: ${flat ? "flat" : "NOT FLAT"}`,
      );
      return !measured.isReference || (small && flat);
    } finally {
      await server.stop();
    }
  },
};
