/** What 1, 2 and 4 calculating processes of a cluster answer, and what a change costs each of its parts: who saturates first. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster } from "@etesian/standalone/cluster";
import { SERVICES } from "@etesian/standalone/services";
import { brokerOfOurOwn, inDirectory } from "./faults/fault.ts";
import { PrivatePostgres } from "./faults/postgres.ts";
import { askAt } from "./faults/server.ts";
import { type Bench, printFigure } from "./report.ts";
import { measured } from "./server.ts";

const PROCESSES = [1, 2, 4];
const CLIENTS = 8;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 15_000;
const QUERY = measured.isReference ? "dashboard_total_costs" : "direct_emissions_total_ghg_excl_bunkers";
const SLIDER = "capacity_of_energy_power_wind_turbine_offshore";
/** Ticks of /proc a second, on every Linux there is. */
const TICKS = 100;

export const processesBenchmark: Bench = {
  about: `changes with a query a second from ${CLIENTS} clients, by ${PROCESSES.join(", ")} calculating processes; processor time by service`,
  isProof: true,
  run: async (print) => {
    const postgres = await PrivatePostgres.create();
    const broker = await brokerOfOurOwn();
    try {
      if (postgres === null || broker === null) {
        print("skipped: it needs the programs of PostgreSQL and NATS");
        return true;
      }
      const { url: store } = postgres;
      const { url: bus } = broker;
      await inDirectory(async (data) => {
        for (const compute of PROCESSES) {
          const cluster = await Cluster.start({
            services: SERVICES,
            replicas: { compute, gateway: 2, scenarios: 2 },
            values: { model: measured.model, data, store, bus, workers: 1, logLevel: "error" },
            port: 0,
          });
          try {
            const { changes, processors } = await measure(cluster);
            const seconds = MEASURED_MS / 1_000;
            print(`${compute} calculating: ${(changes / seconds).toFixed(1)} changes a second`);
            for (const [service, used] of processors) {
              printFigure(print, `  processor time of ${service} for a change`, (used / changes) * 1_000, "ms");
            }
          } finally {
            await cluster.stop();
          }
        }
      });
      print(`${availableParallelism()} processors, which the clients and PostgreSQL share`);
      return true;
    } finally {
      await broker?.remove();
      postgres?.remove();
    }
  },
};

async function measure(cluster: Cluster) {
  const over = new AbortController();
  let changes = 0;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const url = cluster.urls[client % cluster.urls.length]!;
    const scenario = { area_code: measured.area, end_year: 2050 };
    const { body } = await askAt(url, "POST", "/scenarios", { scenario });
    const { id } = body as { readonly id: number };
    for (let n = 0; !over.signal.aborted; n++) {
      const moved = { user_values: { [SLIDER]: 4_000 + ((n * 618 + client * 77) % 10_000) } };
      const { status } = await askAt(url, "PUT", `/scenarios/${id}`, { scenario: moved, gqueries: [QUERY] });
      if (status === 200) changes += 1;
    }
  });
  await sleep(WARM_UP_MS);
  const [before, usedBefore] = [changes, processorTime(cluster)];
  await sleep(MEASURED_MS);
  const [after, usedAfter] = [changes, processorTime(cluster)];
  over.abort("measured");
  await Promise.all(clients);
  const processors = new Map([...usedAfter].map(([service, used]) => [service, used - usedBefore.get(service)!]));
  return { changes: after - before, processors };
}

/** Seconds that the processes of each service have used. */
function processorTime(cluster: Cluster): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { service, pid } of cluster.members) {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
    used.set(service, (used.get(service) ?? 0) + seconds);
  }
  return used;
}
