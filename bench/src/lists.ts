/** Scenario lists of a user with many scenarios, in a store with many more. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventCodec, openEventStore } from "@etesian/event-store";
import { scenarioEvents } from "@etesian/contracts/events/scenario";
import { Random } from "@etesian/workbench/random";
import { type Benchmark, printDistribution, printFigure, time } from "@etesian/workbench/report";
import { measuredModel, type Server, startServer } from "@etesian/workbench/server";

const SCENARIOS = 100_000;
const OWN_SCENARIOS = 10_000;
/** Concurrent appends, which share commits. */
const CONCURRENT = 1_000;
const PAGES = 300;
const LIMIT_P50_MS = 30;

export const listsBenchmark: Benchmark = {
  about: `pages of ${OWN_SCENARIOS.toLocaleString("en")} scenarios of one user among ${SCENARIOS.toLocaleString("en")}`,
  run: async (print) => {
    const data = mkdtempSync(join(tmpdir(), "etesian-lists-"));
    try {
      await fill(data);
      const server = await startServer([], data);
      try {
        const token = await server.token();
        const first = await time(() => list(server, token, 1, 25));
        printFigure(print, "the first list after startup, built from events", first / 1000, "s");
        let isWithinLimits = true;
        for (const limit of [25, 100]) {
          const random = new Random(limit);
          const wall: number[] = [];
          for (let n = 0; n < PAGES; n++) {
            const page = 1 + random.index(OWN_SCENARIOS / limit);
            wall.push(await time(() => list(server, token, page, limit)));
          }
          const limits = { p50: LIMIT_P50_MS };
          isWithinLimits = printDistribution(print, `any page of ${limit}`, { wall }, { limits }) && isWithinLimits;
        }
        return isWithinLimits;
      } finally {
        await server.stop();
      }
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
};

/** The first account of a data directory. */
const PERSON = 1;

/**
 * Every tenth scenario is the measured user's. Of the others a third is unowned, and the rest belong to other users.
 */
async function fill(data: string): Promise<void> {
  const store = await openEventStore(`sqlite:${join(data, "events.db")}`);
  const codec = eventCodec(scenarioEvents);
  const create = (id: number) => {
    const owner = id % (SCENARIOS / OWN_SCENARIOS) === 0 ? PERSON : id % 3 === 0 ? null : PERSON + id;
    const creation = {
      area: measuredModel.area,
      endYear: 2050,
      scaling: null,
      owner,
      source: null,
      private: false,
      keepCompatible: false,
      readOnly: false,
      metadata: { title: `Scenario ${id}` },
      template: null,
      userValues: {},
      balancedValues: {},
      activeCouplings: [],
      orders: {},
      curves: {},
    };
    const time = new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString();
    const event = { ...codec.encode({ type: "ScenarioCreated", data: creation }), id: randomUUID(), time };
    return store.append(
      `scenario-${id}`,
      [{ ...event, actor: "service:bench", correlationId: "bench", causationId: null }],
      0,
    );
  };
  for (let from = 1; from <= SCENARIOS; from += CONCURRENT) {
    await Promise.all(Array.from({ length: CONCURRENT }, (_, n) => create(from + n)));
  }
  await store.close();
}

async function list(server: Server, token: string, page: number, limit: number): Promise<void> {
  const path = `/scenarios?page=${page}&limit=${limit}`;
  const { data, meta } = await server.send<{ data: readonly object[]; meta: { total: number } }>(
    "GET",
    path,
    undefined,
    token,
  );
  if (data.length !== limit || meta.total !== OWN_SCENARIOS)
    throw new Error(`page ${page}: ${data.length} of ${meta.total}`);
}
