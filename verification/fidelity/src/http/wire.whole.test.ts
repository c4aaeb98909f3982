/**
 * Tests that responses over HTTP equal the reference's, or are listed with the reason. Skipped without reference data.
 * The sample has one scenario with curves; `npm run fidelity -- made special` and `npm test -- --exhaustive` run all of
 * them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess } from "@etesian/workbench/server-process";
import { shareModelCache } from "@etesian/standalone/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skipUnlessExhaustiveRun, isExhaustiveRun } from "@etesian/testing/sample";
import { findReference } from "../reference.ts";
import type { Command, Comparison } from "../report.ts";
import { creationCommand } from "./created.ts";
import type { RunningServers } from "./running.ts";
import { specialCommand } from "./special.ts";
import { DIFFERENCES } from "./wire-differences.ts";
import { wireCommand } from "./wire.ts";

const reference = findReference();

test("every listed difference has a reason", () => {
  expect(Object.values(DIFFERENCES).filter(({ reason }) => !reason)).toEqual([]);
});

describe.skipIf(reference === null)("responses over HTTP (skipped without reference data)", () => {
  let data: string;
  let server: ServerProcess;
  let servers: RunningServers;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "etesian-wire-"));
    shareModelCache(reference!.model, data);
    server = new ServerProcess({ model: reference!.model, data });
    await server.waitUntilReady();
    servers = { urls: [server.url], token: await server.token() };
  });
  afterAll(async () => {
    await server.stop();
    rmSync(data, { recursive: true });
  });

  /** Compares the files whose name contains one of these. */
  async function compare(command: Command, ...names: readonly string[]): Promise<readonly Comparison[]> {
    const comparisons: Comparison[] = [];
    const files = (await command.files(reference!)).filter(
      (file) => isExhaustiveRun || names.some((name) => file.includes(name)),
    );
    await command.run(reference!, files, (comparison) => comparisons.push(comparison));
    return comparisons;
  }

  test("requests, areas and queries have the reference's responses", async () => {
    const comparisons = await compare(wireCommand(servers), "");
    expect(comparisons.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    const listedCount = Object.keys(DIFFERENCES).length;
    expect(comparisons[0]!.title).toMatch(new RegExp(`\\b1\\d\\d the same, ${listedCount} differ as listed`));
  });

  test("scenarios created step by step equal the reference's: scenarios with curves, and in `npm test -- --exhaustive` also scaled, coupled and balanced ones", async () => {
    const comparisons = await compare(specialCommand(servers), "d02_curves");
    expect(comparisons.flatMap(({ mismatches }) => mismatches)).toEqual([]);
    expect(comparisons.length).toBeGreaterThanOrEqual(1);
    for (const { total } of comparisons) expect(total).toBeGreaterThan(25_000);
  });

  test("scenarios with orders, created over HTTP, have the reference's results", async (context) => {
    skipUnlessExhaustiveRun(context, "takes minutes: npm run fidelity -- made");
    const comparisons = await compare(creationCommand(servers));
    for (const { total, mismatches, worst } of comparisons) {
      expect([total > 30_000, mismatches, worst]).toEqual([true, [], 0]);
    }
    expect(comparisons.length).toBeGreaterThanOrEqual(1);
  });
});
