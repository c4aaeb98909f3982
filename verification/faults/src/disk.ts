/**
 * Breaks the disk under the store: no space, I/O errors, partial writes, slow syncs. Afterwards the disk works again.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unexpectedEnd, type Fault, inTemporaryDirectory, SkippedFault, summaryOf } from "./fault.ts";
import { Ledger } from "./ledger.ts";
import { FaultyServer } from "./server.ts";

const CLIENTS = 12;
/** Modes of the library `faulty-disk.c`. */
const MODES = { n: "no space", f: "failing syncs", e: "failing writes", h: "partial writes", s: "slow syncs" } as const;
const BROKEN_MS = 700;
/** Time limit (ms) for writes to be refused and to resume; a busy machine writes rarely. */
const TIMEOUT_MS = 20_000;

/** Polls until the condition holds; resolves to false if the time runs out. */
async function becomesTrue(condition: () => boolean): Promise<boolean> {
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; await sleep(5))
    if (condition()) return true;
  return condition();
}

/**
 * A disk that breaks on command, for programs started with the returned `environment`. It affects files with `files` in
 * their path.
 */
export function faultyDisk(directory: string, files: string) {
  const library = join(directory, "faulty-disk.so");
  const source = join(import.meta.dirname, "faulty-disk.c");
  if (spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source]).status !== 0)
    throw new SkippedFault("there is no C compiler to build the faulty disk");
  const switchFile = join(directory, "mode");
  writeFileSync(switchFile, "0");
  return {
    setMode: (mode: keyof typeof MODES | "0"): void => writeFileSync(switchFile, mode, { flag: "r+" }),
    environment: { LD_PRELOAD: library, FAULTY_DISK: switchFile, FAULTY_FILES: files },
  };
}

export const diskFaults: Fault = {
  description: "no space, I/O errors, partial writes and slow syncs of the disk under the store, each for a while",
  rounds: 5,
  run: (print, rounds) =>
    inTemporaryDirectory(async (directory) => {
      const { setMode, environment } = faultyDisk(directory, "events.db");
      const data = join(directory, "data");
      const server = await FaultyServer.start({ data, environment });
      const ledger = new Ledger();
      await ledger.open(server, CLIENTS);
      const work = ledger.work(server);
      const problems: string[] = [];
      for (let round = 1; round <= rounds; round++) {
        for (const [mode, description] of Object.entries(MODES) as [keyof typeof MODES, string][]) {
          await sleep(100);
          const previouslyRefused = ledger.refusedCount;
          setMode(mode);
          await sleep(BROKEN_MS);
          // Writes fail with 503; reads do not wait for the disk.
          const { status, milliseconds } = await server.send("GET", "/scenarios/1");
          if (status !== 200 || milliseconds > 1_000)
            problems.push(`with ${description} a scenario returned ${status} after ${milliseconds.toFixed(0)} ms`);
          if (mode !== "s" && !(await becomesTrue(() => ledger.refusedCount > previouslyRefused)))
            problems.push(`with ${description} nothing was refused`);
          setMode("0");
          const previouslyAcknowledged = ledger.acknowledgedCount;
          if (!(await becomesTrue(() => ledger.acknowledgedCount >= previouslyAcknowledged + CLIENTS)))
            problems.push(`after ${description} writes did not resume`);
        }
      }
      await work.stop();
      await ledger.checkResponses(server);
      const exitProblems = unexpectedEnd(server);
      await server.stop();
      await ledger.audit(`sqlite:${join(data, "events.db")}`);
      print(summaryOf(ledger));
      return [...ledger.problems, ...problems, ...exitProblems];
    }),
};
