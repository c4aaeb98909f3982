/** Tests the rights to see, change and list scenarios. */
import { expect, test } from "vitest";
import { inputs, creation, change, failure, onEveryStore } from "./handlers.fixture.ts";

onEveryStore("people and scenarios", (service) => {
  test("users can see, change and delete only scenarios to which they have rights", async () => {
    const [owner, other] = [{ actor: "user:7" }, { actor: "user:8" }] as const;
    const ownScenario = await service.createOne({ private: true }, owner);
    expect(await failure(service.client.getScenario({ id: ownScenario.id }, other))).toEqual({
      code: "NOT_FOUND",
      reason: "not_found",
      message: "Not found",
    });
    expect(await failure(service.client.getScenario({ id: 99 }))).toEqual({
      code: "NOT_FOUND",
      reason: "not_found",
      message: "Not found",
    });
    const { outcome } = await service.client.createScenario(creation({ parentId: ownScenario.id }), other);
    expect(outcome).toMatchObject({ $case: "rejection" });
    await service.update(ownScenario.id, { private: false }, service.client, owner);
    const notYours = { code: "PERMISSION_DENIED", reason: "not_yours", message: "Scenario does not belong to you" };
    expect(await failure(service.client.updateScenario(change(ownScenario.id, { private: true }), other))).toEqual(
      notYours,
    );
    expect(await failure(service.client.deleteScenario({ id: ownScenario.id }, other))).toEqual(notYours);
    const listInputsResponse = await service.client.listInputs(
      { id: ownScenario.id, keys: ["tax"], originalDefaults: false, change: undefined },
      other,
    );
    expect(listInputsResponse.inputs[0]!.disabled).toBe(true);
    const unownedScenario = await service.createOne();
    expect(await failure(service.client.deleteScenario({ id: unownedScenario.id }, owner))).toEqual(notYours);
    await service.update(ownScenario.id, { readOnly: true }, service.client, owner);
    expect(await failure(service.client.updateScenario(change(ownScenario.id, { reset: true }), owner))).toEqual({
      code: "PERMISSION_DENIED",
      reason: "read_only",
      message: "Cannot modify a read-only scenario",
    });
    await service.client.deleteScenario({ id: ownScenario.id }, owner);
    expect(await failure(service.client.getScenario({ id: ownScenario.id }, owner))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect((await service.createOne()).id).toBe(3);
  });

  test("users list their own scenarios, newest first, immediately after a change", async () => {
    const owner = { actor: "user:7" } as const;
    expect(await service.client.listScenarios({ page: 1, limit: 5 })).toEqual({ scenarios: [], total: 0 });
    await service.createOne();
    await service.createOne({}, { actor: "user:8" });
    for (let n = 0; n < 5; n++) {
      const { id } = await service.createOne({ private: n === 2 }, owner);
      const { scenarios: rows, total } = await service.client.listScenarios({ page: 1, limit: 2 }, owner);
      expect([rows[0]!.id, total]).toEqual([id, n + 1]);
    }
    const page = async (page: number) =>
      (await service.client.listScenarios({ page, limit: 2 }, owner)).scenarios.map(({ id }) => id);
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([[7, 6], [5, 4], [3], []]);
    await service.client.deleteScenario({ id: 6 }, owner);
    expect(await page(1)).toEqual([7, 5]);
  });

  test("every event records its author and request", async () => {
    const { id } = await service.createOne({}, { actor: "user:7", requestId: "req-1" });
    await service.update(id, { userValues: inputs({ tax: 1 }), keepCompatible: true }, service.client, {
      actor: "user:7",
      requestId: "req-2",
    });
    const events = await service.store.readStream(`scenario-${id}`);
    expect(events.map(({ type, actor, correlationId }) => [type, actor, correlationId])).toEqual([
      ["ScenarioCreated", "user:7", "req-1"],
      ["InputsSet", "user:7", "req-2"],
      ["KeptCompatible", "user:7", "req-2"],
    ]);
  });
});
