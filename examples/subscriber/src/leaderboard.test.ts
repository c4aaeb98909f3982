import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkpointIn, openEventBus } from "@etesian/event-bus";
import { findNats, removeStreams } from "@etesian/event-bus/testing";
import { type NewEvent, openEventStore, openReadDatabase } from "@etesian/event-store";
import { expect, test } from "vitest";
import { startLeaderboard } from "./leaderboard.ts";

const nats = await findNats();
const missing = "missing" in nats ? nats.missing : null;

const event = (type: string, data: object): NewEvent => ({
  id: randomUUID(),
  type,
  schemaVersion: 1,
  time: new Date().toISOString(),
  actor: "anonymous",
  correlationId: "r",
  causationId: null,
  data,
});
const inputsSet = (...sliders: readonly string[]): NewEvent =>
  event("InputsSet", {
    userValues: Object.fromEntries(sliders.map((slider) => [slider, 1])),
    reset: [],
    balancedValues: {},
    unbalanced: [],
  });
const scenarioSaved = (area: string): NewEvent =>
  event("ScenarioSaved", {
    owner: 1,
    scenario: 1,
    scenarioVersion: 1,
    area,
    endYear: 2050,
    modelVersion: "latest",
    shared: true,
    title: "Mine",
    description: null,
    private: false,
  });

test.skipIf(missing !== null)(
  `the leaderboard lists the most moved sliders and most saved areas first, even after a restart${missing === null ? "" : ` (skipped: ${missing})`}`,
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-leaderboard-"));
    const url = `${"url" in nats ? nats.url : ""}/test_${randomUUID().replaceAll("-", "")}`;
    const store = await openEventStore("sqlite::memory:");
    const checkpoints = await openReadDatabase("sqlite::memory:");
    const bus = await openEventBus(url, { warn: () => {} });
    bus.relay(store, checkpointIn(checkpoints, "relay"));

    const start = () => startLeaderboard(url, `sqlite:${join(directory, "leaderboard.db")}`, 0);
    const fetchBoards = async (port: number): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}`)).json();
    await store.append("scenario-1", [inputsSet("wind", "sun"), inputsSet("wind")], 0);
    await store.append("person-1", [event("AdminGranted", {})], 0);
    await store.append("saved-scenario-1", [scenarioSaved("nl")], 0);
    const first = await start();
    await expect
      .poll(() => fetchBoards(first.port))
      .toEqual({
        moved: [
          { name: "wind", times: 2 },
          { name: "sun", times: 1 },
        ],
        saved: [{ name: "nl", times: 1 }],
      });
    await first.stop();

    await store.append("scenario-2", [inputsSet("sun"), inputsSet("sun")], 0);
    await store.append("saved-scenario-2", [scenarioSaved("nl")], 0);
    await store.append("saved-scenario-3", [scenarioSaved("de")], 0);
    const second = await start();
    await expect
      .poll(() => fetchBoards(second.port))
      .toEqual({
        moved: [
          { name: "sun", times: 3 },
          { name: "wind", times: 2 },
        ],
        saved: [
          { name: "nl", times: 2 },
          { name: "de", times: 1 },
        ],
      });
    await second.stop();

    await bus.close();
    await store.close();
    await checkpoints.close();
    await removeStreams(url);
    rmSync(directory, { recursive: true, force: true });
  },
  60_000,
);

test("README.md shows a response with the leaderboard's fields", () => {
  const [, sample] = /```json\n([^]*?)```/.exec(readFileSync(join(import.meta.dirname, "../README.md"), "utf8"))!;
  const row = { name: expect.any(String), times: expect.any(Number) };
  expect(JSON.parse(sample!)).toEqual({ moved: [row], saved: [row] });
});
