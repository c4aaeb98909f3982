/**
 * A short fixed part of `npm run faults`: a kill, a few cuts, a backup, exhausted connections and files, and one round
 * of each disk fault. `npm run test:whole` adds kills while users are shared, which wait for emails that are held for
 * 90 s.
 */
import { expect, test } from "vitest";
import { backedUpFiles } from "./backup.ts";
import { cut } from "./connections.ts";
import { disk } from "./disk.ts";
import { type Fault, SkippedFault } from "./fault.ts";
import { killedWithFile } from "./kill.ts";
import { manyConnections } from "./many-connections.ts";
import { killedWhileSharing } from "./propagation.ts";
import { sharingOnFiles } from "./sharing.ts";
import { onlyInSweep, sampled } from "@etesian/testing/sample";

const PARTS: readonly (readonly [name: string, fault: Fault, rounds: number])[] = [
  ["kill -9", killedWithFile, 1],
  ["kill -9 while users are shared", killedWhileSharing, 3],
  ["cut connections", cut, sampled(4, 12)],
  ["as many connections as open files", manyConnections, sampled(1, 3)],
  ["two servers on one directory, one of them slow", sharingOnFiles, sampled(4, 40)],
  ["a broken disk", disk, 1],
  ["a backup while users write", backedUpFiles, sampled(1, 5)],
];

for (const [name, fault, rounds] of PARTS) {
  test(`${name}: a server loses nothing, repeats nothing and keeps running`, async (context) => {
    if (fault === killedWhileSharing) onlyInSweep(context, "waits for emails that are held for 90 s");
    const printed: string[] = [];
    try {
      expect(
        await fault.run(
          (line) => printed.push(line),
          rounds,
          () => false,
        ),
      ).toEqual([]);
    } catch (error) {
      if (!(error instanceof SkippedFault)) throw error;
      context.skip(error.message);
    }
    expect(printed.join("; ")).toMatch(/[1-9]\d* acknowledged/);
  });
}
