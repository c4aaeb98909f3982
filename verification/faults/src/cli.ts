/**
 * `npm run faults -- [--rounds N] [--minutes M] [name …]`: checks the server, or a cluster, under faults with real
 * processes, signals, networks and disks. Exits with code 1 when an acknowledged change was lost, a change was made
 * twice, or a process exited unexpectedly.
 */
import { flagsOf, exitWithUsage, wholeNumber } from "@etesian/service-kit/program";
import type { Print } from "@etesian/workbench/report";
import { fileBackups, postgresBackups } from "./backup.ts";
import {
  briefClusterFaults,
  clusterSilences,
  clusterFullDisks,
  clusterHangs,
  clusterKills,
  clusterReplacements,
  clusterWithoutCalculation,
} from "./cluster.ts";
import { manyConnections } from "./many-connections.ts";
import { commentsDuringKills } from "./comments.ts";
import { connectionCuts, missingBroker, postgresRestarts, droppedMessages } from "./connections.ts";
import { diskFaults } from "./disk.ts";
import { clusterOnEventStoreDbOutages, eventStoreDbOutages, eventStoreDbClusterOutages } from "./eventstoredb.ts";
import { type Fault, SkippedFault } from "./fault.ts";
import { flood } from "./flood.ts";
import { histories, longHistory } from "./histories.ts";
import { killsWithFile, killsWithPostgres } from "./kill.ts";
import { manyRequests, slowReaders } from "./memory.ts";
import { killsWhileSharing } from "./propagation.ts";
import { sweepKills } from "./sweeps.ts";
import { sharingOnEventStoreDb, sharingOnFiles, sharingOnPostgres } from "./sharing.ts";

const FAULTS: { readonly [name: string]: Fault } = {
  kill: killsWithFile,
  "kill-postgres": killsWithPostgres,
  "kill-sharing": killsWhileSharing,
  sharing: sharingOnFiles,
  "sharing-postgres": sharingOnPostgres,
  "sharing-eventstoredb": sharingOnEventStoreDb,
  eventstoredb: eventStoreDbOutages,
  "eventstoredb-cluster": eventStoreDbClusterOutages,
  "cluster-eventstoredb": clusterOnEventStoreDbOutages,
  cut: connectionCuts,
  restart: postgresRestarts,
  swallow: droppedMessages,
  "no-broker": missingBroker,
  "many-connections": manyConnections,
  disk: diskFaults,
  crowd: manyRequests,
  "slow-readers": slowReaders,
  histories,
  "long-history": longHistory,
  flood,
  backup: fileBackups,
  "backup-postgres": postgresBackups,
  cluster: clusterKills,
  "cluster-hang": clusterHangs,
  "cluster-without-calculation": clusterWithoutCalculation,
  "cluster-full": clusterFullDisks,
  "cluster-cut": clusterSilences,
  "cluster-replace": clusterReplacements,
  "cluster-briefly": briefClusterFaults,
  sweeps: sweepKills,
  comments: commentsDuringKills,
};

const HELP = `Usage: npm run faults -- [--rounds N] [--minutes M] [name …]

Runs all faults if none is named, each with N rounds, cuts, clients and so on. Kills and cuts stop after M minutes.

${Object.entries(FAULTS)
  .map(([name, { description, rounds }]) => `  ${name.padEnd(21)} ${description} (${rounds})`)
  .join("\n")}
`;

const { values, positionals } = flagsOf(
  HELP,
  { rounds: { type: "string" }, minutes: { type: "string" } },
  { words: true },
);
const unknown = positionals.filter((name) => FAULTS[name] === undefined);
if (unknown.length > 0) exitWithUsage(HELP, `unknown: ${unknown.join(", ")}`);
for (const flag of ["rounds", "minutes"] as const) wholeNumber(HELP, flag, values[flag] ?? "1", 1);
for (const [name, fault] of Object.entries(FAULTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const print: Print = (line) => process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${name}: ${fault.description}\n`);
  try {
    const end = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    const isOver = (): boolean => performance.now() > end;
    const problems = await fault.run(print, Number(values.rounds ?? fault.rounds), isOver);
    for (const problem of problems.slice(0, 20)) print(`✗ ${problem}`);
    print(problems.length === 0 ? "✓ nothing lost or duplicated, no process exited" : `${problems.length} problem(s)`);
    if (problems.length > 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof SkippedFault)) throw error;
    print(`skipped: ${error.message}`);
  }
}
