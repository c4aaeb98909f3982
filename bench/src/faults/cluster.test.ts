/** One round of each fault of `npm run faults -- cluster…`, on one cluster: nine processes and two minutes, so in `npm run test:whole`. */
import { expect, test } from "vitest";
import { clusterBriefly } from "./cluster.ts";
import { Skipped } from "./fault.ts";
import { onlyInSweep } from "../../../scripts/sample.ts";

test(
  "each part of a cluster killed, stopped, cut off, without room, replaced: nothing lost, nothing twice, nothing failed",
  { timeout: 900_000 },
  async (context) => {
    onlyInSweep(context, "takes two minutes");
    const said: string[] = [];
    try {
      expect(
        await clusterBriefly.run(
          (line) => said.push(line),
          1,
          () => false,
        ),
      ).toEqual([]);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      context.skip(error.message);
    }
    expect(said.join("; ")).toMatch(/[1-9]\d* acknowledged/);
  },
);
