/** Tests guarantees for any number of processes, with repeated and lost messages. */
import { describe, expect, test } from "vitest";
import { openReadDatabase } from "@etesian/event-store";
import { inputs, creation, valuesOf, failure, onEveryStore } from "./handlers.fixture.ts";

onEveryStore("several processes", (service) => {
  test("a change accepted by one replica is visible in the others, and no concurrent change is lost", async () => {
    const replica = await service.startReplica();
    const { id } = await service.createOne();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        service.update(
          id,
          { userValues: inputs(n % 2 ? { tax: n } : { plants: n }) },
          n % 2 ? replica : service.client,
        ),
      ),
    );
    const scenario = await service.client.getScenario({ id });
    expect(scenario.version).toBe(21);
    expect(await replica.getScenario({ id })).toEqual(scenario);
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { outcome } = await (n % 2 ? replica : service.client).createScenario(creation());
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
    const callWithKey = { actor: "user:7", idempotencyKey: "3c2c8f8e-first-attempt" } as const;

    test("requests with one idempotency key create one scenario, even when sent repeatedly or concurrently", async () => {
      const [first, second] = await Promise.all([
        service.createOne({}, callWithKey),
        service.createOne({}, callWithKey),
      ]);
      expect(second).toEqual(first);
      expect(await service.createOne({}, callWithKey)).toEqual(first);
      expect((await service.createOne({}, { ...callWithKey, actor: "user:8" })).id).not.toBe(first.id);
      expect((await service.client.listScenarios({ page: 1, limit: 25 }, callWithKey)).total).toBe(1);
    });

    test("a change with an idempotency key is made once, even if it expects a version that is no longer current", async () => {
      const { id, version } = await service.createOne();
      const change = { userValues: inputs({ tax: 5 }), expectedVersion: version };
      const changedScenario = await service.update(id, change, service.client, callWithKey);
      await service.update(id, { userValues: inputs({ tax: 6 }) });
      for (const preview of [true, false]) {
        const repeated = await service.update(id, { ...change, preview }, service.client, callWithKey);
        expect([valuesOf(repeated), repeated.version]).toEqual([{ tax: 6 }, changedScenario.version + 1]);
      }
    });

    test("a change with another body under its key is refused, by every process and after a restart", async () => {
      const replica = await service.startReplica();
      const request = { ...callWithKey, requestDigest: "a".repeat(64) };
      const otherRequest = { ...callWithKey, requestDigest: "b".repeat(64) };
      const first = await service.createOne({}, request);
      const keyUsed = { code: "FAILED_PRECONDITION", reason: "idempotency_key_used" };
      expect(await failure(replica.createScenario(creation(), otherRequest))).toMatchObject(keyUsed);
      await service.restart();
      expect(await failure(service.client.createScenario(creation(), otherRequest))).toMatchObject(keyUsed);
      expect(await service.createOne({}, request)).toEqual(first);
      const key = { ...request, idempotencyKey: "3c2c8f8e-second-attempt" };
      await service.update(first.id, { userValues: inputs({ tax: 5 }) }, service.client, key);
      const otherChange = { ...key, requestDigest: otherRequest.requestDigest };
      const otherUpdate = service.update(first.id, { userValues: inputs({ tax: 6 }) }, service.client, otherChange);
      expect(await failure(otherUpdate)).toMatchObject(keyUsed);
    });

    test("an idempotency key without a token is scoped to its caller's address", async () => {
      const anonymous = { actor: "anonymous", idempotencyKey: callWithKey.idempotencyKey } as const;
      const [firstCaller, secondCaller] = ["10.0.0.1", "10.0.0.2"].map((client) => ({ ...anonymous, client }));
      const first = await service.createOne({}, firstCaller);
      expect((await service.createOne({}, secondCaller)).id).not.toBe(first.id);
      expect((await service.createOne({}, firstCaller)).id).toBe(first.id);
    });

    test("an idempotency key that was used for another change is refused", async () => {
      const { id } = await service.createOne({}, callWithKey);
      const other = await service.createOne();
      expect(
        await failure(service.update(other.id, { userValues: inputs({ tax: 5 }) }, service.client, callWithKey)),
      ).toMatchObject({
        code: "FAILED_PRECONDITION",
        reason: "idempotency_key_used",
      });
      await service.update(other.id, { userValues: inputs({ tax: 5 }) }, service.client, {
        ...callWithKey,
        actor: "user:9",
      });
      expect(
        await failure(service.client.createScenario(creation(), { ...callWithKey, actor: "user:9" })),
      ).toMatchObject({
        reason: "idempotency_key_used",
      });
      expect(id).not.toBe(other.id);
    });
  });

  test("a service without its store reports UNAVAILABLE, not an internal error", async () => {
    const { id } = await service.createOne();
    await service.store.close();
    expect(await failure(service.client.getScenario({ id }))).toMatchObject({ code: "UNAVAILABLE" });
    expect(await failure(service.update(id, { metadataJson: "{}" }))).toMatchObject({ code: "UNAVAILABLE" });
  });
});
