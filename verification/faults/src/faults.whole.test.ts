/**
 * Runs a short fixed part of `npm run faults`: a kill, a few cuts, a backup, exhausted connections and files, and one
 * round of each disk fault. `npm test -- --exhaustive` adds kills while users are shared, which take longer because
 * emails are held for 90 s.
 */
import { expect, test } from "vitest";
import { fileBackups } from "./backup.ts";
import { connectionCuts } from "./connections.ts";
import { diskFaults } from "./disk.ts";
import { type Fault, SkippedFault } from "./fault.ts";
import { killsWithFile } from "./kill.ts";
import { manyConnections } from "./many-connections.ts";
import { killsWhileSharing } from "./propagation.ts";
import { sharingOnFiles } from "./sharing.ts";
import { skipUnlessExhaustiveRun, sampleSize } from "@etesian/testing/sample";

const PARTS: readonly (readonly [name: string, fault: Fault, rounds: number, prints?: RegExp])[] = [
  ["kill -9", killsWithFile, 1],
  ["kill -9 while users are shared", killsWhileSharing, 3],
  ["cut connections", connectionCuts, sampleSize(4, 12)],
  [
    "as many connections as open files",
    manyConnections,
    sampleSize(1, 3),
    /silent connections: [1-9]\d* closed by the server[^;]*; meanwhile of \d+ requests [1-9]\d* acknowledged/,
  ],
  ["two servers on one directory, one of them slow", sharingOnFiles, sampleSize(4, 40)],
  ["a broken disk", diskFaults, 1],
  ["a backup while users write", fileBackups, sampleSize(1, 5)],
];

for (const [name, fault, rounds, prints = /[1-9]\d* acknowledged/] of PARTS) {
  test(`${name}: a server loses nothing, repeats nothing and keeps running`, async (context) => {
    if (fault === killsWhileSharing) skipUnlessExhaustiveRun(context, "waits for emails that are held for 90 s");
    const lines: string[] = [];
    try {
      expect(
        await fault.run(
          (line) => lines.push(line),
          rounds,
          () => false,
        ),
      ).toEqual([]);
    } catch (error) {
      if (!(error instanceof SkippedFault)) throw error;
      context.skip(error.message);
    }
    expect(lines.join("; ")).toMatch(prints);
  });
}
