/**
 * A short fixed part of `npm run faults`: a kill, a few cuts, a backup, connections and files that run out, one
 * round of each fault of the disk. Kills
 * while users are shared wait for e-mails that are held for 90 s: `npm run test:whole` has them.
 */
import { expect, test } from "vitest";
import { backedUpFiles } from "./backup.ts";
import { cut } from "./connections.ts";
import { disk } from "./disk.ts";
import { type Fault, Skipped } from "./fault.ts";
import { killedWithFile } from "./kill.ts";
import { manyConnections } from "./many-connections.ts";
import { killedWhileSharing } from "./propagation.ts";
import { sharingOnFiles } from "./sharing.ts";
import { onlyInSweep, sampled } from "@etesian/testing/sample";

const PARTS: readonly (readonly [name: string, fault: Fault, rounds: number])[] = [
  ["kill -9", killedWithFile, 1],
  ["kill -9 while users are shared", killedWhileSharing, 3],
  ["connections that are cut", cut, sampled(4, 12)],
  ["as many connections as open files", manyConnections, sampled(1, 3)],
  ["two servers on one directory, one of them slow", sharingOnFiles, sampled(4, 40)],
  ["a disk that breaks", disk, 1],
  ["a backup while people write", backedUpFiles, sampled(1, 5)],
];

for (const [name, fault, rounds] of PARTS) {
  test(`${name}: nothing lost, nothing twice, no process ended`, async (context) => {
    if (fault === killedWhileSharing) onlyInSweep(context, "waits for e-mails that are held for 90 s");
    const said: string[] = [];
    try {
      expect(
        await fault.run(
          (line) => said.push(line),
          rounds,
          () => false,
        ),
      ).toEqual([]);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      context.skip(error.message);
    }
    expect(said.join("; ")).toMatch(/[1-9]\d* acknowledged/);
  });
}
