/** The service over real gRPC, on every store, with a fake scenarios service. */
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

const TOKEN = "of the test";
const log = createLogger({ program: "test", level: "silent" });
const as = (person: number, facts: CallOrigin = {}): CallOrigin => ({ actor: `user:${person}`, ...facts });

const { toMessage: scalar } = scalarCodec;
const NOTHING = {
  scenarioId: undefined,
  title: undefined,
  description: undefined,
  private: undefined,
  discarded: undefined,
};
const NO_COLLECTION = {
  title: undefined,
  savedScenarioIds: undefined,
  scenarioIds: undefined,
  areaCode: undefined,
  endYear: undefined,
  interpolation: undefined,
  discarded: undefined,
};
const fields = (given: { readonly [name in keyof typeof NOTHING]?: string | number | boolean | null }) => ({
  ...NOTHING,
  ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, scalar(value)])),
});

const failure = async (promise: Promise<unknown>): Promise<string> => {
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
      const closing: (() => Promise<void> | void)[] = [];
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
          saved: aggregates,
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
        closing.push(
          remove,
          () => store.close(),
          () => readModels.close(),
          () => server.close(0),
          () => client.close(),
        );
      });
      afterEach(async () => {
        for (const close of closing.splice(0).toReversed()) await close();
      });

      async function save(given: Parameters<typeof fields>[0] = {}, origin = as(1)): Promise<SavedScenario> {
        const request = { fields: fields({ scenarioId: 1, title: "Mine", ...given }), privateByDefault: false };
        const { outcome } = await client.createSavedScenario(request, origin);
        if (outcome?.$case !== "savedScenario") throw new Error(JSON.stringify(outcome));
        return outcome.value;
      }
      async function update(id: number, given: Parameters<typeof fields>[0], origin = as(1)) {
        const { outcome } = await client.updateSavedScenario({ id, fields: fields(given), restore: false }, origin);
        if (outcome?.$case !== "savedScenario") throw new Error(JSON.stringify(outcome));
        return outcome.value;
      }
      const everything = { page: 1, limit: 25, discarded: false, all: false };

      test("a saved scenario is created and read; two requests with one idempotency key save it once", async () => {
        const origin = as(1, { idempotencyKey: "the-first-of-all-saves" });
        const first = await save({ description: "A village" }, origin);
        expect(first).toMatchObject({
          version: 1,
          title: "Mine",
          description: "A village",
          present: { scenarioId: 1 },
        });
        expect(await save({ description: "A village" }, origin)).toEqual(first);
        expect(await client.getSavedScenario({ id: first.id }, as(1))).toEqual(first);
        expect((await client.listSavedScenarios(everything, as(1))).total).toBe(1);
      });

      test("only people who may read a private scenario can save it", async () => {
        for (const role of ["viewer", "collaborator"] as const) {
          scenarios.add(1, 1, { direct: { 1: "owner", 2: role }, private: true });
          expect((await save({}, as(2))).present).toMatchObject({ scenarioId: 1, creation: "event of 1" });
        }
        await expect(save({}, as(3))).rejects.toThrow("does not exist");
      });

      test("two concurrent creations with one idempotency key create one saved scenario", async () => {
        const origin = as(1, { idempotencyKey: "both-at-the-same-time" });
        const [a, b] = await Promise.all([save({}, origin), save({}, origin)]);
        expect(a.id).toBe(b.id);
      });

      test("a list starts with the latest change and returns one page", async () => {
        const ids: number[] = [];
        for (let n = 0; n < 5; n++) ids.push((await save({ title: `No ${n}` })).id);
        await update(ids[1]!, { title: "Changed" });
        const page = await client.listSavedScenarios({ ...everything, page: 2, limit: 2 }, as(1));
        expect([page.savedScenarios.map(({ id }) => id), page.total]).toEqual([[ids[3], ids[2]], 5]);
        const first = await client.listSavedScenarios({ ...everything, limit: 1 }, as(1));
        expect(first.savedScenarios.map(({ title }) => title)).toEqual(["Changed"]);
        expect((await client.listSavedScenarios(everything, as(2))).total).toBe(0);
        expect((await client.listSavedScenarios({ ...everything, all: true }, as(2, { admin: true }))).total).toBe(5);
        expect(await failure(client.listSavedScenarios({ ...everything, all: true }, as(2)))).toBe("PERMISSION_DENIED");
      });

      test("discarded saved scenarios are listed separately, and return to their former position", async () => {
        const { id, updatedAt } = await save();
        await save({ title: "Other" });
        const discarded = await client.discardSavedScenario({ id }, as(1));
        expect(discarded).toMatchObject({ updatedAt, discardedAt: expect.any(Date) });
        expect((await client.discardSavedScenario({ id }, as(1))).discardedAt).toEqual(discarded.discardedAt);
        const trash = { ...everything, discarded: true };
        expect((await client.listSavedScenarios(trash, as(1))).savedScenarios.map((each) => each.id)).toEqual([id]);
        await update(id, { discarded: false });
        const { savedScenarios } = await client.listSavedScenarios(everything, as(1));
        expect(savedScenarios.map(({ title }) => title)).toEqual(["Other", "Mine"]);
      });

      test("versions are added, restored and dated", async () => {
        const { id, present } = await save();
        await update(id, { scenarioId: 2 });
        const third = await update(id, { scenarioId: 3 });
        expect(third.history.map(({ scenarioId }) => scenarioId)).toEqual([1, 2]);
        expect(third.history[0]).toEqual(present);
        const back = await update(id, { scenarioId: 1 });
        expect(back.present).toEqual({ ...present, savedAt: expect.any(Date) });
        expect(back.history.map(({ scenarioId }) => scenarioId)).toEqual([2, 3]);
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
        const { outcomes } = await client.changeRoles({ id, changes, invited: [] }, as(1));
        expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, "duplicate", "no_member", "ownership"]);
        expect((await client.listRoles({ id, toChange: false }, as(1))).members).toEqual([
          { person: 1, role: "owner" },
          { person: 2, role: "viewer" },
        ]);
        expect(await failure(client.listRoles({ id, toChange: false }, as(2)))).toBe("PERMISSION_DENIED not_yours");
      });

      test("a batch that removes its caller's own role is completed, even when repeated", async () => {
        const { id } = await save();
        await client.changeRoles({ id, changes: [{ person: 2, role: "owner", isMember: false }], invited: [] }, as(1));
        const changes = [
          { person: 1, role: "viewer", isMember: true },
          { person: 3, role: "collaborator", isMember: false },
          { person: 2, role: undefined, isMember: true },
        ];
        const once = { ...as(1), idempotencyKey: randomUUID() };
        for (const time of ["first", "again"]) {
          const { members } = await client.listRoles({ id, toChange: true }, once);
          expect([time, members.map(({ role }) => role)]).toEqual([time, ["owner", "owner"]]);
          const { outcomes } = await client.changeRoles({ id, changes, invited: [] }, once);
          expect(outcomes.map(({ problem }) => problem)).toEqual([undefined, undefined, "ownership"]);
        }
        expect((await client.listRoles({ id, toChange: false }, as(2))).members).toEqual([
          { person: 1, role: "viewer" },
          { person: 2, role: "owner" },
          { person: 3, role: "collaborator" },
        ]);
        expect(await failure(client.changeRoles({ id, changes, invited: [] }, as(1)))).toBe(
          "PERMISSION_DENIED not_yours",
        );
      });

      test("roles of coupled people are merged in all saved scenarios", async () => {
        const { id } = await save();
        const changes = [{ person: 2, role: "collaborator", isMember: false }];
        await client.changeRoles({ id, changes, invited: [] }, as(1));
        expect(await failure(client.couplePerson({ person: 2, into: 3 }, as(1)))).toBe("PERMISSION_DENIED");
        await client.couplePerson({ person: 2, into: 3 }, { actor: "service:accounts" });
        expect((await client.listSavedScenarios(everything, as(3))).total).toBe(1);
        expect((await client.listSavedScenarios(everything, as(2))).total).toBe(0);
      });

      test("an erased person's saved scenarios are handed over or deleted", async () => {
        const { id } = await save();
        const title = scalar("Paths");
        const ids = { items: [scalar(id)], isList: true };
        const fields = { ...NO_COLLECTION, title, savedScenarioIds: ids };
        const { outcome } = await client.createCollection({ fields }, as(1));
        expect(outcome?.$case).toBe("collection");
        const release = (person: number, choice: string, to?: number) =>
          client.releasePerson({ person, disposition: { choice, to } }, { actor: "service:accounts" });
        expect(await failure(client.releasePerson({ person: 1, disposition: { choice: "delete" } }, as(1)))).toBe(
          "PERMISSION_DENIED",
        );
        expect(await release(1, "hand_over", 2)).toEqual({ more: false });
        expect((await client.listSavedScenarios(everything, as(2))).total).toBe(1);
        expect((await client.listCollections({}, as(2))).collections).toMatchObject([
          { owner: 2, title: "Paths", savedScenarioIds: [id], area: "nl", endYear: 2050 },
        ]);
        expect(await release(2, "delete")).toEqual({ more: false });
        expect(await failure(client.getSavedScenario({ id }, as(2)))).toBe("NOT_FOUND not_found");
        expect((await client.listCollections({}, as(2))).collections).toEqual([]);
      });

      test("two creations of a collection with one idempotency key create one", async () => {
        const fields = {
          ...NO_COLLECTION,
          title: scalar("Paths"),
          scenarioIds: { items: [scalar(1)], isList: true },
        };
        const origin = as(1, { idempotencyKey: "the-same-collection" });
        const [a, b] = await Promise.all([
          client.createCollection({ fields }, origin),
          client.createCollection({ fields }, origin),
        ]);
        expect(a).toEqual(b);
        expect((await client.listCollections({}, as(1))).collections.length).toBe(1);
      });

      test("an admin's action is recorded as an event with their name before it is carried out", async () => {
        const { id } = await save({ private: true });
        const open = await save();
        const admin = as(9, { admin: true });
        await client.getSavedScenario({ id }, admin);
        await client.getSavedScenario({ id: open.id }, admin);
        await client.getSavedScenario({ id }, as(1));
        await update(id, { title: "Theirs" }, admin);
        await update(id, { private: false }, admin);
        await update(id, { private: true }, as(1));
        await client.discardSavedScenario({ id }, admin);
        const noted = await store.readStream(adminStreamOf(streamOf(id)));
        expect(noted.map(({ actor, data }) => [actor, (data as { operation: string }).operation])).toEqual([
          ["user:9", "saved-read"],
          ["user:9", "saved-update"],
          ["user:9", "saved-update"],
          ["user:9", "saved-settings"],
          ["user:9", "saved-delete"],
        ]);
        expect(await store.readStream(adminStreamOf(streamOf(open.id)))).toEqual([]);
      });

      test("a subscriber receives every change once and in order, until they may no longer see the saved scenario", async () => {
        const { id } = await save();
        await update(id, { title: "Second" });
        const received: string[] = [];
        const following = (async () => {
          for await (const { version, type } of client.followSavedScenario({ id, after: 1 }, as(2))) {
            received.push(`${version} ${type}`);
          }
        })();
        await expect.poll(() => received).toEqual(["2 SavedScenarioDescribed"]);
        await client.discardSavedScenario({ id }, as(1));
        await expect.poll(() => received.length).toBe(2);
        await update(id, { private: true });
        await following;
        expect(received).toEqual(["2 SavedScenarioDescribed", "3 SavedScenarioDiscarded"]);
      });

      test("changes made while private are shown only to people with a role, even later", async () => {
        const { id } = await save({ title: "Open" });
        await update(id, { title: "Secret", private: true });
        await update(id, { title: "Secret, too" });
        await update(id, { title: "Open again", private: false });
        await update(id, { title: "Last" });
        const receivedBy = async (origin: CallOrigin, after: number) => {
          const received: string[] = [];
          for await (const { version, dataJson } of client.followSavedScenario({ id, after }, origin)) {
            received.push(dataJson);
            if (version === (await client.getSavedScenario({ id }, as(1))).version) break;
          }
          return received.join();
        };
        for (let after = 0; after < 5; after++) {
          expect(await receivedBy(as(2), after)).not.toContain("Secret");
        }
        expect(await receivedBy(as(1), 0)).toMatch(/Open.*Secret.*Secret, too.*Open again.*Last/s);
      });

      test("an expired saved scenario in the trash is deleted permanently, by an event", async () => {
        const { id } = await save();
        const { id: kept } = await save({ title: "Kept" });
        await client.discardSavedScenario({ id }, as(1));
        const later = (days: number) => ({
          ...systemClock,
          now: () => new Date(Date.now() + days * 86_400_000),
        });
        const options = { saved: aggregates, readModels, list, days: 60 };
        expect(await purge({ ...options, clock: later(59) })).toBe(0);
        expect(await purge({ ...options, clock: later(61) })).toBe(1);
        expect(await purge({ ...options, clock: later(61) })).toBe(0);
        expect(await failure(client.getSavedScenario({ id }, as(1)))).toBe("NOT_FOUND not_found");
        expect((await client.getSavedScenario({ id: kept }, as(1))).title).toBe("Kept");
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
