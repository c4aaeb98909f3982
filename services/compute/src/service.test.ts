import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_MEMORY_BYTES } from "@etesian/engine/limits";
import { createLogger, createMetrics, Readiness, settingsOf } from "@etesian/service-kit";
import { expect, onTestFinished, test } from "vitest";
import { compute } from "./service.ts";
import { writeVillage } from "./testing/village.ts";

/** The steps of a start until the service is ready. */
async function stepsOf(noWarmUp: boolean): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-compute-"));
  writeVillage(join(directory, "village"));
  const steps: string[] = [];
  const ends: (() => Promise<void> | void)[] = [];
  onTestFinished(async () => {
    for (const end of ends) await end();
    rmSync(directory, { recursive: true, force: true });
  });
  const defaults = Object.fromEntries(
    Object.entries(settingsOf([compute])).map(([name, { fallback }]) => [name, fallback]),
  );
  const values = { ...defaults, model: join(directory, "village"), data: directory, workers: 1, noWarmUp };
  const { ready } = await compute.open({
    values: values as never,
    clients: {} as never,
    log: createLogger({ program: "test", level: "silent" }),
    metrics: createMetrics(),
    readiness: new Readiness(),
    progress: (step) => void steps.push(step),
    onStop: (_, end) => void ends.push(end),
  });
  await ready;
  return steps;
}

test("the threads are warmed up at startup unless the warm-up is disabled", async () => {
  expect(await stepsOf(false)).toContain("warming up");
  expect(await stepsOf(true)).not.toContain("warming up");
});

test("the default of --engine-memory equals the engine's own default", () => {
  expect(settingsOf([compute])["engineMemory"]!.fallback).toBe(DEFAULT_MEMORY_BYTES / 1_000_000);
});
