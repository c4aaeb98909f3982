/** `npm run bench -- <what>`: how fast, how large. Exit code 1 when a figure is beyond its limit. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { annualBenchmark } from "./annual.ts";
import { areasBenchmark } from "./areas.ts";
import { clientsBenchmark } from "./clients.ts";
import { compare } from "./compare.ts";
import { dashboardsBenchmark } from "./dashboards.ts";
import { determinismBenchmark } from "./determinism/benchmark.ts";
import { eventStoreDbBenchmark } from "./eventstoredb.ts";
import { firstMinuteBenchmark } from "./first-minute.ts";
import { growthBenchmark } from "./growth/benchmark.ts";
import { hourlyBenchmark } from "./hourly.ts";
import { httpBenchmark } from "./http.ts";
import { listenersBenchmark } from "./listeners.ts";
import { listsBenchmark } from "./lists.ts";
import { longMemoryBenchmark, memoryBenchmark } from "./memory.ts";
import { movesBenchmark } from "./moves.ts";
import type { Bench } from "./report.ts";
import { rightsBenchmark } from "./rights.ts";
import { savedBenchmark } from "./saved.ts";
import { sweepBenchmark } from "./sweep.ts";
import { transfersBenchmark } from "./transfers.ts";
import { variantsBenchmark } from "./variants.ts";
import { walkBenchmark } from "./walk.ts";

const BENCHES: { readonly [name: string]: Bench } = {
  annual: annualBenchmark,
  dashboards: dashboardsBenchmark,
  hourly: hourlyBenchmark,
  areas: areasBenchmark,
  variants: variantsBenchmark,
  "first-minute": firstMinuteBenchmark,
  http: httpBenchmark,
  saved: savedBenchmark,
  clients: clientsBenchmark,
  moves: movesBenchmark,
  listeners: listenersBenchmark,
  transfers: transfersBenchmark,
  rights: rightsBenchmark,
  lists: listsBenchmark,
  eventstoredb: eventStoreDbBenchmark,
  memory: memoryBenchmark,
  "memory-long": longMemoryBenchmark,
  growth: growthBenchmark,
  walk: walkBenchmark,
  sweep: sweepBenchmark,
  determinism: determinismBenchmark,
};

const HELP = `Usage: npm run bench -- [name …]                     all when none is named, but for those marked with *
       npm run bench -- compare DIRECTORY name …     in turn with another checkout: ratios of wall and processor time

${Object.entries(BENCHES)
  .map(([name, { about, isProof }]) => `  ${`${name}${isProof ? " *" : ""}`.padEnd(16)} ${about}`)
  .join("\n")}

Measured on the reference data in ETESIAN_REFERENCE_DIR, else in ../shared beside the repository; without them on the
model in models/starter, where ratios and limits mean nothing.
`;

async function main(names: readonly string[]): Promise<number> {
  if (names.includes("--help") || names.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  if (names[0] === "compare") {
    return (await compare(names.slice(1), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1;
  }
  const unknown = names.filter((name) => BENCHES[name] === undefined);
  if (unknown.length > 0) {
    process.stderr.write(`unknown: ${unknown.join(", ")}\n\n${HELP}`);
    return 2;
  }
  const chosen = Object.keys(BENCHES).filter((name) =>
    names.length > 0 ? names.includes(name) : !BENCHES[name]!.isProof,
  );
  const verdicts: string[] = [];
  let allWithin = true;
  for (const name of chosen) {
    const within = chosen.length === 1 ? await runHere(name) : await runAlone(name);
    verdicts.push(`${name} ${within ? "within its limits" : "BEYOND A LIMIT"}`);
    allWithin &&= within;
  }
  process.stdout.write(`\n${verdicts.join(", ")}\n`);
  return allWithin ? 0 : 1;
}

function runHere(name: string): Promise<boolean> {
  const bench = BENCHES[name]!;
  process.stdout.write(`\n${name}: ${bench.about}\n`);
  return bench.run((line) => process.stdout.write(`  ${line}\n`));
}

/** In a process of its own: what another benchmark has left in memory, and what it had compiled for, makes no difference. */
async function runAlone(name: string): Promise<boolean> {
  const args = [...process.execArgv, import.meta.filename, name];
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  return code === 0;
}

process.exitCode = await main(process.argv.slice(2));
