import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { EventStoreDbNode } from "./eventstoredb-node.ts";

const directory = mkdtempSync(join(tmpdir(), "etesian-node-"));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

it("a node receives no environment variable that EventStoreDB would read as an unknown option", async () => {
  const command = join(directory, "run");
  writeFileSync(command, '#!/bin/sh\nenv > "$1/env.part" && mv "$1/env.part" "$1/env"\n');
  chmodSync(command, 0o755);
  vi.stubEnv("EVENTSTORE_COMMAND", command);
  vi.stubEnv("EVENTSTORE_URL", "esdb://127.0.0.1:2113");
  vi.stubEnv("EVENTSTORE_MEM_DB", "true");
  const node = new EventStoreDbNode(command, directory, 2113);
  node.start();
  const environment = await vi.waitFor(() => readFileSync(join(directory, "env"), "utf8"), 10_000);
  expect(environment.split("\n").filter((line) => line.startsWith("EVENTSTORE_"))).toEqual(["EVENTSTORE_MEM_DB=true"]);
});
