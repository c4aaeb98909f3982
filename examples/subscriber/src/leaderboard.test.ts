import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkpointIn, openEventBus } from "@etesian/event-bus";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { type NewEvent, openEventStore, openReadDatabase } from "@etesian/event-store";
import { expect, test } from "vitest";
import { startLeaderboard } from "./leaderboard.ts";

const nats = await findNats();
const missing = "missing" in nats ? nats.missing : null;

const moved = (...sliders: readonly string[]): NewEvent => ({
  id: randomUUID(),
  type: "InputsSet",
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "anonymous",
  correlationId: "r",
  causationId: null,
  data: {
    userValues: Object.fromEntries(sliders.map((slider) => [slider, 1])),
    reset: [],
    balancedValues: {},
    unbalanced: [],
  },
});

test.skipIf(missing !== null)(
  `the sliders that were moved most come first, also after a restart${missing === null ? "" : ` (skipped: ${missing})`}`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-leaderboard-"));
    const url = `${"url" in nats ? nats.url : ""}/test_${randomUUID().replaceAll("-", "")}`;
    const store = await openEventStore("sqlite::memory:");
    const places = await openReadDatabase("sqlite::memory:");
    const bus = await openEventBus(url, { warn: () => {} });
    bus.relay(store, checkpointIn(places, "relay"));

    const start = () => startLeaderboard(url, `sqlite:${join(directory, "leaderboard.db")}`, 0);
    const shown = async (port: number): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}`)).json();
    await store.append("scenario-1", [moved("wind", "sun"), moved("wind")], 0);
    await store.append("person-1", [moved("nobody")], 0);
    const first = await start();
    await expect
      .poll(() => shown(first.port), { timeout: 20_000 })
      .toEqual([
        { slider: "wind", times: 2 },
        { slider: "sun", times: 1 },
      ]);
    await first.stop();

    await store.append("scenario-2", [moved("sun"), moved("sun")], 0);
    const second = await start();
    await expect
      .poll(() => shown(second.port), { timeout: 20_000 })
      .toEqual([
        { slider: "sun", times: 3 },
        { slider: "wind", times: 2 },
      ]);
    await second.stop();

    await bus.close();
    await store.close();
    await places.close();
    await removeStreams(url);
    rmSync(directory, { recursive: true, force: true });
  },
  60_000,
);
