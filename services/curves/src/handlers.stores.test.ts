/** Tests the service on every store, with several replicas on the same one. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "@etesian/clock";
import { type Curve, CurvesServiceDefinition, type KeepCurveRequest } from "@etesian/contracts/curves";
import { openEventStore, openReadDatabase, type ReadDatabase, sql, StoreUnavailableError } from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { createLogger, createMetrics, type RpcClient, RpcError, status } from "@etesian/service-kit";
import { connect, startRpcServer } from "@etesian/service-kit/network";
import { curvesService } from "./handlers.ts";
import { GRACE_MS, CurveValueStore, valuesOf } from "./curve-value-store.ts";
import { Uses } from "./uses.ts";

const TOKEN = "test-token";
const lines = (value: number | string, count = 8760): Buffer => Buffer.from(`${value}\n`.repeat(count));
const upload = (scenario: number, content: Buffer, facts: Partial<KeepCurveRequest> = {}): KeepCurveRequest => ({
  scenario,
  key: "price",
  type: "price",
  fileName: "mine.csv",
  content,
  source: undefined,
  ...facts,
});
const failure = async (pending: Promise<unknown>): Promise<string> => {
  const error = await pending.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof RpcError)) throw new Error(`expected an RPC error, got ${String(error)}`);
  return `${error.codeName} ${error.message}`;
};

/** Retries like a client: a busy store returns the delay for a retry. */
async function withRetries<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isBusy =
        error instanceof StoreUnavailableError || (error instanceof RpcError && error.code === status.UNAVAILABLE);
      if (!isBusy) throw error;
    }
  }
}

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(`curves service: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const closing: (() => Promise<void> | void)[] = [];
    let url: string;
    let now: number;
    let curves: RpcClient<CurvesServiceDefinition>;
    let database: ReadDatabase;
    let uses: Uses;
    const clock: Clock = { ...systemClock, now: () => new Date(now) };

    /** Starts another process on the same store. */
    async function startReplica(): Promise<RpcClient<CurvesServiceDefinition>> {
      const store = await openEventStore(url);
      database = await openReadDatabase(url);
      uses = await Uses.open(store, database, clock);
      const service = curvesService(store, await CurveValueStore.open(database, clock), clock);
      const log = createLogger({ program: "test", level: "silent" });
      const listen = { host: "127.0.0.1", port: 0, token: TOKEN, log, metrics: createMetrics() };
      const server = await startRpcServer({ ...listen, services: [service] });
      const client = connect(CurvesServiceDefinition, { address: server.address, deadlineMs: 10_000, token: TOKEN });
      const replicaDatabase = database;
      closing.push(
        () => replicaDatabase.close(),
        () => store.close(),
        () => server.close(0),
        () => client.close(),
      );
      return client;
    }

    const keep = async (scenario: number, content: Buffer, facts: Partial<KeepCurveRequest> = {}): Promise<Curve> => {
      const { outcome } = await curves.keepCurve(upload(scenario, content, facts));
      if (outcome?.$case !== "curve") throw new Error(JSON.stringify(outcome));
      return outcome.value;
    };
    const numbersOf = async (hash: string) => valuesOf((await curves.readNumbers({ hash })).numbers);
    const countStored = async () => (await database.query(sql`select hash from curve_numbers`)).length;

    beforeEach(async () => {
      const testStore = await create();
      ({ url } = testStore);
      closing.push(testStore.remove);
      now = Date.now();
      curves = await startReplica();
    });
    afterEach(async () => {
      for (const close of closing.splice(0).toReversed()) await close();
    });

    test("a file is stored, and equal numbers only once", async () => {
      const source = { scenarioId: 7, scenarioTitle: "A", savedScenarioId: 2, datasetKey: "nl", endYear: 2050 };
      const first = await keep(1, lines(40.127), { source });
      expect(first).toEqual({
        number: 1,
        key: "price",
        type: "price",
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        fileName: "mine.csv",
        size: 7 * 8760,
        keptAt: new Date(now),
        statistics: { length: 8760, minAt: 0, maxAt: 0, min: 40.13, max: 40.13, mean: 40.13, fullLoadHours: undefined },
        source,
      });
      expect(await numbersOf(first.hash)).toEqual(new Float64Array(8760).fill(40.13));
      const second = await keep(1, lines(40.13), { fileName: "same.csv" });
      expect(second).toMatchObject({ number: 2, hash: first.hash, fileName: "same.csv" });
      expect(await curves.getCurves({ scenario: 1, numbers: [2, 1] })).toEqual({ curves: [second, first] });
      expect(await countStored()).toBe(1);
    });

    test("an unreadable file is refused with a message and a code, and is not stored", async () => {
      const { outcome } = await curves.keepCurve(upload(1, lines("x", 10)));
      expect(outcome).toMatchObject({
        $case: "rejection",
        value: { problems: [{ code: "wrong_length" }, { code: "illegal_value" }] },
      });
      expect(await countStored()).toBe(0);
      expect(await failure(curves.getCurves({ scenario: 1, numbers: [1] }))).toBe("NOT_FOUND Scenario 1 has no file 1");
      expect(await failure(curves.keepCurve(upload(1, lines(1), { type: "x" })))).toContain("INVALID_ARGUMENT");
    });

    test("numbers are returned as stored, profiles as used in the calculation", async () => {
      const download = async (type: string, content: Buffer) => {
        const { number } = await keep(1, content, { type });
        return (await curves.downloadCurve({ scenario: 1, number })).text;
      };
      expect(await download("capacity_profile", lines(0.4))).toBe("0.4\n".repeat(8760));
      expect(await download("availability", lines(1))).toBe("1.0\n".repeat(8760));
      expect(await download("profile", lines(5))).toBe("3.1709791983764586e-08\n".repeat(8760));
      expect(await download("profile", lines(0))).toBe("0.0\n".repeat(8760));
    });

    test("a copied set keeps its files when the first set is dropped", async () => {
      const first = await keep(1, lines(1));
      await keep(2, lines(2));
      const { curves: copies } = await curves.copyCurves({ from: 1, numbers: [1], to: 2 });
      expect(copies).toEqual([{ ...first, number: 2 }]);
      await curves.dropCurves({ scenario: 1 });
      await curves.dropCurves({ scenario: 1 });
      expect(await failure(curves.getCurves({ scenario: 1, numbers: [1] }))).toContain("NOT_FOUND");
      expect(await failure(curves.keepCurve(upload(1, lines(1))))).toContain("NOT_FOUND");
      now += 2 * GRACE_MS;
      expect(await uses.collect()).toBe(0);
      expect(await numbersOf(first.hash)).toHaveLength(8760);
    });

    test("unreferenced values are deleted after a day, and a new upload stores them again", async () => {
      const { hash } = await keep(1, lines(1));
      const other = await keep(2, lines(2));
      await curves.dropCurves({ scenario: 1 });
      expect(await uses.collect()).toBe(0);
      now += 2 * GRACE_MS;
      expect(await uses.collect()).toBe(1);
      expect(await failure(curves.readNumbers({ hash }))).toBe(
        `DATA_LOSS The values of the curve ${hash} are missing: upload it again, or detach it`,
      );
      expect(await numbersOf(other.hash)).toHaveLength(8760);
      expect((await keep(3, lines(1))).hash).toBe(hash);
      expect(await uses.collect()).toBe(0);
      expect(await numbersOf(hash)).toHaveLength(8760);
    });

    test("collecting values during uploads of the same values loses none", async () => {
      const other = await startReplica();
      // Old, unreferenced values, which the next collection deletes.
      for (let value = 0; value < 12; value++) await keep(100 + value, lines(value));
      for (let value = 0; value < 12; value++) await curves.dropCurves({ scenario: 100 + value });
      now += 2 * GRACE_MS;
      const stop = new AbortController();
      const collection = (async () => {
        while (!stop.signal.aborted) await withRetries(() => uses.collect());
      })();
      const hashes = await Promise.all(
        [curves, other].map(async (process, half) => {
          const keptHashes: string[] = [];
          for (let value = half; value < 12; value += 2) {
            const { outcome } = await withRetries(() => process.keepCurve(upload(1, lines(value))));
            keptHashes.push(outcome?.$case === "curve" ? outcome.value.hash : "");
          }
          return keptHashes;
        }),
      );
      stop.abort();
      await collection;
      for (const hash of hashes.flat()) expect(await numbersOf(hash)).toHaveLength(8760);
    });

    test("two processes that add to one set concurrently give each file its own number", async () => {
      const other = await startReplica();
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          withRetries(() =>
            (index % 2 === 0 ? curves : other).keepCurve(upload(1, lines(index), { fileName: `${index}.csv` })),
          ),
        ),
      );
      const keptCurves = responses.map(({ outcome }) => (outcome?.$case === "curve" ? outcome.value : null));
      expect(keptCurves.map((curve) => curve?.number).sort((a, b) => a! - b!)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      for (const curve of keptCurves) {
        const { curves: storedCurves } = await curves.getCurves({ scenario: 1, numbers: [curve!.number] });
        expect(storedCurves).toEqual([curve]);
      }
    });

    test("corrupt values are not served", async () => {
      const { hash } = await keep(1, lines(1));
      const wrong = Buffer.alloc(8760 * 8).toString("base64");
      await database.query(sql`update curve_numbers set numbers = ${wrong} where hash = ${hash}`);
      expect(await failure(curves.readNumbers({ hash }))).toBe(`DATA_LOSS The values of the curve ${hash} are corrupt`);
    });
  });
}
