/** Tests history, restores and live changes. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Scenario, ScenarioChange } from "@etesian/contracts/scenarios";
import { scalar, inputs, change, valuesOf, failure, onEveryStore } from "./handlers.fixture.ts";

onEveryStore("scenarios over time", (service) => {
  /** Version 1: tax 1; 2: tax 2; 3: metadata. */
  async function createAndChangeTwice(origin = {}): Promise<number> {
    const { id } = await service.createOne({ userValues: inputs({ tax: 1 }) }, origin);
    await service.update(id, { userValues: inputs({ tax: 2 }) }, service.client, origin);
    await service.update(id, { metadataJson: '{"a":1}' }, service.client, origin);
    return id;
  }
  const follow = (id: number, after: number, stop: AbortController, origin = {}) =>
    service.client.followScenario({ id, after }, { ...origin, signal: stop.signal })[Symbol.asyncIterator]();
  const next = async (changes: AsyncIterator<ScenarioChange>) => {
    const { done, value } = await changes.next();
    return done === true ? "end" : `${value.version} ${value.type}`;
  };

  test("the history lists changes with their authors in pages, latest first", async () => {
    const id = await createAndChangeTwice({ actor: "user:7" });
    const page = async (page: number, limit: number) => {
      const { changes, total } = await service.client.listHistory({ id, page, limit }, { actor: "user:7" });
      return [total, ...changes.map(({ version, type, actor }) => `${version} ${type} ${actor}`)];
    };
    expect(await page(1, 2)).toEqual([3, "3 MetadataReplaced user:7", "2 InputsSet user:7"]);
    expect(await page(2, 2)).toEqual([3, "1 ScenarioCreated user:7"]);
    expect(await page(3, 2)).toEqual([3]);
    const { changes } = await service.client.listHistory({ id, page: 1, limit: 1 });
    expect(JSON.parse(changes[0]!.dataJson)).toEqual({ metadata: { a: 1 } });
  });

  test("a scenario, its inputs and its orders can be read at an earlier version", async () => {
    const id = await createAndChangeTwice();
    await service.client.setOrder({ id, name: "storage", keys: ["c"] });
    expect(valuesOf(await service.client.getScenario({ id, at: 1 }))).toEqual({ tax: 1 });
    expect(await service.client.getScenario({ id, at: 2 })).toMatchObject({ version: 2, metadataJson: "{}" });
    expect(await service.client.getScenario({ id, at: 4 })).toEqual(await service.client.getScenario({ id }));
    expect((await service.client.listOrders({ id, at: 3 })).orders["storage"]?.keys).toEqual(["a", "b", "c"]);
    const { inputs: states } = await service.client.listInputs({
      id,
      keys: ["tax"],
      originalDefaults: false,
      at: 1,
      change: undefined,
    });
    expect(states[0]?.user).toEqual(scalar(1));
    for (const at of [0, 5]) {
      expect(await failure(service.client.getScenario({ id, at }))).toEqual({
        code: "NOT_FOUND",
        reason: "unknown_version",
        message: `Scenario ${id} has no version ${at}`,
      });
    }
  });

  test("inputs can be previewed with a change that is not stored", async () => {
    const id = await createAndChangeTwice();
    const previewInputs = (userValues: object) =>
      service.client.listInputs({
        id,
        keys: ["coal", "gas"],
        originalDefaults: false,
        change: change(0, { userValues: inputs(userValues as Record<string, number>) }),
      });
    expect((await previewInputs({ coal: 60 })).inputs.map(({ user }) => user)).toEqual([60, 25].map((n) => scalar(n)));
    expect(await failure(previewInputs({ coal: 101 }))).toMatchObject({ code: "INVALID_ARGUMENT", reason: "invalid" });
    expect((await service.client.getScenario({ id })).version).toBe(3);
  });

  test("an earlier version is restored, and the restore can be undone", async () => {
    const id = await createAndChangeTwice();
    const restore = async (version: number, expectedVersion?: number) =>
      (await service.client.restoreScenario({ id, version, expectedVersion })).outcome?.value as Scenario;
    expect(await restore(1)).toMatchObject({ version: 4, metadataJson: "{}" });
    expect(valuesOf(await restore(3))).toEqual({ tax: 2 });
    expect(valuesOf(await service.client.getScenario({ id, at: 4 }))).toEqual({ tax: 1 });
    expect((await restore(3)).version).toBe(5);
    expect(await failure(restore(1, 4))).toMatchObject({ code: "ABORTED" });
    expect(await failure(restore(9))).toMatchObject({ reason: "unknown_version" });
  });

  test("a clone starts with the values of the requested version", async () => {
    const id = await createAndChangeTwice();
    const clone = await service.createOne({ parentId: id, parentVersion: 1 });
    expect(valuesOf(clone)).toEqual({ tax: 1 });
    expect(clone).toMatchObject({ template: id, metadataJson: "{}" });
    expect(valuesOf(await service.createOne({ parentId: id }))).toEqual({ tax: 2 });
    expect(await failure(service.createOne({ parentId: id, parentVersion: 9 }))).toEqual({
      code: "NOT_FOUND",
      reason: "unknown_version",
      message: `Scenario ${id} has no version 9`,
    });
  });

  test("other users never see changes made while the scenario was private", async () => {
    const owner = { actor: "user:7" } as const;
    const id = await createAndChangeTwice(owner);
    await service.update(id, { private: true }, service.client, owner);
    await service.update(id, { userValues: inputs({ tax: 3 }) }, service.client, owner);
    await service.update(id, { private: false }, service.client, owner);
    const versions = async (origin: object) =>
      (await service.client.listHistory({ id, page: 1, limit: 25 }, origin)).changes.map(({ version }) => version);
    expect([await versions(owner), await versions({})]).toEqual([
      [6, 5, 4, 3, 2, 1],
      [6, 3, 2, 1],
    ]);
    expect(await failure(service.client.getScenario({ id, at: 5 }))).toMatchObject({ reason: "unknown_version" });
    expect(valuesOf(await service.client.getScenario({ id, at: 5 }, owner))).toEqual({ tax: 3 });
    const stop = new AbortController();
    const [userChanges, ownerChanges] = [follow(id, 2, stop), follow(id, 2, stop, owner)];
    expect([await next(userChanges), await next(userChanges)]).toEqual(["3 MetadataReplaced", "6 MadePublic"]);
    expect([await next(ownerChanges), await next(ownerChanges)]).toEqual(["3 MetadataReplaced", "4 MadePrivate"]);
    stop.abort();
  });

  test("every subscriber receives each change once and in order, from every replica", async () => {
    const id = await createAndChangeTwice();
    const replica = await service.startReplica();
    const stop = new AbortController();
    const listeners = Array.from({ length: 20 }, (_, n) => follow(id, n % 3, stop));
    const received = listeners.map(async (changes) => {
      const all: string[] = [];
      while (all.at(-1) !== "23 InputsSet") all.push(await next(changes));
      return all;
    });
    for (let n = 1; n <= 20; n++) {
      await service.update(id, { userValues: inputs({ tax: n + 10 }) }, n % 2 ? replica : service.client);
    }
    const all = Array.from({ length: 23 }, (_, n) => n + 1).map(
      (n) => `${n} ${n === 1 ? "ScenarioCreated" : n === 3 ? "MetadataReplaced" : "InputsSet"}`,
    );
    expect(await Promise.all(received)).toEqual(listeners.map((_, n) => all.slice(n % 3)));
    stop.abort();
  });

  test("a subscription ends when the subscriber loses the right to read or the scenario is deleted", async () => {
    const owner = { actor: "user:7" } as const;
    const id = await createAndChangeTwice(owner);
    const stop = new AbortController();
    const [userChanges, ownerChanges] = [follow(id, 3, stop), follow(id, 3, stop, owner)];
    const [end, privateChange] = [next(userChanges), next(ownerChanges)];
    await sleep(50);
    await service.update(id, { private: true }, service.client, owner);
    expect([await end, await privateChange]).toEqual(["end", "4 MadePrivate"]);
    expect(await failure(next(follow(id, 3, stop)))).toMatchObject({ reason: "not_found" });
    const afterDeletion = next(ownerChanges);
    await service.client.deleteScenario({ id }, owner);
    expect(await afterDeletion).toBe("end");
    stop.abort();
  });
});
