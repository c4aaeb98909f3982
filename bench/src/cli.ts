/** `npm run bench -- NAME …`: measures speed and size. Exits with 1 when a figure exceeds its limit. */
import { annualBenchmark } from "./annual.ts";
import { areasBenchmark } from "./areas.ts";
import { clientsBenchmark } from "./clients.ts";
import { compare } from "./compare.ts";
import { dashboardsBenchmark } from "./dashboards.ts";
import { dayBenchmark } from "./day/index.ts";
import { equalMemoryBenchmark } from "./equal-memory.ts";
import { eventStoreDbBenchmark } from "./eventstoredb.ts";
import { firstMinuteBenchmark } from "./first-minute.ts";
import { framesBenchmark } from "./frames.ts";
import { hourlyBenchmark } from "./hourly.ts";
import { httpBenchmark } from "./http.ts";
import { listenersBenchmark } from "./listeners.ts";
import { listsBenchmark } from "./lists.ts";
import { loopBenchmark } from "./loop.ts";
import { longMemoryBenchmark, memoryBenchmark } from "./memory.ts";
import { movesBenchmark } from "./moves.ts";
import { runProgram } from "@etesian/workbench/program";
import type { Benchmark } from "@etesian/workbench/report";
import { rightsBenchmark } from "./rights.ts";
import { savedBenchmark } from "./saved.ts";
import { startWithPageBenchmark } from "./start-with-page.ts";
import { sweepsBenchmark } from "./sweeps.ts";
import { tabBenchmark } from "./tab.ts";
import { tabUseBenchmark } from "./tab-use.ts";
import { transfersBenchmark } from "./transfers.ts";
import { variantsBenchmark } from "./variants.ts";
import { visitsBenchmark } from "./visits.ts";
import { walkBenchmark } from "./walk.ts";

const BENCHES: { readonly [name: string]: Benchmark } = {
  annual: annualBenchmark,
  dashboards: dashboardsBenchmark,
  hourly: hourlyBenchmark,
  areas: areasBenchmark,
  variants: variantsBenchmark,
  "first-minute": firstMinuteBenchmark,
  "start-with-page": startWithPageBenchmark,
  http: httpBenchmark,
  saved: savedBenchmark,
  clients: clientsBenchmark,
  moves: movesBenchmark,
  listeners: listenersBenchmark,
  transfers: transfersBenchmark,
  visits: visitsBenchmark,
  frames: framesBenchmark,
  rights: rightsBenchmark,
  lists: listsBenchmark,
  sweeps: sweepsBenchmark,
  "equal-memory": equalMemoryBenchmark,
  eventstoredb: eventStoreDbBenchmark,
  memory: memoryBenchmark,
  "memory-long": longMemoryBenchmark,
  loop: loopBenchmark,
  tab: tabBenchmark,
  "tab-use": tabUseBenchmark,
  walk: walkBenchmark,
  day: dayBenchmark,
};

const HELP = `Usage: npm run bench -- [--json] [name …]            by default all, except those marked with *
       npm run bench -- compare DIRECTORY name …     alternates with another checkout, and prints ratios of wall and CPU time

${Object.entries(BENCHES)
  .map(([name, { about, isProof }]) => `  ${`${name}${isProof ? " *" : ""}`.padEnd(16)} ${about}`)
  .join("\n")}

--json writes figures, limits and verdicts as one list at the end, and progress to standard error.
Uses the reference data in ETESIAN_REFERENCE_DIR, or in ../shared next to the repository. Without them it uses the
model in models/starter, without ratios and limits.
`;

const args = process.argv.slice(2);
if (args[0] === "compare" && !args.includes("--help")) {
  process.exitCode = (await compare(args.slice(1), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
} else {
  process.exitCode = await runProgram({ benches: BENCHES, helpOf: () => HELP }, args);
}
