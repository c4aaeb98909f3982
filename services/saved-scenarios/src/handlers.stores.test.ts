/** Tests the service over gRPC on every store, with a fake scenarios service. */
import { randomUUID } from "node:crypto";
import { systemClock } from "@etesian/clock";
import { scalarCodec } from "@etesian/contracts/codecs";
import { type SavedScenario, SavedScenariosServiceDefinition } from "@etesian/contracts/saved-scenarios";
import {
  Aggregates,
  type EventStore,
  openEventStore,
  openReadDatabase,
  Projector,
  type ReadDatabase,
} from "@etesian/event-store";
import { storesOfRun } from "@etesian/event-store/testing";
import { type CallOrigin, createLogger, createMetrics, type RpcClient, RpcError } from "@etesian/service-kit";
import { connect, startRpcServer } from "@etesian/service-kit/network";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminStreamOf } from "./admin-uses.ts";
import { collection } from "./collection.ts";
import { collectionCodec, collectionList, collectionStreamOf } from "./collection-list.ts";
import { savedScenariosService } from "./handlers.ts";
import { purge } from "./purge.ts";
import { savedScenario as decider, type SavedScenarios } from "./saved-scenario.ts";
import { codec, savedScenarioList, streamOf } from "./saved-scenario-list.ts";
import { FakeScenarios } from "./scenarios.fixture.ts";

const TOKEN = "test-token";
const log = createLogger({ program: "test", level: "silent" });
const asUser = (person: number, origin: CallOrigin = {}): CallOrigin => ({ actor: `user:${person}`, ...origin });

const { toMessage: scalar } = scalarCodec;
const EMPTY_FIELDS = {
  scenarioId: undefined,
  title: undefined,
  description: undefined,
  private: undefined,
  discarded: undefined,
};
const EMPTY_COLLECTION_FIELDS = {
  title: undefined,
  savedScenarioIds: undefined,
  scenarioIds: undefined,
  areaCode: undefined,
  endYear: undefined,
  interpolation: undefined,
  discarded: undefined,
};
const fields = (values: { readonly [name in keyof typeof EMPTY_FIELDS]?: string | number | boolean | null }) => ({
  ...EMPTY_FIELDS,
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, scalar(value)])),
});

const failureOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(error instanceof RpcError)) throw new Error(`expected an RPC error, got ${String(error)}`);
  return `${error.codeName} ${error.reason ?? ""}`.trim();
};

for (const { name, missing, create } of await storesOfRun()) {
  describe.skipIf(missing !== null)(
    `saved scenarios: ${name}${missing === null ? "" : ` (skipped: ${missing})`}`,
    () => {
      const cleanups: (() => Promise<void> | void)[] = [];
      let client: RpcClient<SavedScenariosServiceDefinition>;
      let scenarios: FakeScenarios;
      let readModels: ReadDatabase;
      let store: EventStore;
      let aggregates: SavedScenarios;
      let list: Projector;

      beforeEach(async () => {
        const { url, remove } = await create();
        store = await openEventStore(url);
        readModels = await openReadDatabase(url);
        scenarios = new FakeScenarios();
        for (const id of [1, 2, 3]) scenarios.add(id, 1);
        aggregates = new Aggregates({ store, codec, decider, streamOf });
        list = await Projector.open(store, readModels, savedScenarioList);
        const collections = new Aggregates({
          store,
          codec: collectionCodec,
          decider: collection,
          streamOf: collectionStreamOf,
        });
        const service = savedScenariosService({
          store,
          readModels,
          savedScenarios: aggregates,
          list,
          collections,
          collectionList: await Projector.open(store, readModels, collectionList),
          scenarios,
        });
        const metrics = createMetrics();
        const server = await startRpcServer({
          host: "127.0.0.1",
          port: 0,
          services: [service],
          token: TOKEN,
          log,
          metrics,
        });
        client = connect(SavedScenariosServiceDefinition, {
          address: server.address,
          deadlineMs: 10_000,
          token: TOKEN,
        });
        cleanups.push(
          remove,
          () => store.close(),
          () => readModels.close(),
          () => server.close(0),
          () => client.close(),
        );
      });
      afterEach(async () => {
        for (const close of cleanups.splice(0).toReversed()) await close();
      });

      async function save(values: Parameters<typeof fields>[0] = {}, origin = asUser(1)): Promise<SavedScenario> {
        const request = { fields: fields({ scenarioId: 1, title: "Mine", ...values }), privateByDefault: false };
        const { outcome } = await client.createSavedScenario(request, origin);
        if (outcome?.$case !== "savedScenario") throw new Error(JSON.stringify(outcome));
        return outcome.value;
      }
      async function update(id: number, values: Parameters<typeof fields>[0], origin = asUser(1)) {
        const { outcome } = await client.updateSavedScenario({ id, fields: fields(values), restore: false }, origin);
        if (outcome?.$case !== "savedScenario") throw new Error(JSON.stringify(outcome));
        return outcome.value;
      }
      const defaultQuery = { page: 1, limit: 25, discarded: false, all: false };

      test("a saved scenario is created and read; two requests with one idempotency key save it once", async () => {
        const origin = asUser(1, { idempotencyKey: "the-first-of-all-saves" });
        const first = await save({ description: "A village" }, origin);
        expect(first).toMatchObject({
          version: 1,
          title: "Mine",
          description: "A village",
          present: { scenarioId: 1 },
        });
        expect(await save({ description: "A village" }, origin)).toEqual(first);
        expect(await client.getSavedScenario({ id: first.id }, asUser(1))).toEqual(first);
        expect((await client.listSavedScenarios(defaultQuery, asUser(1))).total).toBe(1);
      });

      test("only people who may read a private scenario can save it", async () => {
        for (const role of ["viewer", "collaborator"] as const) {
          scenarios.add(1, 1, { directRoles: { 1: "owner", 2: role }, private: true });
          expect((await save({}, asUser(2))).present).toMatchObject({ scenarioId: 1, creation: "event of 1" });
        }
        await expect(save({}, asUser(3))).rejects.toThrow("does not exist");
      });

      test("two concurrent creations with one idempotency key create one saved scenario", async () => {
        const origin = asUser(1, { idempotencyKey: "both-at-the-same-time" });
        const [a, b] = await Promise.all([save({}, origin), save({}, origin)]);
        expect(a.id).toBe(b.id);
      });

      test("a list starts with the latest change and returns one page", async () => {
        const ids: number[] = [];
        for (let n = 0; n < 5; n++) ids.push((await save({ title: `No ${n}` })).id);
        await update(ids[1]!, { title: "Changed" });
        const page = await client.listSavedScenarios({ ...defaultQuery, page: 2, limit: 2 }, asUser(1));
        expect([page.savedScenarios.map(({ id }) => id), page.total]).toEqual([[ids[3], ids[2]], 5]);
        const first = await client.listSavedScenarios({ ...defaultQuery, limit: 1 }, asUser(1));
        expect(first.savedScenarios.map(({ title }) => title)).toEqual(["Changed"]);
        expect((await client.listSavedScenarios(defaultQuery, asUser(2))).total).toBe(0);
        expect(
          (await client.listSavedScenarios({ ...defaultQuery, all: true }, asUser(2, { admin: true }))).total,
        ).toBe(5);
        expect(await failureOf(client.listSavedScenarios({ ...defaultQuery, all: true }, asUser(2)))).toBe(
          "PERMISSION_DENIED",
        );
      });

      test("discarded saved scenarios are listed separately, and return to their previous position", async () => {
        const { id, updatedAt } = await save();
        await save({ title: "Other" });
        const discarded = await client.discardSavedScenario({ id }, asUser(1));
        expect(discarded).toMatchObject({ updatedAt, discardedAt: expect.any(Date) });
        expect((await client.discardSavedScenario({ id }, asUser(1))).discardedAt).toEqual(discarded.discardedAt);
        const trashQuery = { ...defaultQuery, discarded: true };
        expect(
          (await client.listSavedScenarios(trashQuery, asUser(1))).savedScenarios.map((scenario) => scenario.id),
        ).toEqual([id]);
        await update(id, { discarded: false });
        const { savedScenarios } = await client.listSavedScenarios(defaultQuery, asUser(1));
        expect(savedScenarios.map(({ title }) => title)).toEqual(["Other", "Mine"]);
      });

      test("versions are added and restored, each with the time when it was saved", async () => {
        const { id, present } = await save();
        await update(id, { scenarioId: 2 });
        const third = await update(id, { scenarioId: 3 });
        expect(third.history.map(({ scenarioId }) => scenarioId)).toEqual([1, 2]);
        expect(third.history[0]).toEqual(present);
        const restored = await update(id, { scenarioId: 1 });
        expect(restored.present).toEqual({ ...present, savedAt: expect.any(Date) });
        expect(restored.history.map(({ scenarioId }) => scenarioId)).toEqual([2, 3]);
      });

      test("a change that alters nothing keeps the version", async () => {
        const { id, version } = await save();
        expect((await update(id, { title: "Mine", scenarioId: 1, discarded: false })).version).toBe(version);
      });

      test("a batch of user changes succeeds in part and reports a problem per user", async () => {
        const { id } = await save();
        const changes = [
          { person: 2, role: "viewer", isMember: false },
          { person: 2, role: "owner", isMember: false },
          { person: 3, role: "viewer", isMember: true },
          { person: 1, role: undefined, isMember: true },
        ];
        const { outcomes } = await client.changeRoles({ id, changes, invited: [] }, asUser(1));
        expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, "duplicate", "no_member", "ownership"]);
        expect((await client.listRoles({ id, toChange: false }, asUser(1))).members).toEqual([
          { person: 1, role: "owner" },
          { person: 2, role: "viewer" },
        ]);
        expect(await failureOf(client.listRoles({ id, toChange: false }, asUser(2)))).toBe(
          "PERMISSION_DENIED not_yours",
        );
      });

      test("a batch that removes its caller's own role is completed, even when repeated", async () => {
        const { id } = await save();
        await client.changeRoles(
          { id, changes: [{ person: 2, role: "owner", isMember: false }], invited: [] },
          asUser(1),
        );
        const changes = [
          { person: 1, role: "viewer", isMember: true },
          { person: 3, role: "collaborator", isMember: false },
          { person: 2, role: undefined, isMember: true },
        ];
        const origin = { ...asUser(1), idempotencyKey: randomUUID() };
        for (const attempt of ["first", "again"]) {
          const { members } = await client.listRoles({ id, toChange: true }, origin);
          expect([attempt, members.map(({ role }) => role)]).toEqual([attempt, ["owner", "owner"]]);
          const { outcomes } = await client.changeRoles({ id, changes, invited: [] }, origin);
          expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, undefined, "ownership"]);
        }
        expect((await client.listRoles({ id, toChange: false }, asUser(2))).members).toEqual([
          { person: 1, role: "viewer" },
          { person: 2, role: "owner" },
          { person: 3, role: "collaborator" },
        ]);
        expect(await failureOf(client.changeRoles({ id, changes, invited: [] }, asUser(1)))).toBe(
          "PERMISSION_DENIED not_yours",
        );
      });

      test("roles of coupled people are merged in all saved scenarios", async () => {
        const { id } = await save();
        const changes = [{ person: 2, role: "collaborator", isMember: false }];
        await client.changeRoles({ id, changes, invited: [] }, asUser(1));
        expect(await failureOf(client.couplePerson({ person: 2, into: 3 }, asUser(1)))).toBe("PERMISSION_DENIED");
        await client.couplePerson({ person: 2, into: 3 }, { actor: "service:accounts" });
        expect((await client.listSavedScenarios(defaultQuery, asUser(3))).total).toBe(1);
        expect((await client.listSavedScenarios(defaultQuery, asUser(2))).total).toBe(0);
      });

      test("an erased person's saved scenarios are handed over or deleted", async () => {
        const { id } = await save();
        const title = scalar("Paths");
        const ids = { items: [scalar(id)], isList: true };
        const fields = { ...EMPTY_COLLECTION_FIELDS, title, savedScenarioIds: ids };
        const { outcome } = await client.createCollection({ fields }, asUser(1));
        expect(outcome?.$case).toBe("collection");
        const release = (person: number, choice: string, to?: number) =>
          client.releasePerson({ person, disposition: { choice, to } }, { actor: "service:accounts" });
        expect(await failureOf(client.releasePerson({ person: 1, disposition: { choice: "delete" } }, asUser(1)))).toBe(
          "PERMISSION_DENIED",
        );
        expect(await release(1, "hand_over", 2)).toEqual({ more: false });
        expect((await client.listSavedScenarios(defaultQuery, asUser(2))).total).toBe(1);
        expect((await client.listCollections({}, asUser(2))).collections).toMatchObject([
          { owner: 2, title: "Paths", savedScenarioIds: [id], area: "nl", endYear: 2050 },
        ]);
        expect(await release(2, "delete")).toEqual({ more: false });
        expect(await failureOf(client.getSavedScenario({ id }, asUser(2)))).toBe("NOT_FOUND not_found");
        expect((await client.listCollections({}, asUser(2))).collections).toEqual([]);
      });

      test("two requests with one idempotency key create one collection", async () => {
        const fields = {
          ...EMPTY_COLLECTION_FIELDS,
          title: scalar("Paths"),
          scenarioIds: { items: [scalar(1)], isList: true },
        };
        const origin = asUser(1, { idempotencyKey: "the-same-collection" });
        const [a, b] = await Promise.all([
          client.createCollection({ fields }, origin),
          client.createCollection({ fields }, origin),
        ]);
        expect(a).toEqual(b);
        expect((await client.listCollections({}, asUser(1))).collections.length).toBe(1);
      });

      test("an admin's action is recorded as an event with their name before it is carried out", async () => {
        const { id } = await save({ private: true });
        const publicScenario = await save();
        const admin = asUser(9, { admin: true });
        await client.getSavedScenario({ id }, admin);
        await client.getSavedScenario({ id: publicScenario.id }, admin);
        await client.getSavedScenario({ id }, asUser(1));
        await update(id, { title: "Theirs" }, admin);
        await update(id, { private: false }, admin);
        await update(id, { private: true }, asUser(1));
        await client.discardSavedScenario({ id }, admin);
        const recordedUses = await store.readStream(adminStreamOf(streamOf(id)));
        expect(recordedUses.map(({ actor, data }) => [actor, (data as { operation: string }).operation])).toEqual([
          ["user:9", "saved-read"],
          ["user:9", "saved-update"],
          ["user:9", "saved-update"],
          ["user:9", "saved-settings"],
          ["user:9", "saved-delete"],
        ]);
        expect(await store.readStream(adminStreamOf(streamOf(publicScenario.id)))).toEqual([]);
      });

      test("a subscriber receives every change once and in order, until they may no longer see the saved scenario", async () => {
        const { id } = await save();
        await update(id, { title: "Second" });
        const receivedChanges: string[] = [];
        const subscription = (async () => {
          for await (const { version, type } of client.followSavedScenario({ id, after: 1 }, asUser(2))) {
            receivedChanges.push(`${version} ${type}`);
          }
        })();
        await expect.poll(() => receivedChanges).toEqual(["2 SavedScenarioDescribed"]);
        await client.discardSavedScenario({ id }, asUser(1));
        await expect.poll(() => receivedChanges.length).toBe(2);
        await update(id, { private: true });
        await subscription;
        expect(receivedChanges).toEqual(["2 SavedScenarioDescribed", "3 SavedScenarioDiscarded"]);
      });

      test("changes made while private are shown only to people with a role, even later", async () => {
        const { id } = await save({ title: "Open" });
        await update(id, { title: "Secret", private: true });
        await update(id, { title: "Secret, too" });
        await update(id, { title: "Open again", private: false });
        await update(id, { title: "Last" });
        const readChanges = async (origin: CallOrigin, after: number) => {
          const receivedChanges: string[] = [];
          for await (const { version, dataJson } of client.followSavedScenario({ id, after }, origin)) {
            receivedChanges.push(dataJson);
            if (version === (await client.getSavedScenario({ id }, asUser(1))).version) break;
          }
          return receivedChanges.join();
        };
        for (let after = 0; after < 5; after++) {
          expect(await readChanges(asUser(2), after)).not.toContain("Secret");
        }
        expect(await readChanges(asUser(1), 0)).toMatch(/Open.*Secret.*Secret, too.*Open again.*Last/s);
      });

      test("an expired saved scenario in the trash is deleted permanently, by an event", async () => {
        const { id } = await save();
        const { id: otherId } = await save({ title: "Kept" });
        await client.discardSavedScenario({ id }, asUser(1));
        const clockAfter = (days: number) => ({
          ...systemClock,
          now: () => new Date(Date.now() + days * 86_400_000),
        });
        const options = { savedScenarios: aggregates, readModels, list, days: 60 };
        expect(await purge({ ...options, clock: clockAfter(59) })).toBe(0);
        expect(await purge({ ...options, clock: clockAfter(61) })).toBe(1);
        expect(await purge({ ...options, clock: clockAfter(61) })).toBe(0);
        expect(await failureOf(client.getSavedScenario({ id }, asUser(1)))).toBe("NOT_FOUND not_found");
        expect((await client.getSavedScenario({ id: otherId }, asUser(1))).title).toBe("Kept");
      });

      test("ids in use are not reused after the lists are rebuilt", async () => {
        const { id } = await save();
        await readModels.advance("saved_scenarios", await readModels.checkpoint("saved_scenarios"), "" as never, [
          ...savedScenarioList.clear,
          { text: "delete from sequences", values: [] },
        ]);
        expect((await save()).id).toBeGreaterThan(id);
      });
    },
  );
}
