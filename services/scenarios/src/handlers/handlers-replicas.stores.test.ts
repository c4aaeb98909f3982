/** Guarantees for any number of processes, with repeated and lost messages. */
import { describe, expect, test } from "vitest";
import { openReadDatabase } from "@etesian/event-store";
import { inputs, creation, valuesOf, failure, onEveryStore } from "./handlers.fixture.ts";

onEveryStore("several processes", (service) => {
  test("a change accepted by one replica is visible on the others, and no concurrent change is lost", async () => {
    const other = await service.startReplica();
    const { id } = await service.createOne();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        service.update(id, { userValues: inputs(n % 2 ? { tax: n } : { plants: n }) }, n % 2 ? other : service.client),
      ),
    );
    const seen = await service.client.getScenario({ id });
    expect(seen.version).toBe(21);
    expect(await other.getScenario({ id })).toEqual(seen);
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { outcome } = await (n % 2 ? other : service.client).createScenario(creation());
        return outcome?.$case === "scenario" ? outcome.value.id : Number.NaN;
      }),
    );
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  });

  test("ids are not reused after the read models were lost", async () => {
    await service.createOne();
    await service.createOne();
    const readModels = await openReadDatabase(service.url);
    await readModels.create([
      { text: "delete from checkpoints", values: [] },
      { text: "delete from sequences", values: [] },
      { text: "delete from scenario_roles", values: [] },
    ]);
    await readModels.close();
    await service.restart();
    expect((await service.createOne()).id).toBe(3);
  });

  describe("a change with an idempotency key", () => {
    const named = { actor: "user:7", idempotencyKey: "3c2c8f8e-first-attempt" } as const;

    test("requests with one idempotency key create one scenario, even when sent repeatedly or concurrently", async () => {
      const [first, again] = await Promise.all([service.createOne({}, named), service.createOne({}, named)]);
      expect(again).toEqual(first);
      expect(await service.createOne({}, named)).toEqual(first);
      expect((await service.createOne({}, { ...named, actor: "user:8" })).id).not.toBe(first.id);
      expect((await service.client.listScenarios({ page: 1, limit: 25 }, named)).total).toBe(1);
    });

    test("a change with an idempotency key is made once, even if it expects a version that is no longer current", async () => {
      const { id, version } = await service.createOne();
      const change = { userValues: inputs({ tax: 5 }), expectedVersion: version };
      const changed = await service.update(id, change, service.client, named);
      await service.update(id, { userValues: inputs({ tax: 6 }) });
      for (const preview of [true, false]) {
        const again = await service.update(id, { ...change, preview }, service.client, named);
        expect([valuesOf(again), again.version]).toEqual([{ tax: 6 }, changed.version + 1]);
      }
    });

    test("a change with another body under its key is refused, by every process and after a restart", async () => {
      const other = await service.startReplica();
      const request = { ...named, requestDigest: "a".repeat(64) };
      const another = { ...named, requestDigest: "b".repeat(64) };
      const first = await service.createOne({}, request);
      const used = { code: "FAILED_PRECONDITION", reason: "idempotency_key_used" };
      expect(await failure(other.createScenario(creation(), another))).toMatchObject(used);
      await service.restart();
      expect(await failure(service.client.createScenario(creation(), another))).toMatchObject(used);
      expect(await service.createOne({}, request)).toEqual(first);
      const key = { ...request, idempotencyKey: "3c2c8f8e-second-attempt" };
      await service.update(first.id, { userValues: inputs({ tax: 5 }) }, service.client, key);
      const changed = { ...key, requestDigest: another.requestDigest };
      const asOther = service.update(first.id, { userValues: inputs({ tax: 6 }) }, service.client, changed);
      expect(await failure(asOther)).toMatchObject(used);
    });

    test("an idempotency key without a token is scoped to its caller's address", async () => {
      const anonymous = { actor: "anonymous", idempotencyKey: named.idempotencyKey } as const;
      const [here, there] = ["10.0.0.1", "10.0.0.2"].map((client) => ({ ...anonymous, client }));
      const first = await service.createOne({}, here);
      expect((await service.createOne({}, there)).id).not.toBe(first.id);
      expect((await service.createOne({}, here)).id).toBe(first.id);
    });

    test("an idempotency key of another change is refused", async () => {
      const { id } = await service.createOne({}, named);
      const other = await service.createOne();
      expect(
        await failure(service.update(other.id, { userValues: inputs({ tax: 5 }) }, service.client, named)),
      ).toMatchObject({
        code: "FAILED_PRECONDITION",
        reason: "idempotency_key_used",
      });
      await service.update(other.id, { userValues: inputs({ tax: 5 }) }, service.client, { ...named, actor: "user:9" });
      expect(await failure(service.client.createScenario(creation(), { ...named, actor: "user:9" }))).toMatchObject({
        reason: "idempotency_key_used",
      });
      expect(id).not.toBe(other.id);
    });
  });

  test("the service without its store reports UNAVAILABLE, not an internal error", async () => {
    const { id } = await service.createOne();
    await service.store.close();
    expect(await failure(service.client.getScenario({ id }))).toMatchObject({ code: "UNAVAILABLE" });
    expect(await failure(service.update(id, { metadataJson: "{}" }))).toMatchObject({ code: "UNAVAILABLE" });
  });
});
